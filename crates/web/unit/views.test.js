// What the parts of the page say and show, on a document without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./document.js";
import { Game } from "../site/game.js";
import { Histogram } from "../site/histogram.js";
import { Positions, farthest, positionAt } from "../site/positions.js";
import { GOALS, colourings, puzzle, readMoves } from "../site/puzzle.js";
import { Race } from "../site/race.js";
import { say } from "../site/say.js";
import { switchLanguage, t } from "../site/texts.js";

const element = () => document.createElement("div");
const board = puzzle("2x3");
const { steps } = readMoves(board, board.goal, "DR");
const start = steps[1].cells;
const home = readMoves(board, start, "LU").steps;

/** The tiles that a board shows, by cell. */
function shown(view) {
  const cells = Array(board.cells).fill(0);
  for (const tile of view.element.children) {
    cells[tile.properties.get("--y") * board.cols + tile.properties.get("--x")] = Number(tile.textContent);
  }
  return cells;
}

test("both languages have the same texts", async () => {
  const kinds = (texts) => Object.entries(texts).map(([name, text]) => [name, Array.isArray(text) || typeof text !== "object" ? typeof text : kinds(text)]).sort();
  const english = kinds(t);
  await switchLanguage();
  assert.equal(t.language, "ja");
  assert.deepEqual(kinds(t), english);
  await switchLanguage();
  assert.equal(t.language, "en");
});

test("each goal of the choice has a name of its own", () => {
  const names = [...GOALS.map(t.goal), t.goals.own, t.goals.bring, ...Object.keys(colourings(3, 3)).map((name) => t.colours[name])];
  assert.ok(names.every(Boolean), String(names));
  assert.equal(new Set(names).size, names.length, String(names));
});

test("texts count as people do", () => {
  assert.deepEqual([1, 2, 10_080, 1e6].map(t.showAll), ["Show all 1", "Show all 2", "Show all 10,080", "Show all 1,000,000"]);
  assert.deepEqual([1, 2].map(t.movesMade), ["1 move", "2 moves"]);
  assert.equal(t.positionsAt(1, 0), "1 position at 0");
  assert.equal(t.counter(3, 61_500), "3 moves, 1:01");
  assert.deepEqual(["3x3", "4x4", "2x10", "oshidori-bw-3"].map(t.puzzle), ["8-puzzle", "15-puzzle", "2×10", "Ducks"]);
  const verdict = { made: 4, enough: 4, left: 0, wasted: 0, wrong: [] };
  assert.equal(t.verdict(verdict), "4 moves: as short as can be.");
  assert.equal(t.verdict({ ...verdict, left: 2 }), "4 moves, 2 to go, none wasted.");
  assert.equal(t.verdict({ ...verdict, enough: 2, wasted: 2, wrong: [1, 3] }), "4 moves; 2 would have been enough. 2 wrong turns: at moves 1 and 3.");
  assert.equal(t.verdict({ ...verdict, left: 1, wasted: 1, wrong: [2] }), "4 moves, 1 to go. 1 wrong turn so far cost 1 move.");
});

test("the histogram shows a bar for each distance, and keys choose one", () => {
  const chosen = [];
  const histogram = new Histogram(element(), (distance) => chosen.push(distance));
  assert.equal(histogram.said.textContent, t.clickBar);
  histogram.show([1, 2, 3, 1200], 2);
  const bars = histogram.chart.all("rect");
  assert.deepEqual(bars.map((bar) => bar.attributes.get("class")), [undefined, undefined, "here", undefined]);
  assert.equal(histogram.said.textContent, "3 positions at 2");
  const key = (key) => histogram.chart.dispatchEvent(Object.assign(new Event("keydown"), { key }));
  for (const [name, said] of [["ArrowRight", "1,200 positions at 3"], ["PageUp", "1,200 positions at 3"], ["Home", "1 position at 0"], ["ArrowLeft", "1 position at 0"]]) {
    key(name);
    assert.equal(histogram.said.textContent, said, name);
  }
  key("Enter");
  histogram.chart.dispatchEvent(Object.assign(new Event("click"), { clientX: 299 }));
  assert.deepEqual(chosen, [0, 3]);
  histogram.chart.dispatchEvent(new Event("pointerleave"));
  assert.equal(histogram.said.textContent, "3 positions at 2");
  // On a logarithmic scale a bar of few positions is higher.
  const height = () => Number(histogram.chart.all("rect")[2].attributes.get("height"));
  const low = height();
  histogram.logarithmic = true;
  assert.ok(height() > 10 * low);
  histogram.show(null, null);
  assert.equal(histogram.said.textContent, t.clickBar);
});

test("the opponent of a race moves with the player and takes nothing back", () => {
  const said = element();
  const race = new Race(element(), said, board, start);
  assert.equal(said.textContent, t.searching);
  const game = new Game(board, start);
  race.begin([start, steps[0].cells, board.goal], game);
  assert.equal(said.textContent, "2 moves are enough. Your opponent moves whenever you do.");
  game.play(home[0]);
  race.moved(game);
  assert.equal(said.textContent, "You have made 1 move; your opponent has 1 to go.");
  assert.deepEqual(shown(race.board), steps[0].cells);
  game.undo();
  race.moved(game);
  assert.equal(said.textContent, "2 moves are enough. Your opponent moves whenever you do.");
  assert.deepEqual(shown(race.board), steps[0].cells);
  home.forEach((step) => game.play(step));
  race.moved(game);
  assert.equal(said.textContent, "A draw: 2 moves, and no solution is shorter.");
});

test("announcements come at most once a second, and only the last counts", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const said = () => document.getElementById("live").textContent;
  for (const text of ["one", "two", "three"]) say(text);
  assert.equal(said(), "one");
  context.mock.timers.tick(1000);
  assert.equal(said(), "three");
  context.mock.timers.tick(1000);
  say("four");
  assert.equal(said(), "four");
});

test("a position at a distance comes from a table, or from walks until one fits", async () => {
  const asked = [];
  const answers = (answer) => ({ ask: async (question) => (asked.push(question.do), { answer: answer(question) }) });
  const table = answers((question) => ({ states: question.do === "at" ? [start] : [start, steps[0].cells, board.goal] }));
  assert.deepEqual(await positionAt(table, board, 2), [start]);
  assert.equal((await positionAt(table, board, 2, { solved: true })).length, 3);
  assert.deepEqual(asked, ["at", "at", "solve"]);
  // A lower bound in place of the distance: walks of some length lead so far, and no farther than that.
  for (const [name, distance] of [["4x4", 10], ["4x4", 30], ["5x5", 60]]) {
    const searched = puzzle(name);
    const search = answers(({ state }) => ({ states: Array(searched.least(state) + 1).fill(state) }));
    const states = await positionAt(search, searched, distance);
    assert.ok(Math.abs(states.length - 1 - distance) <= Math.max(2, distance / 10), `${name}: ${states.length - 1} for ${distance}`);
  }
  assert.deepEqual([farthest(puzzle("4x4")), farthest(puzzle("5x5")), farthest(puzzle("4x4", { metric: "multi" }))], [50, 98, 30]);
});

test("puzzles of the day in a row are counted, once a day for each puzzle", () => {
  const game = new Game(board, start, home);
  const positions = new Positions({ puzzle: board, game });
  const said = () => document.getElementById("dailySaid").textContent;
  const solve = (date, distance = 2) => {
    game.daily = { date, distance };
    positions.solved();
  };
  positions.solved();
  assert.equal(positions.result, "");
  solve("2026-02-28");
  assert.equal(said(), "Solved in 2 moves, the fewest possible. 1 day in a row (longest streak: 1). Solved: 1, of these in the fewest moves: 1.");
  solve("2026-02-28");
  solve("2026-03-01", 1);
  assert.equal(said(), "Solved in 2 moves; 1 are enough. 2 days in a row (longest streak: 2). Solved: 2, of these in the fewest moves: 1.");
  assert.equal(positions.result, "Tilebase 2×3, 2026-03-01: 2 moves (fewest 1) in 0:00, 2 days in a row");
  solve("2026-03-03");
  assert.equal(said(), "Solved in 2 moves, the fewest possible. 1 day in a row (longest streak: 2). Solved: 3, of these in the fewest moves: 2.");
  game.helped = true;
  solve("2026-03-04");
  assert.equal(said(), "Solved with help: today's puzzle counts once you solve it alone.");
  game.helped = false;
  solve("2026-03-04");
  assert.match(said(), /Solved: 4,/);
});
