// The page, driven as a visitor would.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PAGE, cells, distance, launch, program, reaches, visit } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const HARDEST = "#3x3/8.6.7.2.5.4.3.0.1";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A test on a page of its own, which must not complain. */
function on(name, hash, options, work) {
  test(name, { timeout: 240_000 }, async () => {
    const visited = await visit(browser, hash, options);
    await work(visited.page, visited);
    assert.deepEqual(visited.errors, []);
    await visited.context.close();
  });
}

on("an address names a position, whose distance is shown", HARDEST, {}, async (page) => {
  assert.equal(await distance(page), 31);
  assert.deepEqual(await cells(page), [8, 6, 7, 2, 5, 4, 3, 0, 1]);
  assert.match(await page.locator("#of").textContent(), /40 shortest solutions/);
});

on("a visitor without an address gets an 8-puzzle", "", {}, async (page) => {
  const shown = await distance(page);
  const [answer] = program(["distance", "3x3", (await cells(page)).join(" ")]);
  assert.equal(answer.distance, shown);
});

on("a tile that is clicked slides, and Undo takes it back", HARDEST, {}, async (page) => {
  await distance(page);
  await page.click('[data-tile="5"]');
  await reaches(page, 30);
  assert.deepEqual(await cells(page), [8, 6, 7, 2, 0, 4, 3, 5, 1]);
  assert.match(page.url(), /#3x3\/8\.6\.7\.2\.5\.4\.3\.0\.1\/m=D$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 31);
});

on("a tile slides with those between it and the gap", "#3x3/1.2.3.4.5.6.7.8.0", {}, async (page) => {
  await distance(page);
  await page.click('[data-tile="7"]');
  await reaches(page, 2);
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
});

on("a line of tiles is one move where that is asked for", "#3x3/1.2.3.4.5.6.7.8.0", {}, async (page) => {
  await distance(page);
  await page.click('[data-tile="7"]');
  await reaches(page, 2);
  // The same game is one move of two tiles.
  await page.getByLabel("A line is one move").check();
  await reaches(page, 1);
  assert.match(page.url(), /\/metric=multi\/m=R2$/);
  assert.match(await page.locator("#board").ariaSnapshot(), /Tile 8, row 3, column 3, slides left with 1 other, then 0 to go/);
  await page.click('[data-tile="8"]');
  await reaches(page, 0);
  assert.deepEqual(await cells(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.match(page.url(), /m=R2L2$/);
  assert.match(await page.locator("#game .verdict").textContent(), /2 moves.*Tile by tile 4, line by line 2/);
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 1);
  await page.click('[data-tile="1"]');
  await reaches(page, 2);
  await page.waitForFunction(() => /1 with 1 other, slid down; 2 to go/.test(document.getElementById("live").textContent));
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 1);
  await page.getByLabel("A line is one move").uncheck();
  await reaches(page, 2);
  assert.doesNotMatch(page.url(), /metric/);
});

on("the other metric has positions, hardest ones and a game of its own", "#3x4/metric=multi", {}, async (page) => {
  await page.waitForFunction(() => document.querySelectorAll("#gallery button").length === 5);
  assert.match(await page.locator("#most").textContent(), /5 positions need 33 moves/);
  await page.locator("#gallery button").first().click();
  await reaches(page, 33);
  await page.locator("#picker [data-space='2x3']").click();
  await page.focus("#depths");
  await page.waitForFunction(() => document.querySelector("#depths svg"));
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await reaches(page, 20);
  await page.getByRole("button", { name: "Solve" }).click();
  await reaches(page, 0);
  assert.match(await page.locator("#game .verdict").textContent(), /20 moves: as short as can be/);
  // A game whose moves were made elsewhere is graded in the metric of its address.
  await page.goto(`${PAGE}#3x3/1.2.3.4.5.6.7.8.0/metric=multi/m=D2R`);
  await page.reload();
  await page.waitForFunction(() => /2 moves, 2 to go/.test(document.querySelector("#game .verdict")?.textContent));
});

on("arrow keys slide tiles, letters are buttons", HARDEST, {}, async (page) => {
  await distance(page);
  await page.keyboard.press("ArrowDown");
  await reaches(page, 30);
  await page.keyboard.press("u");
  await reaches(page, 31);
  await page.keyboard.press("b");
  await reaches(page, 30);
  await page.keyboard.press("n");
  await page.waitForFunction((before) => !location.hash.startsWith(before), HARDEST);
  await distance(page);
});

on("one tile is in the order of the Tab key, and Shift with arrows walks", HARDEST, {}, async (page) => {
  await distance(page);
  assert.equal(await page.locator("#board [tabindex='0']").count(), 1);
  await page.focus("#board [tabindex='0']");
  const before = await page.evaluate(() => document.activeElement.dataset.tile);
  await page.keyboard.press("Shift+ArrowUp");
  const next = await page.evaluate(() => document.activeElement.dataset.tile);
  assert.notEqual(next, before);
  assert.equal(await page.locator("#board [tabindex='0']").count(), 1);
});

on("Best move is optimal, and Solve goes home in the fewest moves", "#3x3/1.2.3.4.0.6.7.5.8", {}, async (page) => {
  assert.equal(await distance(page), 2);
  await page.getByRole("button", { name: "Best move" }).click();
  await reaches(page, 1);
  await page.getByRole("button", { name: "Solve" }).click();
  await reaches(page, 0);
  assert.match(await page.locator("#game .verdict").textContent(), /2 moves: as short as can be/);
});

on("a game in the address is graded, and one can try again", "#3x3/1.2.3.4.5.6.7.8.0/m=DRUL", {}, async (page) => {
  await distance(page);
  await page.waitForFunction(() => document.querySelector("#game .verdict")?.textContent.includes("wrong"));
  const [{ distance: left }] = program(["distance", "3x3", (await cells(page)).join(" ")]);
  // The game begins at home: all of its moves are lost, and those back.
  assert.match(await page.locator("#game .verdict").textContent(), new RegExp(`4 moves, ${left} to go.*cost ${4 + left} moves`));
  await page.getByRole("button", { name: "Next wrong turn" }).click();
  await reaches(page, 0);
  await page.getByRole("button", { name: "Try again from here" }).click();
  assert.ok(await page.getByRole("button", { name: "Try again from here" }).isDisabled());
});

on("a bar of the histogram brings a position at its distance", "#3x3", {}, async (page) => {
  await page.locator("#depths svg").waitFor();
  await page.focus("#depths");
  await page.keyboard.press("End");
  assert.match(await page.locator("#histogram .said").textContent(), /2 positions at 31/);
  await page.keyboard.press("Enter");
  await reaches(page, 31);
  await page.getByLabel("Logarithmic").check();
  await page.getByRole("button", { name: "Puzzle of the day" }).click();
  await page.waitForFunction(() => /Today's puzzle: \d+ moves/.test(document.getElementById("dailySaid").textContent));
});

on("the gallery has the hardest positions, and the back button returns", "#3x4/1.2.3.4.5.6.7.8.9.10.11.0", {}, async (page) => {
  await reaches(page, 0);
  await page.waitForFunction(() => document.querySelectorAll("#gallery button").length === 18);
  await page.locator("#gallery button").first().click();
  await reaches(page, 53);
  await page.goBack();
  await reaches(page, 0);
});

on("the race ends with what the shortest way took", "#2x2/1.2.0.3", {}, async (page) => {
  await distance(page);
  await page.getByRole("button", { name: "Race" }).click();
  await page.waitForFunction(() => /enough/.test(document.getElementById("raceSaid").textContent));
  assert.equal(await page.locator("#distance").textContent(), "?");
  for (let turn = 0; turn < 30; turn++) {
    const home = (await cells(page)).join() === "1,2,3,0";
    if (home) break;
    // Round and round: every solvable 2x2 is met on the way.
    const gap = (await cells(page)).indexOf(0);
    await page.keyboard.press(["ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"][gap]);
  }
  await page.waitForFunction(() => /draw|Home in/.test(document.getElementById("raceSaid").textContent));
});

on("ducks fly, and what is proven is said", "#oshidori-kinds-4", {}, async (page) => {
  assert.equal(await distance(page), 7);
  assert.match(await page.locator("#proof").textContent(), /Proven/);
  await page.keyboard.press("s");
  await reaches(page, 0);
  await page.goto(`${PAGE}#oshidori-kinds-17`);
  await reaches(page, 18);
  assert.match(await page.locator("#proof").textContent(), /18 moves, proven/);
  await page.getByRole("button", { name: "Black and white" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#oshidori-bw-17"));
});

on("a board of one's own is read, judged and played", "#bring", {}, async (page) => {
  await page.fill("#pasted", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
  await page.getByText("It cannot be solved").waitFor();
  await page.getByRole("button", { name: "Exchange 15 and 14" }).click();
  await page.getByText("It can be solved").waitFor();
  await page.fill("#pasted", "8 6 7\n2 5 4\n3 _ 1");
  await page.getByRole("button", { name: "Play it" }).click();
  await reaches(page, 31);
});

on("tiles can be tapped in order", "#bring", {}, async (page) => {
  await page.getByRole("button", { name: "2×2" }).click();
  for (const tile of ["1", "2", "gap", "3"]) await page.locator(".order").getByRole("button", { name: tile, exact: true }).click();
  await page.getByRole("button", { name: "Play it" }).click();
  await reaches(page, 1);
});

on("the five diagrams answer", "#how", {}, async (page) => {
  const status = page.locator(".how .status");
  await status.last().waitFor();
  assert.equal(await status.count(), 5);
  await page.locator(".how .cell").nth(0).click();
  await page.locator(".how .cell").nth(1).click();
  assert.match(await status.nth(0).textContent(), /2 pairs/);
  await page.locator(".how input").nth(0).fill("0");
  assert.match(await status.nth(1).textContent(), /Number 0: gap in place 0/);
  await page.locator(".how input").nth(1).fill("21");
  assert.match(await status.nth(2).textContent(), /1 board at 21; 360 of 360/);
  for (let step = 0; step < 21; step++) await page.getByRole("button", { name: "One step" }).click();
  assert.match(await status.nth(3).textContent(), /Home after 21 steps/);
  assert.match(await status.nth(4).textContent(), /The distance is 31/);
});

on("a finger taps and swipes on a phone", HARDEST, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
  await distance(page);
  await page.tap('[data-tile="5"]');
  await reaches(page, 30);
  const box = await page.locator("#board").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const [type, dx] of [["pointerdown", 0], ["pointerup", 60]]) {
    await page.locator("#board").dispatchEvent(type, { clientX: x + dx, clientY: y, pointerType: "touch", isPrimary: true });
  }
  await page.waitForFunction(() => location.hash.endsWith("/m=DR"));
});

on("a link that cannot be solved is said to be so", "#3x3/2.1.3.4.5.6.7.8.0", {}, async (page) => {
  await distance(page);
  assert.match(await page.locator("#warning").textContent(), /cannot be solved, so here is a random one/);
});

on("the page speaks Japanese", "#oshidori-kinds-4", { locale: "ja-JP" }, async (page) => {
  await distance(page);
  assert.equal(await page.getAttribute("html", "lang"), "ja");
  assert.match(await page.locator("#proof").textContent(), /証明/);
  await page.click("#language");
  assert.equal(await page.getAttribute("html", "lang"), "en");
});

on("long work is stopped, and the next question starts anew", "#4x4/0.12.9.13.15.11.10.14.3.7.2.5.4.8.6.1", {}, async (page) => {
  await page.getByRole("button", { name: "Stop" }).click();
  assert.match(await page.locator("#note").textContent(), /Stopped/);
  await page.locator("#picker [data-space='3x3']").click();
  await distance(page);
});

on("all is there without a network", "#3x3", {}, async (page, { context }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const kept = await page.evaluate(async () => {
    const [name] = await caches.keys();
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname.slice(1)).sort();
  });
  assert.deepEqual(kept, ["", "app.js", "hardest-4x4.json", "icon.svg", "manifest.webmanifest", "tilebase.wasm", "worker.js"]);
  await context.setOffline(true);
  await page.goto(`${PAGE}#2x5/0.5.3.2.1.9.4.8.7.6`);
  await page.reload();
  await reaches(page, 55);
});

test("a browser without WebAssembly can play, and is told what it lacks", { timeout: 60_000 }, async () => {
  const context = await browser.newContext({ locale: "en" });
  await context.addInitScript(() => delete globalThis.WebAssembly);
  const page = await context.newPage();
  await page.goto(PAGE);
  await page.getByText("no WebAssembly").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.equal((await cells(page)).length, 9);
  await context.close();
});

const SCREENS = [HARDEST, `${HARDEST}/metric=multi`, "#2x6", "#4x4/1.2.3.4.5.6.7.8.9.10.11.12.13.14.0.15", "#oshidori-kinds-4", "#oshidori-kinds-24", "#bring", "#how"];
for (const [colorScheme, width] of [["light", 1280], ["dark", 390], ["light", 360], ["dark", 1920]]) {
  test(`every screen is accessible and fits: ${colorScheme}, ${width} pixels`, { timeout: 240_000 }, async () => {
    const found = [];
    for (const hash of SCREENS) {
      const { page, context, errors } = await visit(browser, hash, { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });
      if (!/#(bring|how)/.test(hash)) await page.locator("#distance[data-state=ready]").waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${hash} is wider than ${width}`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      found.push(...violations.map(({ id, nodes }) => [hash, id, nodes[0].html]));
      assert.deepEqual(errors, [], hash);
      await context.close();
    }
    assert.deepEqual(found, []);
  });
}

on("the accessibility tree names tiles, and the live region tells of moves", HARDEST, {}, async (page) => {
  await distance(page);
  const tree = await page.locator("#board").ariaSnapshot();
  assert.match(tree, /Tile 5, row 2, column 2, slides down, then 30 to go/);
  await page.click('[data-tile="5"]');
  await page.waitForFunction(() => /5, slid down; 30 to go/.test(document.getElementById("live").textContent));
});

/** Distances that the page's module gives, by its own worker's code. */
const SPACES = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "2x6", "4x4", "oshidori-kinds-5", "oshidori-bw-6"];
const LINES = ["2x4", "3x3", "2x5", "3x4", "2x6", "4x4"];
for (const [space, metric] of [...SPACES.map((space) => [space]), ...LINES.map((space) => [space, "multi"])]) {
  on(`200 distances of ${space}${metric ? `, ${metric},` : ""} equal the program's`, "#how", {}, async (page) => {
    const option = metric ? ["--metric", metric] : [];
    const states = program(["random", space, "-n", space === "4x4" && metric ? "20" : "200", "--seed", "5"]).map(({ state }) => state);
    const expected = program(["distance", space, "-", ...option], states.map((state) => state.join(" ")).join("\n")).map(({ distance }) => distance);
    const found = await page.evaluate(async ({ space, metric, states }) => {
      const { Engine } = await import("./app.js");
      const engine = new Engine();
      const distances = [];
      for (const state of states) distances.push((await engine.ask({ do: "distance", space, metric, state })).answer.distance);
      engine.stop();
      return distances;
    }, { space, metric, states });
    assert.deepEqual(found, expected);
  });
}
