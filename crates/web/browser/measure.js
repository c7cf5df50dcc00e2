// Measures the page in a browser, and prints a table: `cargo xtask web --measure [ROUNDS]`.
import { readFileSync, readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { PAGE, launch } from "./drive.js";

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const BOARDS = 100;
/** Boards where lines are moves: their searches are longer. */
const FEW = 30;
/** A page with nothing to load: what the browser takes by itself. */
const BLANK = "data:text/html,<title>blank</title><h1>blank</h1>";

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];
const sum = (values) => values.reduce((total, value) => total + value, 0);
const ms = (value) => `${value.toFixed(0)} ms`;
const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const kib = (bytes) => `${(bytes / 2 ** 10).toFixed(0)} KiB`;

/** Notes in the page when things happen, in milliseconds since the navigation began. */
function watch() {
  const seen = (globalThis.seen = { shift: 0 });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.paint = entry.startTime)))
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (seen.shift += entry.hadRecentInput ? 0 : entry.value)))
    .observe({ type: "layout-shift", buffered: true });
  const look = () => {
    if (!seen.playable && document.querySelector("#distance[data-state=ready]") && document.querySelector(".tile em")) {
      seen.playable = performance.now();
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Opens an address as a first visit, with an empty cache. */
async function firstVisit(browser, address, done) {
  const context = await browser.newContext({ serviceWorkers: "block", locale: "en" });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address);
  await page.waitForFunction(done);
  // The largest paint is known some frames later.
  await page.waitForTimeout(300);
  const seen = await page.evaluate(() => globalThis.seen);
  await context.close();
  return seen;
}

/** Asks a fresh worker of the page's, which has its module, these questions. Returns what each took. */
function ask(page, questions) {
  return page.evaluate(async (questions) => {
    const { Engine } = await import("./app.js");
    const engine = new Engine();
    await engine.ask({ do: "prepare", space: "2x2" });
    const taken = [];
    for (const question of questions) {
      const { answer, seconds, bytes } = await engine.ask(question);
      taken.push({ answer, seconds, bytes });
    }
    engine.stop();
    return taken;
  }, questions);
}

const row = (what, asked, ...found) => console.log(`| ${[what, asked, found.join("; ")].join(" | ")} |`);

const browser = await launch();
console.log(`${browser.browserType().name()} ${browser.version()}, load ${loadavg().map((load) => load.toFixed(1)).join(" ")}, ${ROUNDS} rounds: best / median\n`);
row("what", "asked", "measured");
row("---", "---", "---");

const [blank, visits] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  blank.push((await firstVisit(browser, BLANK, () => globalThis.seen.paint)).paint);
  visits.push(await firstVisit(browser, `${PAGE}#3x3`, () => globalThis.seen.playable && globalThis.seen.paint));
}
const both = (values) => `${ms(Math.min(...values))} / ${ms(quantile(values, 0.5))}`;
row("a blank page, largest paint", "", both(blank));
row("open to playable 3x3 with distances", "300 ms", both(visits.map(({ playable }) => playable)));
row("largest contentful paint", "500 ms", both(visits.map(({ paint }) => paint)));
row("layout shift", "0", Math.max(...visits.map(({ shift }) => shift)).toFixed(3));

const folder = process.env.FOLDER;
const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && !/\.(png|br)$/.test(entry.name)).map((entry) => entry.name);
const read = (name) => readFileSync(join(folder, name));
const zipped = (name) => gzipSync(read(name), { level: 9 }).length;
const module = zipped("tables.wasm");
const models = files.filter((name) => name.endsWith(".model"));
const site = sum(files.filter((name) => !/\.wasm$|^japanese/.test(name) && !models.includes(name)).map(zipped));
row("download, gzip", "520 KB", `${((module + site) / 1000).toFixed(0)} KB (${kib(module + site)}): module ${kib(module)}, site ${kib(site)}`);
const first = ["index.html", "app.js", "worker.js", "tables.wasm"];
row("before the first distance of 3x3", "", `gzip ${kib(sum(first.map(zipped)))}, brotli ${kib(sum(first.map((name) => brotliCompressSync(read(name)).length)))}`);
row("larger modules, gzip", "", ["boards.wasm", "tilebase.wasm"].map((name) => `${name} ${kib(zipped(name))}`).join(", "));
row("models, gzip", "", models.map((name) => `${name} ${kib(zipped(name))}`).join(", "));

const context = await browser.newContext({ serviceWorkers: "block" });
const page = await context.newPage();
await page.goto(`${PAGE}#how`);
for (const [space, metric] of [["3x4"], ["2x6"], ["3x4", "multi"], ["2x6", "multi"]]) {
  const builds = [];
  for (let round = 0; round < Math.min(ROUNDS, 5); round++) builds.push((await ask(page, [{ do: "prepare", space, metric }]))[0]);
  const asked = metric ? "" : "1000 ms, 110 MB";
  row(`${space}${metric ? `, ${metric}` : ""}, table`, asked, both(builds.map(({ seconds }) => 1e3 * seconds)), mib(Math.max(...builds.map(({ bytes }) => bytes))));
}

/** Solves random boards of the 15-puzzle, and asks for the hints of each. */
async function fifteen(name, boards, asked, metric) {
  const about = { space: "4x4", metric };
  const [{ answer: { states } }] = await ask(page, [{ do: "random", n: boards, seed: 1, ...about }]);
  const questions = states.flatMap(({ state }) => [{ do: "solve", ...about, state }, { do: "hint", ...about, state }]);
  const [build, ...searches] = await ask(page, [{ do: "prepare", ...about }, ...questions]);
  const times = (which) => searches.filter((_, at) => at % 2 === which).map(({ seconds }) => 1e3 * seconds);
  const [solutions, hints] = [times(0), times(1)];
  row(`${name}, tables`, asked[0], ms(1e3 * build.seconds), mib(build.bytes));
  row(`${name}, ${boards} random boards`, asked[1], `median ${ms(quantile(solutions, 0.5))}, nine of ten ${ms(quantile(solutions, 0.9))}, all ${ms(sum(solutions))}`);
  row(`${name}, their hints`, asked[2], `median ${ms(quantile(hints, 0.5))}, nine of ten ${ms(quantile(hints, 0.9))}, all ${ms(sum(hints))}: ${(sum(hints) / sum(solutions)).toFixed(2)} of the solutions`);
}
await fifteen("4x4", BOARDS, ["1200 ms", "median 25 ms, nine of ten 200 ms", "no more"]);
await fifteen("4x4, multi", FEW, ["", "", ""], "multi");

/** The time from choosing a large board until its best move is marked, on a page that has just been opened. */
async function firstHint(space) {
  const context = await browser.newContext({ serviceWorkers: "block", locale: "en" });
  const page = await context.newPage();
  await page.goto(`${PAGE}#3x3`);
  await page.locator("#distance[data-state=ready]").waitFor();
  const taken = await page.evaluate(async (space) => {
    const begin = performance.now();
    document.querySelector(`#picker [data-space="${space}"]`).click();
    const marked = () => location.hash.startsWith(`#${space}`) && document.querySelector("#board .tile em.nearer");
    while (!marked()) await new Promise((done) => setTimeout(done, 2));
    return performance.now() - begin;
  }, space);
  await context.close();
  return taken;
}

/** How much longer solutions of a tenth of a second are than those of five. */
async function lengths(space) {
  const [{ answer: { states } }] = await ask(page, [{ do: "random", n: FEW, seed: 1, space }]);
  const found = await ask(page, states.flatMap(({ state }) => [0.1, 5].map((seconds) => ({ do: "solve", space, state, best: true, seconds }))));
  const total = (which) => sum(found.filter((_, at) => at % 2 === which).map(({ answer }) => answer.length));
  return `${(100 * (total(0) / total(1) - 1)).toFixed(1)}% longer than in 5 s, ${FEW} boards`;
}
for (const space of ["5x5", "6x6"]) {
  const taken = [];
  for (let round = 0; round < ROUNDS; round++) taken.push(await firstHint(space));
  row(`${space}, first hint`, space === "5x5" ? "150 ms" : "", both(taken));
  row(`${space}, solutions in 0.1 s`, "", await lengths(space));
}
await browser.close();
