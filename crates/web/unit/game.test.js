// Games, and what is known of positions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../site/game.js";
import { Known, Records, isKnown, kindOf } from "../site/known.js";
import { puzzle, readMoves } from "../site/puzzle.js";

const board = puzzle("2x3");
/** Two moves from home, and the positions on the way. */
const { steps } = readMoves(board, board.goal, "DR");
const start = steps[1].cells;
const way = [start, steps[0].cells, board.goal];
const home = readMoves(board, start, "LU").steps;

test("a game goes forward, back and another way", () => {
  const game = new Game(board, start);
  assert.deepEqual([game.home, game.steps.length, game.time], [false, 0, 0]);
  for (const step of home) game.play(step);
  assert.ok(game.home && game.ended >= game.began);
  game.goTo(1);
  assert.deepEqual(game.cells, way[1]);
  game.goTo(99);
  assert.ok(game.home);
  game.goTo(-1);
  // The move that was made then keeps what comes after it; another one does not.
  game.play({ ...home[0], stage: "first" });
  assert.deepEqual([game.trail.length, game.stages], [3, [{ stage: "first", end: 1 }]]);
  game.undo();
  const other = board.moves(start).find((step) => step.letter !== home[0].letter);
  game.play(other);
  assert.deepEqual([game.trail.length, game.cells], [2, other.cells]);
  game.undo();
  game.undo();
  assert.deepEqual([game.here, game.start], [0, start]);
});

test("a game is reviewed once every distance is known", () => {
  const game = new Game(board, start, home);
  assert.equal(game.review, null);
  [2, 1, 0].forEach((distance, at) => (game.trail[at].distance = distance));
  assert.deepEqual(game.review, { made: 2, enough: 2, wrong: [], left: 0, wasted: 0 });
  [2, 3, 2].forEach((distance, at) => (game.trail[at].distance = distance));
  assert.deepEqual(game.review, { made: 2, enough: 2, wrong: [1], left: 2, wasted: 2 });
  game.goTo(1);
  game.tryAgain();
  assert.deepEqual(game.review, { made: 1, enough: 2, wrong: [1], left: 3, wasted: 2 });
});

test("a shortest solution says the distance of all positions on it", () => {
  const known = new Known();
  assert.ok(!isKnown(known.get(start)));
  known.learn(start, { distance: 2, states: way, proof: "search" }, 0.5);
  assert.deepEqual(way.map((cells) => known.get(cells).distance), [2, 1, 0]);
  assert.deepEqual([known.get(start).next, known.get(start).sought, known.get(start).proof], [way[1], 0.5, "search"]);
  assert.ok(isKnown(known.get(way[1])));
});

test("bounds come nearer to each other and never go back", () => {
  const known = new Known();
  known.narrow(start, 0, 8, null);
  known.narrow(start, 2, 6, way[1]);
  known.narrow(start, 1, 7, null);
  assert.deepEqual(known.get(start), { lower: 2, upper: 6, next: way[1] });
  known.narrow(start, 6, 6, null);
  assert.equal(known.get(start).distance, 6);
});

test("what is not home is at least as far as its tiles are", () => {
  const known = new Known(puzzle("5x5").least);
  const far = puzzle("5x5").random();
  known.walk([far, puzzle("5x5").goal], false);
  const ways = far.reduce((sum, tile, at) => sum + (tile ? Math.abs((at % 5) - ((tile - 1) % 5)) + Math.abs(Math.floor(at / 5) - Math.floor((tile - 1) / 5)) : 0), 0);
  assert.equal(known.get(far).lower, ways);
  assert.equal(known.get(puzzle("5x5").goal).lower, 0);
  assert.equal(puzzle("5x5", { metric: "multi" }).least(far), 1);
  assert.equal(puzzle("3x3", { goal: "AABBCCDD0" }).least([1, 1, 2, 2, 3, 3, 4, 4, 0]), 0);
});

test("what was found for a puzzle is kept for a visit, unless many others were opened since", () => {
  const records = new Records();
  const first = records.of("#5x5");
  for (let other = 0; other < 7; other++) records.of(`#2x${other + 2}`);
  assert.equal(records.of("#5x5"), first);
  for (let other = 0; other < 8; other++) records.of(`#3x${other + 2}`);
  assert.notEqual(records.of("#5x5"), first);
});

test("moves are marked as nearer, farther or as far", () => {
  const known = new Known();
  const around = board.moves(start);
  const moves = around.map((step) => ({ state: step.cells, distance: step.letter === home[0].letter ? 1 : 3 }));
  known.learn(start, { distance: 2, moves, optimal_solutions: 1 });
  const marks = known.marks(board, start);
  assert.deepEqual(around.map(({ id }) => marks.get(id).kind), around.map(({ letter }) => (letter === home[0].letter ? "nearer" : "farther")));
  assert.equal(known.get(start).ways, 1);
  assert.deepEqual([kindOf(1, 2), kindOf(3, 2), kindOf(2, 2)], ["nearer", "farther", "level"]);
  assert.equal(known.marks(board, board.goal), null);
});

test("what cannot reach the goal is infinitely far from it", () => {
  const known = new Known();
  known.learn(start, { solvable: false, distance: null });
  assert.equal(known.get(start).distance, Infinity);
});
