// Puzzles, positions, moves and addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ALIKE, BOARDS, ROWS, beginningOf, below, colourings, goalPart, inOrder, inversions, isPosition, lengths, odd, puzzle, readAddress, readGoal, readMoves,
  reachableGoals, readPasted, rowName, shapes, signsOf, startOf, stroll, subject, writeAddress, writeMoves,
} from "../site/puzzle.js";

const eight = puzzle("3x3");
const inLines = puzzle("3x3", { metric: "multi" });

/** The positions that moves lead to from the goal, by their cells, with their distances. */
function distances(puzzle) {
  const known = new Map([[puzzle.goal.join("."), 0]]);
  const queue = [puzzle.goal];
  for (const cells of queue) {
    for (const step of puzzle.moves(cells)) {
      if (known.has(step.cells.join("."))) continue;
      known.set(step.cells.join("."), known.get(cells.join(".")) + 1);
      queue.push(step.cells);
    }
  }
  return known;
}

test("puzzles have the names of the program and of people", () => {
  for (const [said, name] of [["8-puzzle", "3x3"], ["9-puzzle", "2x5"], ["15-puzzle", "4x4"], ["3X4", "3x4"], ["oshidori-bw-3x3", "oshidori-bw-3"], ["oshidori-kinds-4x2", "oshidori-kinds-4"]]) {
    assert.equal(puzzle(said).name, name);
  }
  for (const name of ["", "x", "1x9", "11x10", "10-puzzle", "oshidori-", "oshidori-kinds-1", "oshidori-kinds-3x0", "oshidori-bw-30"]) {
    assert.equal(puzzle(name), null, name);
  }
  for (const name of [...BOARDS, ...ROWS]) assert.equal(puzzle(name).name, name);
  assert.equal(rowName("bw", [3, 4]), "oshidori-bw-3x4");
  assert.equal(rowName("kinds", [3, 3]), "oshidori-kinds-2x3");
  assert.equal(rowName("kinds", [2, 3]), "oshidori-kinds-2,3");
});

/** All orders of the tiles of a board. */
function orders(board) {
  let all = [[]];
  for (let cell = 0; cell < board.cells; cell++) {
    all = all.flatMap((order) => board.goal.filter((tile) => !order.includes(tile)).map((tile) => [...order, tile]));
  }
  return all;
}

test("a position is solvable exactly if moves lead to it from the goal", () => {
  for (const options of [{}, { metric: "multi" }, { goal: "blank-first" }, { goal: "5.4.3.0.1.2" }]) {
    const board = puzzle("2x3", options);
    const known = distances(board);
    for (const cells of orders(board)) assert.equal(board.solvable(cells), known.has(cells.join(".")), cells.join(" "));
  }
  assert.equal(Math.max(...distances(puzzle("2x3")).values()), 21);
  // Two cells are open, for a tile and the blank, which may be in either of them.
  for (const [goal, all] of [["1.2.3.4.x.x", false], ["x.2.x.4.5.3", true]]) {
    const open = puzzle("2x3", { goal });
    const goals = orders(open).filter((cells) => open.home(cells));
    const known = goals.map((goal) => distances({ ...open, goal }));
    const reached = orders(open).filter((cells) => known.some((of) => of.has(cells.join("."))));
    assert.deepEqual([goals.length, reached.length], [2, all ? 720 : 360], goal);
    assert.deepEqual(orders(open).filter(open.solvable), reached, goal);
  }
});

test("moves slide one tile, or a line of them", () => {
  const said = (one) => one.moves(one.goal).map(({ at, letter, tiles, cells }) => [at, letter, tiles, cells.join("")]);
  assert.deepEqual(said(eight), [[5, "D", 1, "123450786"], [7, "R", 1, "123456708"]]);
  assert.deepEqual(said(inLines), [[2, "D", 2, "120453786"], [5, "D", 1, "123450786"], [6, "R", 2, "123456078"], [7, "R", 1, "123456708"]]);
});

test("moves are written and read again", () => {
  const game = readMoves(eight, eight.goal, "d2r2");
  assert.deepEqual(game.steps.map(({ move }) => move), [6, 3, 2, 1]);
  assert.equal(writeMoves(eight, game.steps), "D2R2");
  assert.deepEqual(lengths(game.steps), { single: 4, multi: 2 });
  const lines = readMoves(inLines, inLines.goal, "D2R");
  assert.equal(writeMoves(inLines, lines.steps), "D2R");
  for (const [text, wrong, number] of [["DU?", "?", 3], ["DD0", "D0", 2], ["U", "U", 1], ["R99", "R", 3]]) {
    const read = readMoves(eight, eight.goal, text);
    assert.deepEqual([read.wrong, read.number, read.steps.length], [wrong, number, number - 1], text);
  }
  const row = puzzle("oshidori-kinds-3");
  const flight = readMoves(row, row.start, "1.3");
  assert.equal(flight.steps.length, 2);
  assert.equal(writeMoves(row, flight.steps), "1.3");
});

test("ducks fly as the rules say", () => {
  for (const [name, rules] of [["oshidori-kinds-3", {}], ["oshidori-bw-3", {}], ["oshidori-bw-3", { turn: "must" }], ["oshidori-bw-4", { block: 3 }], ["oshidori-kinds-3", { unlike: "true" }]]) {
    const row = puzzle(name, { rules });
    assert.equal(distances({ ...row, goal: row.start }).get(row.goal.join(".")), row.published, `${name} ${JSON.stringify(rules)}`);
  }
  const turning = puzzle("oshidori-bw-2", { rules: { turn: "may", holes: 3 } });
  assert.deepEqual(turning.moves(turning.start).map(({ move }) => move), ["0-4", "0-4t", "0-5", "0-5t", "1-4", "1-4t", "1-5", "1-5t", "2-4", "2-4t", "2-5", "2-5t"]);
});

test("goals are read as people write them", () => {
  assert.deepEqual(readGoal(eight, "blank-first").goal, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(readGoal(eight, "blank-last").goal, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.deepEqual(readGoal(eight, ALIKE.goal), { goal: [1, 1, 1, 2, 2, 2, 3, 3, 0], letters: true, alike: true });
  assert.deepEqual(readGoal(eight, "123xxxxxx").goal, [1, 2, 3, ...Array(6).fill(null)]);
  for (const wrong of ["", "1 2 3", "123456789", "123456700", "1 2 3 4 5 6 7 8 A"]) assert.equal(readGoal(eight, wrong), null, wrong);
  assert.deepEqual(Object.values(colourings(2, 3)), ["A.A.A.B.B.0", "A.A.A.B.B.0", "A.B.C.A.B.0", "A.B.A.B.A.0"]);
  assert.deepEqual(readGoal(eight, "spiral").goal, [1, 2, 3, 8, 0, 4, 7, 6, 5]);
  assert.deepEqual(readGoal(puzzle("3x4"), "spiral").goal, [1, 2, 3, 4, 10, 11, 0, 5, 9, 8, 7, 6]);
  const named = { snail: "1 2 3 8 0 4 7 6 5", columns: "1 4 7 2 5 8 3 6 0", "columns-blank-first": "0 3 6 1 4 7 2 5 8", snake: "1 2 3 6 5 4 7 8 0", "snake-blank-first": "0 1 2 5 4 3 6 7 8", "blank-at:4": "1 2 3 4 0 5 6 7 8", "blank-at:-1": "1 2 3 4 5 6 7 8 0" };
  for (const [name, cells] of Object.entries(named)) assert.equal(readGoal(eight, name).goal.join(" "), cells, name);
  for (const name of ["blank-at:9", "blank-at:-2", "blank", "spiral-first", "columns-last", "blank-blank-first"]) assert.equal(readGoal(eight, name), null, name);
  assert.equal(puzzle("3x3", { goal: "1.2.3.8.0.4.7.6.5" }).given, "spiral");
  assert.deepEqual(subject(puzzle("3x3", { goal: "spiral" })), { space: "3x3", goal: "1 2 3 8 0 4 7 6 5" });
  assert.deepEqual(reachableGoals(eight, [8, 6, 7, 2, 5, 4, 3, 0, 1]), ["blank-last", "blank-first"]);
  // Nilsson's.
  assert.deepEqual(reachableGoals(eight, [2, 8, 3, 1, 6, 4, 7, 0, 5]), ["spiral", "snake", "columns"]);
});

test("what is pasted is a board, a game, a solution or a link", () => {
  const board = "8 6 7 / 2 5 4 / 3 0 1";
  for (const [text, read] of [
    [board, { board }], [`${board}\nDR U2`, { board, moves: "DRU2" }], [`${board}: d, r, u`, { board, moves: "dru" }], ["R3 D2 L U", { board: "", moves: "R3D2LU" }],
    ["D D C / C B B / A A _", { board: "D D C / C B B / A A _" }], ["https://a.b/#3x3/1.2.3/m=D", { address: "#3x3/1.2.3/m=D" }], ["#3x3", { address: "#3x3" }],
    ["https://slidysim.github.io/replay?r=eNoB%3D", { link: "https://slidysim.github.io/replay?r=eNoB%3D" }], ["UDLR_", { board: "UDLR_" }], ["", { board: "" }],
  ]) assert.deepEqual(readPasted(text), read, text);
  assert.deepEqual(startOf(eight, "L2"), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
  assert.equal(startOf(eight, "R2"), null);
});

test("the signs of a text make a goal, or the beginning of a board", () => {
  for (const text of ["A A B _", "AAB_", "AA/B_", "A A\nB _"]) assert.deepEqual(signsOf(text).join(""), "AAB_", text);
  assert.deepEqual(signsOf("10, 11 / 9"), ["10", "11", "9"]);
  assert.deepEqual(signsOf("867/254/3*1"), [..."8672543*1"]);
  assert.equal(inOrder(["B", "_", "A", "A"]), "A A B _");
  assert.equal(inOrder(["1", "2", "3", "0"]), undefined);
  assert.equal(inOrder(["x", "x", "1", "2"]), undefined);
  assert.deepEqual(beginningOf(eight, ["8", "6", "_"]), [8, 6, 0]);
  for (const signs of [["9"], ["1", "1"], ["x"], [..."123456780"]]) assert.equal(beginningOf(eight, signs), null, String(signs));
  assert.deepEqual(shapes(12), ["3x4", "4x3", "2x6", "6x2"]);
  assert.deepEqual(shapes(7), []);
});

test("a goal that the module read is one of an address", () => {
  assert.equal(goalPart("1 2 3 8 0 4 7 6 5", "spiral"), "1.2.3.8.0.4.7.6.5");
  assert.equal(goalPart("1 1 2 0", "AAB_"), "A.A.B.0");
  assert.equal(goalPart("1 1 2 0", "1 1 2 0"), "1.1.2.0");
  assert.equal(goalPart("1 2 3 0", "ABC_"), "1.2.3.0");
  assert.equal(goalPart("1 2 x x", "1 2 x x"), "1.2.x.x");
});

test("an address leads to what it was written for", () => {
  const start = [8, 6, 7, 2, 5, 4, 3, 0, 1];
  const { steps } = readMoves(inLines, start, "D2");
  for (const [one, cells, game] of [
    [eight, null, []], [eight, start, []], [inLines, start, steps], [puzzle("3x3", { goal: ALIKE.goal }), null, []],
    [puzzle("3x3", { goal: "blank-first" }), [0, 2, 1, 3, 4, 5, 6, 8, 7], []], [puzzle("4x4", { goal: "spiral" }), null, []], [puzzle("oshidori-bw-3", { rules: { block: "3", turn: "may" } }), null, []],
  ]) {
    const read = readAddress(writeAddress(one, cells, game));
    assert.deepEqual([read.view, read.wrong.parts, subject(read.puzzle)], ["play", [], subject(one)]);
    assert.deepEqual([read.start, read.steps ?? []], [cells, game]);
  }
  assert.equal(writeAddress(puzzle("3x3", { metric: "multi", goal: "blank-first" }), eight.goal), "#3x3/1.2.3.4.5.6.7.8.0/metric=multi/goal=blank-first");
});

test("what is wrong with an address is said", () => {
  const wrong = (hash) => readAddress(hash).wrong;
  assert.deepEqual(wrong("#nothing/3"), { name: "nothing", parts: [] });
  assert.deepEqual(wrong("#3x3/1.2.3"), { parts: [], cells: "1.2.3" });
  assert.deepEqual(wrong("#3x3/8.6.7.2.5.4.3.0.1"), { parts: [] });
  const unsolvable = readAddress("#3x3/6.8.7.2.5.4.3.0.1/m=D/goal=blank-last");
  assert.deepEqual([unsolvable.view, unsolvable.start, unsolvable.wrong.parts], ["bring", [6, 8, 7, 2, 5, 4, 3, 0, 1], []]);
  assert.deepEqual(wrong("#3x3/8.6.7.2.5.4.3.0.1/m=DX/metric=none/what"), { parts: ["what", "metric=none"], move: "X", number: 2 });
  assert.deepEqual(wrong("#oshidori-bw-3/block=3/holes=9").parts, ["block=3", "holes=9"]);
  assert.equal(readAddress("#%E0%A4%A/").puzzle, null);
  const sheet = readAddress("#sheet/5x5/goal=spiral/metric=multi/what");
  assert.deepEqual([writeAddress(sheet.puzzle), sheet.wrong.cells], ["#5x5/metric=multi/goal=spiral", "what"]);
  assert.equal(wrong("#sheet/klotski").name, "klotski");
  assert.deepEqual([readAddress("#sheet/4x4").puzzle.name, readAddress("#sheet/klotski").puzzle.name, readAddress("#how/x").wrong.parts], ["4x4", "3x3", ["x"]]);
});

test("random positions can be solved, and walks have no detours", () => {
  for (let round = 0; round < 50; round++) {
    for (const one of [eight, puzzle("3x3", { goal: ALIKE.goal }), puzzle("oshidori-bw-3")]) {
      const cells = one.random();
      assert.ok(isPosition(one, cells) && one.solvable(cells) && !(one.family === "board" && one.home(cells)));
    }
    assert.ok(below(3) < 3);
  }
  const known = distances(puzzle("2x3"));
  for (let length = 0; length < 4; length++) assert.equal(known.get(stroll(puzzle("2x3"), length).join(".")), length);
});

test("parity is that of the inversions", () => {
  assert.deepEqual(inversions([1, 3, 2, 0]), [[1, 2]]);
  for (const [permutation, is] of [[[0, 1, 2], false], [[1, 0, 2], true], [[1, 2, 0], false], [[3, 2, 1, 0], false], [[1, 0, 3, 2, 5, 4], true]]) {
    assert.equal(odd(permutation), is, permutation.join());
  }
});
