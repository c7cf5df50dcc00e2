// A browser on the page, and the program to compare with.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { chromium } from "playwright-core";

export const PAGE = process.env.PAGE;

/** One of the two positions of the 8-puzzle that need the most moves. */
export const HARDEST = "#3x3/8.6.7.2.5.4.3.0.1";

export async function launch() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: which(process.env.BROWSER), headless: true, args });
}

function which(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).stdout.trim();
}

/** Opens the page in a context of its own; `errors` collects what the console and the page complain about. */
export async function visit(browser, hash = "", options = {}) {
  const context = await browser.newContext({ locale: "en", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  const errors = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => request.url().startsWith(PAGE) || request.url().startsWith("data:image/") || errors.push(`a request to ${request.url()}`));
  await page.goto(PAGE + hash);
  return { page, context, errors };
}

/** A test on a page of its own, which must not complain. `browser` returns the browser, once it runs. */
export function onPage(browser, name, hash, options, work) {
  test(name, { timeout: 240_000 }, async () => {
    const visited = await visit(browser(), hash, options);
    await work(visited.page, visited);
    assert.deepEqual(visited.errors, []);
    await visited.context.close();
  });
}

/** Waits until a promise that the page makes is of something. */
export async function until(page, promise) {
  while (!(await page.evaluate(promise))) await page.waitForTimeout(100);
}

/** The number on the page, once it is that of the position shown. */
export async function distance(page) {
  const output = page.locator("#distance[data-state=ready]");
  await output.waitFor();
  return Number(await output.textContent());
}

/** Waits for this number. */
export async function reaches(page, expected) {
  await page.waitForFunction((expected) => {
    const output = document.getElementById("distance");
    return output.dataset.state === "ready" && output.textContent === String(expected);
  }, expected);
}

/** Waits until an element has a text like this: what is shown changes while better answers come. */
export async function shows(locator, pattern) {
  const end = Date.now() + 90_000;
  for (;;) {
    const text = await locator.textContent();
    if (pattern.test(text)) return;
    if (Date.now() > end) throw new Error(`${locator}: “${text}” is not like ${pattern}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The cells of the board as it is shown. */
export function cells(page) {
  return page.evaluate(() => {
    const board = document.getElementById("board");
    const cols = Number(board.style.getPropertyValue("--cols"));
    const cells = Array(cols * Number(board.style.getPropertyValue("--rows"))).fill(0);
    for (const tile of board.querySelectorAll("[data-tile]")) {
      const place = (name) => Number(tile.style.getPropertyValue(name));
      cells[place("--y") * cols + place("--x")] = Number(tile.dataset.tile);
    }
    return cells;
  });
}

/** What is shown at one time of a position whose distance is not known: better bounds may come at any time. */
export async function bounds(page) {
  const shown = await page.waitForFunction(() => {
    const output = document.getElementById("distance");
    const upper = /^≤(\d+)$/.exec(output.textContent);
    const lower = /at least (\d+)/.exec(document.getElementById("of").textContent);
    if (!upper || !lower) return null;
    const tiles = [...document.querySelectorAll("#board .tile")];
    return {
      lower: Number(lower[1]),
      upper: Number(upper[1]),
      state: output.dataset.state,
      under: document.getElementById("of").textContent,
      labels: tiles.map((tile) => tile.getAttribute("aria-label")).join("\n"),
      after: tiles.flatMap((tile) => [...tile.querySelectorAll("em")]).map((strip) => Number(strip.dataset.after.slice(1))),
    };
  });
  return shown.jsonValue();
}

/** Runs the program and returns its answers, one object a line. */
export function program(arguments_, input = "") {
  const run = spawnSync(process.env.PROGRAM, ["--json", "--quiet", "--data", "tables", ...arguments_], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  // One says that a goal is out of reach: an answer.
  if (run.status !== 0 && run.status !== 1) throw new Error(`${arguments_.join(" ")}: ${run.stderr}`);
  return run.stdout.trim().split("\n").map((line) => JSON.parse(line));
}
