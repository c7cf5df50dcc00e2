// What the page fetches and keeps, with a network and without.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { PAGE, bounds, cells, distance, launch, onPage, reaches, shows, until, visit } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const on = (...words) => onPage(() => browser, ...words);

/** The files that are kept. */
function keptFiles(page) {
  return page.evaluate(async () => {
    const [name] = await caches.keys();
    const requests = name ? await (await caches.open(name)).keys() : [];
    return requests.map(({ url }) => new URL(url).pathname.slice(1)).sort();
  });
}

/** Waits until a file is kept. */
async function keeps(page, file) {
  while (!(await keptFiles(page)).includes(file)) await page.waitForTimeout(100);
}

test("what could not be fetched is said, and fetched when one tries again", { timeout: 120_000 }, async () => {
  for (const [hash, file] of [["#oshidori-kinds-4", "**/tilebase.wasm"], ["#3x3", "**/tables.wasm"], ["#3x4", "**/tables.wasm"], ["#4x4", "**/boards.wasm"]]) {
    const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
    const page = await context.newPage();
    await context.route(file, (route) => route.abort());
    await page.goto(PAGE + hash);
    await shows(page.locator("#of"), /could not be fetched/);
    await shows(page.locator("#built"), /could not be fetched/);
    if (hash.includes("oshidori")) assert.doesNotMatch(await page.locator("#proof").textContent(), /Proven/);
    await context.unroute(file);
    await page.getByRole("button", { name: "Try again" }).click();
    await distance(page);
    await shows(page.locator("#built"), /computed on this device/);
    assert.ok(await page.getByRole("button", { name: "Try again" }).isHidden());
    await context.close();
  }
});

on("Japanese is fetched by those who read it, and is there without a network", "#3x3", {}, async (page, { context }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
  await distance(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  assert.ok(!asked.includes("japanese.js"), asked.join(" "));
  await page.click("#language");
  await page.waitForFunction(() => document.documentElement.lang === "ja");
  await keeps(page, "japanese.js");
  await context.setOffline(true);
  await page.reload();
  await distance(page);
  assert.equal(await page.getAttribute("html", "lang"), "ja");
});

test("a page keeps its version while it is open, and the next visit has the new one", { timeout: 120_000 }, async () => {
  const folder = "../web";
  let version = 1;
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, PAGE).pathname.slice(1) || "index.html";
    let body = await readFile(join(folder, name)).catch(() => null);
    if (name === "sw.js") body = body.toString().replace(/tilebase-[0-9a-f]{16}/, `tilebase-version${version}`);
    if (name === "index.html") body = body.toString().replace("<body ", `<body data-version="${version}" `);
    if (name === "worker.js") body = `globalThis.version = ${version};\n${body}`;
    const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
    response.writeHead(body ? 200 : 404, { "content-type": types[name.split(".").pop()] ?? "application/octet-stream", "cache-control": "no-cache" });
    response.end(body ?? "");
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const context = await browser.newContext({ locale: "en" });
  try {
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`${address}#3x3`);
    await distance(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    version = 2;
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
    });
    await until(page, async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
    // The open page starts its worker only now: it is still that of its version.
    await page.locator("#picker [data-space='3x4']").click();
    await distance(page);
    const kept = await page.evaluate(async () => (await fetch("worker.js")).text());
    assert.match(kept, /version = 1;/);
    assert.equal(await page.getAttribute("body", "data-version"), "1");
    // A second page is of the same version as long as the first is open.
    const second = await context.newPage();
    await second.goto(`${address}#2x2`);
    await distance(second);
    assert.equal(await second.getAttribute("body", "data-version"), "1");
    await second.close();
    const old = async () => (await page.getAttribute("body", "data-version")) === "1";
    // A busy browser takes a moment to forget a page that is closed.
    for (let visits = 0; visits < 10 && (await old()); visits++) {
      await page.waitForTimeout(200 * visits);
      // The page reloads itself when the new version takes over, which may cut this off.
      await page.reload().catch((error) => assert.match(error.message, /ERR_ABORTED/));
      await distance(page);
    }
    assert.equal(await page.getAttribute("body", "data-version"), "2");
    assert.match(await page.evaluate(async () => (await fetch("worker.js")).text()), /version = 2;/);
    assert.ok((await keptFiles(page)).includes("tables.wasm"));
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
});

on("chats and phones find a picture of the page", "#3x3", {}, async (page) => {
  const named = await page.evaluate(() => [document.querySelector("[property='og:image']").content, document.querySelector("[rel=apple-touch-icon]").getAttribute("href")]);
  for (const [name, width] of [[named[0], 1120], [named[1], 180]]) {
    const found = await page.evaluate(async (name) => (await createImageBitmap(await (await fetch(name)).blob())).width, name);
    assert.equal(found, width, name);
  }
  for (const part of ["title", "description"]) assert.ok((await page.locator(`[property='og:${part}']`).getAttribute("content")).length > 20);
});

/** The bytes before the first distance may be this many, compressed: 0.6 of what they were when all boards had one module. */
const BUDGET = 263_000;

test("an 8-puzzle has its first distance after few bytes", { timeout: 120_000 }, async () => {
  const context = await browser.newContext({ locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  const asked = [];
  page.on("requestfinished", (request) => asked.push(request));
  await page.goto(`${PAGE}#3x3`);
  await distance(page);
  const before = ["", "app.js", "tables.wasm"];
  const sizes = await Promise.all(asked.map(async (request) => [new URL(request.url()).pathname.slice(1), (await request.sizes()).responseBodySize]));
  const needed = sizes.filter(([name]) => before.includes(name));
  assert.deepEqual(needed.map(([name]) => name).sort(), before);
  const bytes = needed.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(bytes <= BUDGET, `${bytes} bytes: ${needed.join("; ")}`);
  await context.close();
});

on("all is there without a network", "#3x3", {}, async (page, { context }) => {
  await keeps(page, "tables.wasm");
  assert.deepEqual(await keptFiles(page), ["", "app.js", "hardest-4x4.json", "icon.svg", "manifest.webmanifest", "tables.wasm", "worker.js"]);
  await context.setOffline(true);
  await page.goto(`${PAGE}#2x5/0.5.3.2.1.9.4.8.7.6`);
  await page.reload();
  await reaches(page, 55);
});

on("a page that has a larger module fetches no smaller one", "#4x4", {}, async (page, { context }) => {
  await keeps(page, "boards.wasm");
  await context.setOffline(true);
  await page.goto(`${PAGE}#3x3/8.6.7.2.5.4.3.0.1`);
  await page.reload();
  await reaches(page, 31);
  assert.deepEqual((await keptFiles(page)).filter((name) => name.endsWith(".wasm")), ["boards.wasm"]);
});

on("rows are there without a network once one was open", "#3x3", {}, async (page, { context }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.goto(`${PAGE}#oshidori-kinds-4`);
  await reaches(page, 7);
  await keeps(page, "tilebase.wasm");
  assert.ok(asked.includes("tilebase.wasm"), asked.join(" "));
  await context.setOffline(true);
  await page.reload();
  await reaches(page, 7);
});

on("the model of a large board is there without a network", "#5x5", {}, async (page, { context }) => {
  await page.locator("#distance[data-state=ready]").waitFor();
  await keeps(page, "5x5.model");
  await context.setOffline(true);
  await page.goto(`${PAGE}#5x5/17.1.20.9.16.2.22.19.14.5.15.21.0.3.24.23.18.13.12.7.10.8.6.4.11`);
  await page.reload();
  await page.locator("#distance[data-state=ready]").waitFor();
  // The first answer is that of a moment, which a busy machine fills with less.
  await page.getByRole("button", { name: "Search longer" }).waitFor();
  const { upper } = await bounds(page);
  assert.ok(upper < 130, `${upper} moves: with a model they are fewer`);
});

test("a browser without WebAssembly can play, and is told what it lacks", { timeout: 60_000 }, async () => {
  const context = await browser.newContext({ locale: "en" });
  await context.addInitScript(() => delete globalThis.WebAssembly);
  const page = await context.newPage();
  await page.goto(PAGE);
  await page.getByText("no WebAssembly").waitFor();
  const before = await cells(page);
  for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]) {
    await page.keyboard.press(key);
    if (String(await cells(page)) !== String(before)) break;
  }
  assert.notDeepEqual(await cells(page), before);
  await context.close();
});
