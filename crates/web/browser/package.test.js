// The package, used from an empty project: in node, and with its types.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { PAGE, launch } from "./drive.js";

let project, withoutModels;
const npm = (...words) => execFileSync("npm", words, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** Runs a program of the project, and returns what it prints. */
function run(name, source) {
  writeFileSync(join(project, name), source);
  return execFileSync("node", [name], { cwd: project, encoding: "utf8" }).trim();
}

/** A board whose model is in a package of its own, and what is said of that model. */
const LARGE = `
  import { load } from "tilebase-solver";
  import { connect } from "tilebase-solver/worker";
  const here = await load();
  const board = here.random("6x6", { seed: 1 }).state;
  const there = await connect();
  const named = await connect({ models: ["6x6"] }).then((named) => named.close(), ({ message }) => message);
  console.log(JSON.stringify({ here: here.solve("6x6", board, { width: 100 }).length, there: (await there.solve("6x6", board, { width: 100 })).length, named }));
`;

before(() => {
  project = mkdtempSync(join(tmpdir(), "tilebase-"));
  const packed = JSON.parse(npm("pack", "--json", "--pack-destination", project, ...["npm", "npm-models"].map((folder) => resolve("../web", folder))));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  const install = (...packages) => npm("install", "--offline", "--no-audit", "--no-fund", ...packages.map(({ filename }) => `./${filename}`));
  install(packed[0]);
  withoutModels = run("large.js", LARGE);
  install(...packed);
});
after(() => rmSync(project, { recursive: true }));

test("the package answers in node", () => {
  writeFileSync(join(project, "use.js"), `
    import assert from "node:assert/strict";
    import { TilebaseError, load } from "tilebase-solver";
    const tilebase = await load();
    assert.equal(tilebase.distance("3x3", "867254301").distance, 31);
    assert.equal(tilebase.distance("3x3", [8, 6, 7, 2, 5, 4, 3, 0, 1]).distance, 31);
    assert.equal(tilebase.distance("3x3", "012345678", { goal: [0, 1, 2, 3, 4, 5, 6, 7, 8] }).distance, 0);
    const solution = tilebase.solve("3x3", "867254301", { count: true });
    assert.equal(solution.states.length, 32);
    assert.equal(solution.optimal_solutions, 40);
    assert.equal(tilebase.hints("3x3", "867254301").moves.length, 3);
    assert.equal(tilebase.hardest("3x3").states.length, 2);
    assert.equal(tilebase.depths("3x3").states, 181440);
    assert.equal(tilebase.at("3x3", 31, { seed: 1, limit: 1 }).states.length, 1);
    assert.equal(tilebase.review("3x3", "123456078", "L2").wasted, 0);
    assert.deepEqual(tilebase.review("3x3", "123456708", "7 7 8", { better: true }).mistakes, [{ first: 1, last: 1, wasted: 2, better: [8], letters: "L" }]);
    assert.equal(tilebase.moves("inverse", tilebase.moves("inverse", solution.letters).letters).letters, solution.letters);
    assert.deepEqual(tilebase.start("3x3", solution.letters).state, solution.state);
    const replay = tilebase.replay(tilebase.link("3x3", solution.state, solution.letters));
    assert.deepEqual(replay, { space: "3x3", state: solution.state, moves: solution.letters, times: [] });
    assert.ok(Math.abs(tilebase.chance("3x3", 1, 3).chance * 181440 - 7) < 1e-9);
    for (const wrong of [() => tilebase.distances("3x3", 5), () => tilebase.distances("3x3", null), () => tilebase.solve("3x3", "867254301", 5)]) assert.throws(wrong, TilebaseError);
    assert.equal(tilebase.random("3x3", null).state.length, 9);
    for (const wrong of [() => tilebase.moves("none", "R"), () => tilebase.replay("x"), () => tilebase.start("3x3", "D"), () => tilebase.chance("3x3", 0, 3), () => tilebase.chance("3x3", 3, NaN)]) assert.throws(wrong, TilebaseError);
    const staged = tilebase.solve("3x3", "867254301", { stages: "rows" });
    assert.deepEqual([staged.length, staged.stages.map(({ tiles, end }) => [tiles, end])], [35, [["1-3", 21], ["rest", 35]]]);
    assert.equal(tilebase.solve("3x3", "052648317", { stages: "1-3/rest", endings: 16 }).length, 22);
    const far = tilebase.solve("24-puzzle", tilebase.random("24-puzzle", { seed: 2 }).state, { stages: "rows-columns" });
    assert.ok(far.stages.length === 5 && far.stages.every(({ optimal }) => optimal), JSON.stringify(far.stages));
    assert.throws(() => tilebase.solve("3x3", "867254301", { stages: "9/rest" }), TilebaseError);
    const graded = tilebase.review("3x3", "123406758", "5 5 5 8", { stages: "1-3/rest" });
    assert.deepEqual([graded.wasted, graded.stages.map(({ tiles, made }) => [tiles, made])], [2, [["1-3", 0], ["rest", 4]]]);
    assert.deepEqual(tilebase.random("4x4", { stage: "1-4", seed: 1 }).state.slice(0, 4), [1, 2, 3, 4]);
    assert.equal(tilebase.distance("3x3", tilebase.random("3x3", { walk: 1 }).state).distance, 1);
    assert.throws(() => tilebase.random("3x3", { walk: 1, stage: "1" }), TilebaseError);
    const lines = tilebase.solve("3x3", "123456078", { metric: "multi" });
    assert.deepEqual([lines.metric, lines.distance, lines.letters], ["multi", 1, "L2"]);
    assert.equal(tilebase.depths("3x3", { metric: "multi" }).eccentricity, 24);
    const inLines = tilebase.solve("6x6", tilebase.random("6x6", { seed: 1 }).state, { metric: "multi", width: 100 });
    assert.ok(inLines.lower_bound < inLines.length && inLines.length < 130);
    assert.throws(() => tilebase.depths("oshidori-kinds-4", { metric: "multi" }), TilebaseError);
    assert.equal(tilebase.check("3x3", "213456780").solvable, false);
    assert.equal(tilebase.random("3x3", { distance: 20 }).distance, 20);
    assert.equal(tilebase.random("3x3", { n: 5, seed: 1 }).length, 5);
    const { states, eccentricity } = tilebase.depths("3x4");
    assert.deepEqual([states, eccentricity], [239500800, 53]);
    const farthest = tilebase.hardest("3x4").states;
    assert.equal(farthest.length, 18);
    for (const state of farthest) assert.equal(tilebase.solve("3x4", state).states.length, 54);
    assert.equal(tilebase.distance("15-puzzle", "10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3").distance, 60);
    assert.throws(() => tilebase.distance("3x3", "1"), { name: "TilebaseError", constructor: TilebaseError });
    assert.equal(tilebase.distance("3x3", "867254301", null).distance, 31);
    assert.deepEqual([tilebase.random("oshidori-kinds-9", { distance: 5 })].map(({ distance, uniform }) => [distance, uniform]), [[5, false]]);
    assert.deepEqual(tilebase.distances("3x3", ["867254301", Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0, 8), "213456780"]), [31, 1, null]);
    const rows = [[1, 2, 3], [4, 5, 6], [7, 0, 8]];
    assert.deepEqual(tilebase.distances("3x3", [rows], { goal: [[0, 1, 2], [3, 4, 5], [6, 7, 8]] }), tilebase.distances("3x3", [rows.flat()], { goal: "012345678" }));
    assert.equal(tilebase.distance("3x3", rows).distance, 1);
    assert.equal(tilebase.distance("3x3", Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8), { goal: Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8) }).distance, 0);
    const near = tilebase.random("15-puzzle", { distance: 10, seed: 1 });
    assert.equal(near.uniform, false);
    assert.equal(tilebase.distance("15-puzzle", near.state).distance, 10);
    const big = tilebase.random("6x6", { distance: 12, seed: 1 });
    assert.deepEqual([big.distance, big.uniform], [12, false]);
    const odd = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    for (const method of ["check", "distance", "solve", "hints"]) assert.equal(tilebase[method]("4x4", odd).usual_goal, "blank-first", method);
    const unsolvable = tilebase.review("4x4", odd, "R");
    assert.deepEqual([unsolvable.solvable, unsolvable.usual_goal], [false, "blank-first"]);
    const cut = tilebase.solve("15-puzzle", "15 14 8 12 10 11 13 9 2 6 5 1 3 7 4 0", { seconds: 0 });
    assert.ok(cut.distance === null && cut.lower > 0);
    for (const wrong of [
      () => tilebase.random("3x3", { n: 2 ** 31 }), () => tilebase.random("3x3", { n: -1 }), () => tilebase.random("3x3", { n: 1e300 }),
      () => tilebase.random("3x3", { n: Infinity }), () => tilebase.at("3x3", 2 ** 40), () => tilebase.at("3x3", NaN), () => tilebase.at("3x3", 3, { limit: 1e9 }),
      () => tilebase.random("15-puzzle", { distance: 81 }), () => tilebase.random("24-puzzle", { distance: 90 }), () => tilebase.random("6x6", { distance: 41 }),
      () => tilebase.distance("3x3", "867254301", { count: true }), () => tilebase.solve("3x3", "867254301", { counts: true }),
      () => tilebase.distance("3x3", [1, 2, 3, 4, 5, 6, 7, 8, 1e9]), () => tilebase.distance("1000000x1000000", "1"), () => tilebase.ask({ do: "random", space: "3x3", n: "2" }),
    ]) assert.throws(wrong, TilebaseError);
    // Hints about one of the hardest boards come soon, with bounds.
    const soon = tilebase.hints("15-puzzle", "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");
    assert.ok(soon.distance === null && soon.bounds.least <= 80 && soon.bounds.most >= 80 && soon.moves.length === 2, JSON.stringify(soon));
    // Large boards: the best solution known, and what is proven.
    const large = tilebase.random("24-puzzle", { seed: 1 }).state;
    const found = tilebase.solve("24-puzzle", large, { best: true, width: 300 });
    assert.equal(found.method, "beam");
    assert.ok(!found.optimal && found.distance === null && found.lower_bound < found.length && found.length < 150, JSON.stringify(found));
    assert.deepEqual(found.states.at(-1), [...Array(24).keys()].map((tile) => tile + 1).concat(0));
    assert.equal(found.moves.length, found.length);
    assert.deepEqual(tilebase.solve("24-puzzle", large, { width: 300 }).moves, found.moves);
    const hints = tilebase.hints("24-puzzle", large, { width: 100 });
    assert.ok(hints.distance === null && hints.bounds.least < hints.bounds.most && hints.moves[0].bounds.most < 200, JSON.stringify(hints));
    const review = tilebase.review("24-puzzle", large, String(hints.moves[0].move), { width: 100 });
    assert.ok(review.distance === null && review.moves[0].bounds.most > 0, JSON.stringify(review));
    // crates/web/tests/large.rs has the same lengths: the module finds what a program finds.
    for (const [space, length] of [["8x8", 718], ["10x10", 1410]]) assert.equal(tilebase.solve(space, tilebase.random(space, { seed: 2 }).state, { width: 20 }).length, length);
    const huge = tilebase.solve("16x16", tilebase.random("16x16", { seed: 1 }).state, { seconds: 0.1 });
    assert.ok(huge.length > huge.lower_bound);
    // The model makes it shorter; one that is given counts.
    const own = await load({ models: ["5x5"] });
    assert.deepEqual(own.solve("24-puzzle", large, { width: 300 }).moves, found.moves);
    await assert.rejects(load({ models: ["9x9"] }), /no model .9x9.: there are 4x4, 5x5, 3x10, 2x15, 6x6, 7x7/);
    await assert.rejects(load({ models: [new Uint8Array(9)] }), TilebaseError);
    // Goals with open cells and tiles that are alike.
    assert.equal(tilebase.distance("3x3", "867254301", { goal: "1 2 3 x x x x x x" }).distance, 21);
    assert.equal(tilebase.solve("3x3", "DDCCBBAA0", { goal: "AABBCCDD0" }).distance, 26);
    assert.equal(tilebase.distance("3x3", [4, 4, 3, 3, 2, 2, 1, 1, 0], { goal: [1, 1, 2, 2, 3, 3, 4, 4, 0] }).distance, 26);
    assert.deepEqual([tilebase.depths("3x3", { goal: "AABBCCDD0" }).states, tilebase.check("3x3", "BAABCCDD0", { goal: "AABBCCDD0" }).solvable], [22680, true]);
    assert.equal(tilebase.random("3x3", { goal: "AABBCCDD0", distance: 26, seed: 1 }).distance, 26);
    // Rows by other rules.
    const open = tilebase.solve("oshidori-bw-4", "WBWBWBWB____", { holes: 4, goal: "together" });
    assert.deepEqual([open.rules, open.distance, open.jumps.length], [{ holes: 4 }, 4, 4]);
    assert.equal(tilebase.review("oshidori-bw-4", "WBWBWBWB____", open.jumps.join(" "), { holes: 4, goal: "together" }).wasted, 0);
    assert.equal(tilebase.distance("oshidori-bw-4x5", "BWBWBWBWW__").distance, 5);
    assert.equal(tilebase.distance("oshidori-kinds-4", "1 2 3 4 1 2 3 4 0 0", { unlike: true }).distance, 9);
    assert.equal(tilebase.distance("oshidori-kinds-4", "1 2 3 4 1 2 3 4 0 0", { turn: "may" }).distance, 5);
    assert.equal(tilebase.depths("oshidori-kinds-3", { block: 3 }).states, 336);
    for (const wrong of [() => tilebase.depths("3x3", { holes: 3 }), () => tilebase.depths("oshidori-bw-3", { block: 1 }), () => tilebase.depths("oshidori-bw-3", { turn: "often" })]) {
      assert.throws(wrong, TilebaseError);
    }
    // A game that goes round in a circle is half as long.
    const game = tilebase.shorten("3x3", "123456780", "DRULDRUL", { seconds: 1 });
    assert.deepEqual([game.before, game.length, game.optimal, game.states.length], [8, 4, true, 5]);
    assert.deepEqual(game.states.at(-1), game.final);
    const walked = tilebase.shorten("24-puzzle", large, found.letters, { seconds: 0.2 });
    assert.ok(walked.length <= found.length && walked.before === found.length, JSON.stringify(walked));
    const circle = {};
    circle.circle = circle;
    assert.throws(() => tilebase.ask(circle), TilebaseError);
    assert.throws(() => tilebase.ask({ do: "solve", space: "3x3", state: [1n] }), TilebaseError);
    // An exception that passes through the module leaves it in an unknown state; the next question gets a new one.
    let throws = true;
    const reporting = await load({ onReport: () => { if (throws) throw new RangeError("of the callback"); } });
    assert.throws(() => reporting.prepare("3x3"), RangeError);
    throws = false;
    assert.equal(reporting.distance("3x3", "867254301").distance, 31);
    console.log("done");
  `);
  assert.equal(execFileSync("node", ["use.js"], { cwd: project, encoding: "utf8" }).trim(), "done");
});

test("models of large boards are used if their package is installed", () => {
  const [without, installed] = [withoutModels, run("large.js", LARGE)].map(JSON.parse);
  assert.equal(without.named, "the model `6x6` is in the package tilebase-models: install it, and pass its default export as `models`");
  assert.deepEqual(installed, { here: installed.here, there: installed.here });
  assert.ok(without.here === without.there && without.here > installed.here, JSON.stringify([without, installed]));
});

test("a worker answers, is stopped, and reports", () => {
  writeFileSync(join(project, "connected.js"), `
    import assert from "node:assert/strict";
    import { TilebaseError, connect } from "tilebase-solver/worker";
    const tilebase = await connect();
    assert.equal((await tilebase.distance("3x3", "867254301")).distance, 31);
    const both = await Promise.all([tilebase.solve("3x3", [1, 2, 3, 4, 0, 5, 7, 8, 6]), tilebase.distances("3x3", ["867254301", Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0, 8)])]);
    assert.deepEqual([both[0].letters, both[1]], ["LU", [31, 1]]);
    await assert.rejects(tilebase.distance("3x3", "123"), (error) => error instanceof TilebaseError && !error.ambiguous);
    await assert.rejects(tilebase.read("3 1 2 0 4 5 6 7 8 3", { space: "3x3" }), (error) => error instanceof TilebaseError && error.ambiguous);
    await assert.rejects(tilebase.distance("3x3", () => 0), TilebaseError);
    // While it works, this side does not wait.
    const levels = [];
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    await tilebase.with({ onReport: (report) => levels.push(report) }).prepare("2x6");
    clearInterval(ticking);
    assert.ok(levels.length > 50 && ticks > 3, [levels.length, ticks].join());
    // A call that is being answered, one that waits, and one that has not begun.
    const [first, second] = [new AbortController(), new AbortController()];
    const board = [...Array.from({ length: 33 }, (_, at) => 35 - at), 1, 2, 0];
    assert.equal((await tilebase.check("6x6", board)).solvable, true);
    const long = tilebase.with({ signal: first.signal }).solve("6x6", board, { seconds: 60 });
    const waits = tilebase.with({ signal: second.signal }).distance("3x3", "867254301");
    const later = tilebase.distance("3x3", "123456708");
    setTimeout(() => second.abort(new RangeError("the second")), 20);
    setTimeout(() => first.abort(), 200);
    await assert.rejects(waits, /^RangeError: the second$/);
    await assert.rejects(long, { name: "AbortError" });
    assert.equal((await later).distance, 1);
    await assert.rejects(tilebase.with({ signal: first.signal }).depths("3x3"), { name: "AbortError" });
    // The model of the board is read when it is needed.
    const found = await tilebase.solve("5x5", Array.from({ length: 25 }, (_, at) => (at < 22 ? at + 1 : [24, 23, 0][at - 22])), { best: true, seconds: 0.2 }).catch((error) => error);
    assert.equal(found.solvable, false);
    const quick = await tilebase.hints("15-puzzle", "10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3", { best: true, seconds: 0.012 });
    assert.ok(quick.moves.length === 3 && quick.bounds.most >= 60, JSON.stringify(quick));
    tilebase.close();
    await assert.rejects(tilebase.depths("3x3"), /^Error: the connection is closed$/);
    await assert.rejects(connect({ source: new Uint8Array(8) }), (error) => error instanceof TilebaseError && /^the module cannot be loaded .*: pass its bytes, or a response with them, as .source.$/.test(error.message));
    console.log("done");
  `);
  assert.equal(execFileSync("node", ["connected.js"], { cwd: project, encoding: "utf8" }).trim(), "done");
});

test("a worker answers in a browser, and fetches the model that a board needs", { timeout: 120_000 }, async () => {
  const browser = await launch();
  const page = await browser.newPage();
  const asked = [];
  page.context().on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").pop()));
  await page.goto(`${PAGE}manifest.webmanifest`);
  const found = await page.evaluate(async () => {
    const { connect, TilebaseError } = await import("/npm/worker.js");
    const tilebase = await connect();
    const { distance } = await tilebase.distance("3x3", "867254301");
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    const board = Array.from({ length: 25 }, (_, at) => (at < 24 ? 24 - at : 0));
    const aborted = await tilebase.with({ signal: stop.signal }).solve("5x5", board, { best: true, seconds: 60 }).catch(({ name }) => name);
    const wrong = await tilebase.distance("3x3", "123").catch((error) => error instanceof TilebaseError);
    const { length } = await tilebase.solve("5x5", board, { best: true, seconds: 0.5 });
    const large = await connect({ models: (await import("/npm-models/index.js")).default });
    await large.solve("6x6", (await large.random("6x6", { seed: 1 })).state, { width: 10 });
    large.close();
    const missing = await connect({ source: "/npm/none.wasm" }).catch(({ message }) => message);
    tilebase.close();
    return { distance, aborted, wrong, solved: length > 100, missing };
  });
  assert.deepEqual(found, {
    distance: 31, aborted: "AbortError", wrong: true, solved: true,
    missing: `the module cannot be loaded (${PAGE}npm/none.wasm: 404): pass its bytes, or a response with them, as \`source\``,
  });
  await browser.close();
  // Each worker fetches its own: the one that was stopped, and those after it.
  assert.deepEqual([...new Set(asked)].filter((name) => name.endsWith(".model")), ["5x5.model", "6x6.model"]);
});

test("Vite bundles the package, serves it, and leaves it to a server that renders", { timeout: 120_000 }, async () => {
  const { build, createServer } = await import("vite");
  const program = `
    import { load } from "tilebase-solver";
    import { connect } from "tilebase-solver/worker";
    import models from "tilebase-models";
    const [here, there] = [await load(), await connect({ models })];
    const board = here.random("6x6", { seed: 1 }).state;
    await here.fetchModel("solve", "5x5", [], { best: true });
    export const found = [here.distance("3x3", "867254301").distance, (await there.solve("6x6", board, { width: 100 })).length];
    there.close();
  `;
  const expected = JSON.stringify([31, JSON.parse(run("large.js", LARGE)).here]);
  writeFileSync(join(project, "found.js"), program);
  writeFileSync(join(project, "main.js"), 'import { found } from "./found.js";\ndocument.body.textContent = JSON.stringify(found);');
  writeFileSync(join(project, "index.html"), '<!doctype html><body><script type="module" src="./main.js"></script></body>');
  writeFileSync(join(project, "server.js"), 'import { found } from "./found.js";\nconsole.log(JSON.stringify(found));');
  const settings = { root: project, base: "./", logLevel: "error", configFile: false, optimizeDeps: { exclude: ["tilebase-solver", "tilebase-models"] } };
  await build({ ...settings, build: { ssr: "server.js", outDir: "rendering" } });
  assert.equal(execFileSync("node", ["rendering/server.js"], { cwd: project, encoding: "utf8" }).trim(), expected);
  await build({ ...settings, build: { target: "es2022", outDir: "bundled" } });
  const server = await createServer({ ...settings, base: "/", server: { port: 0, host: "127.0.0.1" } });
  await server.listen();
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.route("**/bundled/**", (route) => route.fulfill({ path: join(project, new URL(route.request().url()).pathname) }));
    for (const address of [`${PAGE}bundled/index.html`, server.resolvedUrls.local[0]]) {
      await page.goto(address);
      await page.waitForFunction(() => document.body.textContent.includes("["), null, { timeout: 60_000 });
      assert.equal(await page.textContent("body"), expected, address);
    }
  } finally {
    await browser.close();
    await server.close();
  }
});

test("the guide's samples answer what it says", () => {
  const guide = readFileSync("../../docs/JAVASCRIPT.md", "utf8");
  const samples = [...guide.matchAll(/^```js\n(import .*?)^```/gms)].map(([, sample]) => sample);
  assert.equal(samples.length, 3);
  for (const sample of samples) {
    const checked = sample.replace(/^(.*); \/\/ (.*)$/gm, "assert.deepEqual($1, $2);");
    assert.notEqual(checked, sample);
    writeFileSync(join(project, "sample.js"), `import assert from "node:assert/strict";\n${checked}`);
    execFileSync("node", ["sample.js"], { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
  }
});

/** Checks a program in TypeScript that uses the package. Returns what the compiler complains about. */
function compile(source) {
  writeFileSync(join(project, "use.ts"), source);
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022"];
  const run = spawnSync("node", [compiler, ...options, "use.ts"], { cwd: project, encoding: "utf8" });
  // 2: there are complaints. Anything else but 0 is a compiler that did not work.
  assert.ok(run.status === 0 || run.status === 2, `${run.status} ${run.stderr}`);
  return run.stdout.trim();
}

test("the types are those of the answers", () => {
  assert.equal(compile(`
    import { load, TilebaseError, type Report, type Solution } from "tilebase-solver";
    const tilebase = await load({ onReport: (report: Report) => { if (report.report === "level") report.total.toFixed(); } });
    const far: number | null = tilebase.distance("3x3", "867254301").distance;
    const solution: Solution = tilebase.solve("3x3", [8, 6, 7, 2, 5, 4, 3, 0, 1], { count: true, goal: "0 1 2 3 4 5 6 7 8" });
    const [first] = tilebase.hints("3x3", solution.state).moves;
    const letters: string = (first.letter ?? "") + (solution.letters ?? "");
    const wasted: number | null = tilebase.review("3x3", "123456078", "L2").wasted;
    const counts: number[] = tilebase.depths("3x3").counts;
    const states: number[][] = [tilebase.hardest("3x3", { limit: 1 }), tilebase.at("3x3", 31, { seed: 1 })].flatMap((level) => level.states);
    const one: number[] = tilebase.random("3x3").state;
    const many: number[][] = tilebase.random("3x3", { n: 2, distance: 20 }).map((random) => random.state);
    const lines: "multi" | undefined = tilebase.depths("3x3", { metric: "multi" }).metric;
    const both: number | undefined = tilebase.review("3x3", "123456078", "L2").lengths?.multi;
    const bytes: number = tilebase.bytes;
    const error: Error = new TilebaseError("");
    const ofRows: number | null = tilebase.distance("3x3", [[1, 2, 3], [4, 5, 6], [7, 8, 0]]).distance;
    const distances: (number | null)[] = tilebase.distances("3x3", ["867254301", [1, 2, 3, 4, 5, 6, 7, 8, 0], Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0, 8)]);
    const ends: number[] = tilebase.solve("3x3", solution.state, { stages: "rows", endings: 2 }).stages.map((stage) => stage.end);
    const blank: string | undefined = solution.blank;
    const tried: number | undefined = solution.stats?.iterations?.[0]?.generated;
    const uniform: boolean = tilebase.random("3x3", { distance: 20 }).uniform;
    const best = tilebase.solve("24-puzzle", solution.state, { best: true, seconds: 0.1 });
    const bound: number = (best.lower_bound ?? 0) + (best.length ?? 0) + (tilebase.hints("24-puzzle", best.state, { width: 10 }).moves[0].bounds?.most ?? 0);
    const open: number | null = tilebase.solve("oshidori-bw-4", "WBWBWBWB____", { holes: 4, turn: "may", unlike: false, block: 2, goal: "together" }).distance;
    const rules: number | undefined = tilebase.prepare("oshidori-bw-4", { holes: 4 }).rules?.holes;
    const jumps: string[] | undefined = tilebase.solve("oshidori-bw-4", "WBWBWBWB____", { holes: 4 }).jumps;
    const alike: number | null = tilebase.distance("3x3", [4, 4, 3, 3, 2, 2, 1, 1, 0], { goal: "AABBCCDD0" }).distance;
    const shorter: number = tilebase.shorten("3x3", "123456780", "DRUL", { seconds: 0.1, best: true }).length;
    await load({ models: ["5x5", new Uint8Array(8)] }).catch(() => bound);
    await load({ models: (await import("tilebase-models")).default }).catch(() => bound);
    const goal: "blank-first" | "blank-last" | undefined = tilebase.solve("3x3", "213456780").usual_goal;
    await load({ source: new ArrayBuffer(8) }).catch(() => 0);
    (globalThis as { console?: { log(...values: unknown[]): void } }).console?.log(ends, open, rules, jumps, alike, shorter, distances, blank, tried, uniform, goal, far, letters, wasted, counts, states, one, many, lines, both, bytes, error, tilebase.check("3x3", one).solvable, tilebase.prepare("3x3").method);
  `), "");
});

test("the types of a worker's methods are those of the module's, as promises", () => {
  const complaint = compile(`
    import { connect, TilebaseError, type Connection } from "tilebase-solver/worker";
    const tilebase: Connection = await connect({ source: "/tilebase.wasm", models: ["5x5"], onReport: (report) => report.report });
    const far: number | null = (await tilebase.distance("3x3", "867254301", { metric: "multi" })).distance;
    const calls = tilebase.with({ onReport: (report) => report.report });
    const ends: number[] = (await calls.solve("3x3", "867254301", { stages: "rows" })).stages.map((stage) => stage.end);
    const many: number[][] = (await calls.random("3x3", { n: 2 })).map((random) => random.state);
    const letters: string | undefined = (await calls.solve("3x3", "867254301", { count: true })).letters;
    const form: string | undefined = (await tilebase.read("AAB_", { goal: "AAB_" })).states[0].read_as?.form;
    const error: Error = new TilebaseError("");
    export const all = [far, ends, many, letters, form, error];
    tilebase.close();
    const wrong: number | null = tilebase.distance("3x3", "867254301").distance;
  `);
  assert.deepEqual([...complaint.matchAll(/use.ts\((\d+),/g)].map(([, line]) => line), ["13"]);
});

test("the types refuse wrong questions", () => {
  const complaint = compile(`
    import { load } from "tilebase-solver";
    const tilebase = await load();
    tilebase.distance("3x3");
    tilebase.solve("3x3", 867254301);
    tilebase.random("3x3", { n: "2" });
    const moves: string = tilebase.hints("3x3", "867254301").moves;
    tilebase.depths("3x3", { metric: "lines" });
    tilebase.distance("3x3", "867254301", { counts: true });
    tilebase.distance("oshidori-bw-4", "BWBWBWBW__", { turn: "often" });
    tilebase.shorten("3x3", "123456780");
    tilebase.solve("3x3", "867254301", { endings: 2 });
  `);
  assert.deepEqual([...complaint.matchAll(/use.ts\((\d+),/g)].map(([, line]) => line), ["4", "5", "6", "7", "8", "9", "10", "11", "12"]);
});
