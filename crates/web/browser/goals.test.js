// Goals with open cells and equal tiles, and rows by other rules.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync, writeFileSync } from "node:fs";
import { cells, distance, launch, onPage, program, reaches, shows } from "./drive.js";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());
const on = (...words) => onPage(() => browser, ...words);

/** The page's own rules of puzzles, which need no browser. */
writeFileSync("puzzle.mjs", readFileSync("../../crates/web/site/puzzle.js"));
const { GOALS, PUBLISHED, colourings, puzzle } = await import("./puzzle.mjs");

/** The program's options for rules. */
const options = (rules) => Object.entries(rules).flatMap(([rule, value]) => (value === true ? [`--${rule}`] : [`--${rule}`, String(value)]));

/** The cells of the row as it is shown: the names of its ducks. */
const row = async (page) => (await page.locator("#pond").getAttribute("aria-label")).match(/: (.*)\./)[1];

const OPEN = "1.2.3.x.x.x.x.x.x";
on("a goal may leave cells open", `#3x3/8.6.7.2.5.4.3.0.1/goal=${OPEN}`, {}, async (page) => {
  assert.equal(await distance(page), 21);
  await shows(page.locator("#states"), /3,024 positions/);
  await page.keyboard.press("p");
  await reaches(page, 0);
  assert.deepEqual((await cells(page)).slice(0, 3), [1, 2, 3]);
  assert.ok(page.url().includes(`/goal=${OPEN}`));
  await page.click("#new");
  const shown = await distance(page);
  const [answer] = program(["distance", "3x3", (await cells(page)).join(" "), "--goal", OPEN.replaceAll(".", " ")]);
  assert.equal(answer.distance, shown);
});

on("a solution goes stage by stage", "#3x3/8.6.7.2.5.4.3.0.1", {}, async (page) => {
  await reaches(page, 31);
  await page.selectOption("#stages", "rows");
  await page.click("#solve");
  await reaches(page, 0);
  await shows(page.locator("#verdict"), /^35 moves; 31 would have been enough.*Stages: 1-3 in 21 moves, rest in 14 moves\./);
  assert.deepEqual(await page.locator("#game svg text").allTextContents().then((texts) => texts.filter((text) => /1-3|rest/.test(text))), ["1-3", "rest"]);
  // Other moves from within a stage are no stages.
  await page.click("#undo");
  await shows(page.locator("#verdict"), /Stages: 1-3 in 21 moves\./);
  // The fewest moves again.
  await page.goto(page.url().replace(/\/m=.*/, ""));
  await page.selectOption("#stages", "");
  await reaches(page, 31);
  await page.click("#solve");
  await reaches(page, 0);
  await shows(page.locator("#verdict"), /^31 moves: as short as can be\./);
  // Neither open goals nor rows have stages.
  await page.click("[data-space=alike]");
  await page.waitForFunction(() => document.getElementById("staging").hidden);
});

on("tiles may be alike, and slide as themselves", "#3x3/D.D.C.C.B.B.A.A.0/goal=AABBCCDD0", {}, async (page) => {
  assert.equal(await distance(page), 26);
  // Where each of the eight tiles is.
  const places = () => page.evaluate(() => [...document.querySelectorAll("#board .tile")].map((tile) => ["--y", "--x"].map((place) => tile.style.getPropertyValue(place)).join()));
  const before = await places();
  const pressed = await page.evaluate(() => {
    const tiles = [...document.querySelectorAll("#board .tile")];
    const at = tiles.findIndex((tile) => tile.style.getPropertyValue("--y") === "2" && tile.style.getPropertyValue("--x") === "0");
    tiles[at].click();
    return at;
  });
  await page.waitForFunction(() => /m=R2/.test(location.hash));
  const after = await places();
  // Two tiles slid, both an A, each by one cell, and no other.
  assert.equal(after[pressed], "2,1");
  assert.deepEqual(after.filter((place, at) => place !== before[at]).sort(), ["2,1", "2,2"]);
  assert.deepEqual(await cells(page), [4, 4, 3, 3, 2, 2, 0, 1, 1]);
  await page.click("#undo");
  await page.click("#undo");
  await reaches(page, 26);
  await page.keyboard.press("p");
  await reaches(page, 0);
  assert.deepEqual(await cells(page), [1, 1, 2, 2, 3, 3, 4, 4, 0]);
  await shows(page.locator("#verdict"), /26 moves: as short as can be/);
});

on("puzzles with equal tiles can be picked, in both metrics", "#3x3", {}, async (page) => {
  await page.click('[data-space="alike"]');
  await page.waitForFunction(() => location.hash.includes("/goal=A.A.A.B.B.B.C.C.0"));
  await page.selectOption("#goal", { label: "columns" });
  await page.waitForFunction(() => location.hash.includes("/goal=A.B.C.A.B.C.A.B.0"));
  const goal = ["--goal", "A B C A B C A B 0"];
  const single = await distance(page);
  assert.equal(program(["distance", "3x3", (await cells(page)).join(" "), ...goal])[0].distance, single);
  await page.getByLabel("A line is one move").check();
  await page.waitForFunction(() => location.hash.includes("/metric=multi"));
  const multi = await distance(page);
  assert.equal(program(["distance", "3x3", (await cells(page)).join(" "), ...goal, "--metric", "multi"])[0].distance, multi);
  await page.selectOption("#goal", { label: "1, 2, 3 … gap" });
  await page.waitForFunction(() => !location.hash.includes("goal"));
  await page.click('[data-space="4x4"]');
  await page.selectOption("#goal", { label: "chessboard" });
  await page.waitForFunction(() => location.hash.includes("/goal=A.B.A.B.B"));
  await shows(page.locator("#states"), /102,960 positions/);
  // Those whose table is too large for a visitor to wait are not offered.
  assert.equal(await page.locator("#goal option", { hasText: "rows" }).count(), 0);
});

on("a board with equal tiles and a goal with open cells are read", "#bring", {}, async (page) => {
  await page.fill("#pasted", "D D C / C B B / A A _");
  await page.getByText("the goal has them in order").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await reaches(page, 26);
  await page.goto("about:blank");
  await page.goto(`${process.env.PAGE}#bring`);
  await page.fill("#pasted", "867254301");
  await page.fill("#goalText", "1 2 3 x");
  await page.getByText("This is not a goal").waitFor();
  assert.ok(await page.getByRole("button", { name: "Play it" }).isDisabled());
  await page.fill("#goalText", "1 2 3 / x x x / x x x");
  await page.getByText("It can be solved").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await reaches(page, 21);
  await page.goto(`${process.env.PAGE}#bring`);
  await page.fill("#goalText", "");
  await page.fill("#pasted", "x 1 / 2 x / x x");
  await page.getByText("this is a goal").waitFor();
  await page.getByRole("button", { name: "Make it the goal" }).click();
  await page.waitForFunction(() => location.hash.includes("/goal=x.1.2.x.x.x"));
  const shown = await distance(page);
  assert.equal(program(["distance", "3x2", (await cells(page)).join(" "), "--goal", "x 1 2 x x x"])[0].distance, shown);
});

on("ducks land where one likes, turned round or not", "#oshidori-bw-4/2.1.2.1.2.1.2.1.0.0.0.0/holes=4/turn=may", {}, async (page) => {
  const first = await distance(page);
  const asked = ["distance", "oshidori-bw-4", "--holes", "4", "--turn", "may"];
  assert.equal(program([...asked, "WBWBWBWB____"])[0].distance, first);
  await page.locator(".duck").nth(2).click();
  const ways = page.locator("#choice button");
  assert.equal(await ways.count(), 6);
  await page.getByRole("button", { name: "places 10 to 11, turned round" }).click();
  await page.waitForFunction(() => location.hash.endsWith("/m=2-9t"));
  assert.equal(await row(page), "W B gap gap W B W B gap B W gap");
  const second = await distance(page);
  assert.equal(program([...asked, "WB__WBWB_BW_"])[0].distance, second);
  assert.ok(await page.locator("#choice").isHidden());
  await page.keyboard.press("p");
  await reaches(page, 0);
  assert.equal(await row(page), "B B B B W W W W gap gap gap gap");
});

on("rules of a row are chosen on the page, and the usual start is known", "#oshidori-bw-4", {}, async (page) => {
  await reaches(page, program(["distance", "oshidori-bw-4"])[0].distance);
  await page.getByLabel("Fly at a time").selectOption("3");
  await page.waitForFunction(() => location.hash.includes("/block=3"));
  await reaches(page, 4);
  await shows(page.locator("#ducksGoal"), /Three neighbours fly into the gap/);
  await page.click("#new");
  await page.waitForFunction(() => !location.hash.includes("/1.2.1.2.1.2.1.2.0.0.0"));
  await shows(page.locator("#known"), /The usual start is 4 moves from the goal/);
  await page.getByLabel("Fly at a time").selectOption("2");
  await page.getByLabel("Turned round").selectOption("must");
  await page.waitForFunction(() => /oshidori-bw-4\/[\d.]+\/turn=must$/.test(location.hash));
  await reaches(page, 5);
  await page.getByLabel("Turned round").selectOption("");
  await page.locator("#white").fill("5");
  await page.waitForFunction(() => location.hash.startsWith("#oshidori-bw-4x5/"));
  await reaches(page, 5);
  await page.getByLabel("Empty cells").selectOption("4");
  await page.waitForFunction(() => location.hash.endsWith("/holes=4"));
  const shown = await distance(page);
  assert.equal(program(["distance", "oshidori-bw-4x5", "--holes", "4"])[0].distance, shown);
});

on("rows are searched at once, however large their tables would be", "#oshidori-kinds-4", {}, async (page) => {
  await shows(page.locator("#built"), /^All 22,680/);
  // What the page says that it computes.
  await page.evaluate(() => {
    globalThis.built = [];
    new MutationObserver(() => globalThis.built.push(document.getElementById("built").textContent)).observe(document.getElementById("built"), { childList: true });
  });
  for (const [hash, length] of [["#oshidori-kinds-6", 7], ["#oshidori-kinds-5/holes=4", 5], ["#oshidori-kinds-7", 8]]) {
    await page.goto(process.env.PAGE + hash);
    await reaches(page, length);
  }
  assert.deepEqual(await page.evaluate(() => globalThis.built.filter((text) => text !== "Computed on this device. Nothing was sent anywhere.")), []);
});

on("a goal that is out of reach is named so", "#oshidori-bw-4/unlike=true", {}, async (page) => {
  await shows(page.locator("#of"), /out of reach/);
  assert.equal(await page.locator("#distance").textContent(), "∞");
  await page.locator(".duck").first().click();
  await shows(page.locator("#verdict"), /out of reach/);
  // Other positions are those that lead to the goal.
  await page.click("#new");
  assert.ok(Number.isFinite(await distance(page)));
});

test("the page's moves of rows are the program's, by every rule", { timeout: 240_000 }, () => {
  const rows = [
    ["oshidori-bw-4x5", {}], ["oshidori-kinds-2,2,3", { unlike: true }], ["oshidori-bw-4", { block: 3, turn: "must" }],
    ["oshidori-kinds-3x3", { holes: 4 }], ["oshidori-bw-3", { block: 3, holes: 5, unlike: true, turn: "may" }], ["oshidori-kinds-4", { turn: "may" }],
  ];
  for (const [name, rules] of rows) {
    const played = puzzle(name, { rules });
    assert.deepEqual([played.name, played.rules], [name, rules]);
    const states = [played.start, played.goal, ...Array.from({ length: 20 }, () => played.random())];
    const answers = program(["hint", name, "-", ...options(rules)], states.map((state) => state.join(" ")).join("\n"));
    assert.equal(answers.length, states.length);
    answers.forEach((answer, at) => {
      // From where the goal is out of reach the program names no moves; the page's random positions lead to it.
      if (answer.distance === null) return assert.ok(at === 0, JSON.stringify(answer));
      const moves = played.moves(states[at]).map(({ move, cells }) => [String(move), cells.join()]).sort();
      assert.deepEqual(moves, answer.moves.map(({ move, jump, state }) => [jump ?? String(move), state.join()]).sort());
    });
  }
});

test("the known lengths are those of the book", () => {
  const book = readFileSync("../../docs/OSHIDORI.md", "utf8");
  const values = (text) => text.split(",").map(Number);
  let compared = 0;
  for (const [, kind, table] of book.matchAll(/^\| rule, (N black|K kinds).*?\n\| ---.*?\n((?:\|.*\n)*)/gm)) {
    for (const [, rule, from, lengths] of table.matchAll(/^\| (.*?) \| (\d+) to \d+ \| ([\d, ]+) \|/gm)) {
      if (rule.includes("goal")) continue;
      const given = [...rule.matchAll(/--(\w+)(?: (\w+))?/g)].map(([, name, value]) => `${name}=${value ?? true}`);
      const known = PUBLISHED[[kind === "N black" ? "bw" : "kinds", ...given].join(" ")];
      assert.deepEqual(known, Object.fromEntries(values(lengths).map((value, at) => [Number(from) + at, value])), rule);
      compared++;
    }
  }
  assert.equal(compared, Object.keys(PUBLISHED).length - 1);
  const kinds = [...book.matchAll(/^\| (\d+) \| (\d+) \|.*\| (?:search|construction\+bound) \|/gm)];
  assert.deepEqual(PUBLISHED.kinds, Object.fromEntries(kinds.map(([, number, length]) => [number, Number(length)])));
});

test("goals have the names of the program", () => {
  for (const [name, names] of [["3x3", ["blank-at:4"]], ["3x4", ["columns-blank-first"]], ["4x3", ["snake-blank-first", "snail"]]]) {
    for (const goal of [...GOALS, ...names]) {
      const [{ distance }] = program(["distance", name, puzzle(name, { goal }).goal.join(" "), "--goal", goal]);
      assert.equal(distance, 0, `${name} ${goal}`);
    }
  }
});

test("the page reads goals and knows what can be solved as the program does", { timeout: 240_000 }, () => {
  const goals = [["3x3", OPEN], ["2x3", "A.A.B.B.C.0"], ["2x3", "1.2.x.3.x.4"], ["2x3", "1.2.3.x.4.x"], ["2x3", "1.1.x.2.x.0"], ["3x3", colourings(3, 3).chess], ["2x3", "1.2.3.4.x.0"]];
  const verdicts = [];
  for (const [name, goal] of goals) {
    const played = puzzle(name, { goal });
    const states = Array.from({ length: 30 }, () => played.random());
    // Exchanging two tiles makes some of them unsolvable.
    for (const state of states.slice(0, 15)) {
      const [first, second] = [...state.keys()].filter((at) => state[at]);
      [state[first], state[second]] = [state[second], state[first]];
    }
    const answers = program(["check", name, "-", "--goal", goal.replaceAll(".", " ")], states.map((state) => state.join(" ")).join("\n"));
    assert.deepEqual(states.map((state) => played.solvable(state)), answers.map(({ solvable }) => solvable), `${name} ${goal}`);
    verdicts.push(...answers.map(({ solvable }) => solvable));
  }
  assert.ok(verdicts.includes(true) && verdicts.includes(false));
  assert.notEqual(puzzle("3x3", { goal: OPEN }).given, undefined);
  for (const wrong of ["1.2", "1.1.1.1.1.1.1.1.1", "0.0.1.2.x.x.x.x.x", "1.2.3.4.5.6.7.9.0", "A.B.1.x.x.x.x.x.0", "hello"]) {
    assert.equal(puzzle("3x3", { goal: wrong }).given, undefined, wrong);
  }
});
