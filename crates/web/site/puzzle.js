// Puzzles and their positions. A position is the array of its cells, 0 for the blank and for each cell of a gap.

/** The boards and rows that the picker offers. */
export const BOARDS = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "2x6", "4x4"];
export const ROWS = ["oshidori-kinds-4"];

/** The puzzle of this name; `null` if the page cannot play it. */
export function puzzle(name) {
  const board = /^([2-9])x([2-9])$/.exec(name);
  if (board) {
    const [rows, cols] = [Number(board[1]), Number(board[2])];
    return rows * cols <= 12 || name === "4x4" ? sliding(name, rows, cols) : null;
  }
  const row = /^oshidori-(kinds|bw)-(\d{1,2})$/.exec(name);
  if (row && row[2] >= 3 && row[2] <= 24) return oshidori(name, row[1], Number(row[2]));
  return null;
}

function sliding(name, rows, cols) {
  const cells = rows * cols;
  const goal = Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
  const beside = (a, b) => Math.abs(Math.floor(a / cols) - Math.floor(b / cols)) + Math.abs((a % cols) - (b % cols)) === 1;
  const moves = (position) => {
    const gap = position.indexOf(0);
    return [gap - cols, gap - 1, gap + 1, gap + cols]
      .filter((at) => at >= 0 && at < cells && beside(at, gap))
      .map((at) => {
        const next = [...position];
        [next[gap], next[at]] = [next[at], 0];
        return { at, move: position[at], letter: letter(at, gap, cols), cells: next };
      });
  };
  const solvable = (position) => {
    const gap = position.indexOf(0);
    const away = (rows - 1 - Math.floor(gap / cols)) + (cols - 1 - (gap % cols));
    return odd(position.map((tile) => (tile + cells - 1) % cells)) === (away % 2 === 1);
  };
  return { name, family: "board", rows, cols, cells, goal, moves, solvable, table: cells <= 12, random: () => shuffled(goal, solvable) };
}

function oshidori(name, kind, n) {
  const stones = 2 * n;
  const kinds = kind === "bw" ? 2 : n;
  const each = stones / kinds;
  const goal = [...Array.from({ length: stones }, (_, stone) => Math.floor(stone / each) + 1), 0, 0];
  const start = [...Array.from({ length: stones }, (_, stone) => (stone % kinds) + 1), 0, 0];
  const moves = (position) => {
    const gap = position.indexOf(0);
    return Array.from({ length: stones + 1 }, (_, at) => at)
      .filter((at) => position[at] && position[at + 1])
      .map((at) => {
        const next = [...position];
        [next[gap], next[gap + 1], next[at], next[at + 1]] = [position[at], position[at + 1], 0, 0];
        return { at, move: at, letter: null, cells: next };
      });
  };
  const random = () => {
    const row = start.filter(Boolean);
    shuffle(row);
    row.splice(below(stones + 1), 0, 0, 0);
    return row;
  };
  return { name, family: "row", kind, n, kinds, cells: stones + 2, goal, start, moves, solvable: () => true, table: kind === "kinds" ? n <= 5 : n <= 8, random };
}

function letter(from, to, cols) {
  if (to === from - cols) return "U";
  if (to === from + cols) return "D";
  return to === from - 1 ? "L" : "R";
}

/** Whether a permutation of 0, 1, 2, … is odd. */
export function odd(permutation) {
  let result = false;
  const seen = new Set();
  for (const start of permutation.keys()) {
    let length = 0;
    for (let at = start; !seen.has(at); at = permutation[at], length++) seen.add(at);
    if (length > 0 && length % 2 === 0) result = !result;
  }
  return result;
}

/** The pairs of tiles of a board that stand in the wrong order: [cell of the larger, cell of the smaller]. */
export function inversions(position) {
  const pairs = [];
  position.forEach((tile, at) => position.forEach((other, later) => {
    if (at < later && tile && other && tile > other) pairs.push([at, later]);
  }));
  return pairs;
}

/** A whole number below `end`, each as likely as the others. */
export function below(end) {
  const limit = Math.floor(2 ** 32 / end) * end;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn); while (drawn[0] >= limit);
  return drawn[0] % end;
}

export function shuffle(list) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

/** A solvable board other than the goal, each as likely as the others: an unsolvable one becomes solvable when two tiles change places. */
function shuffled(goal, solvable) {
  const cells = shuffle([...goal]);
  if (!solvable(cells)) {
    const [first, second] = [...cells.keys()].filter((cell) => cells[cell]);
    [cells[first], cells[second]] = [cells[second], cells[first]];
  }
  return same(cells, goal) ? shuffled(goal, solvable) : cells;
}

/** Where a walk from the goal ends that never goes straight back. */
export function stroll(puzzle, length) {
  let [before, here] = [null, puzzle.goal];
  for (let made = 0; made < length; made++) {
    const ways = puzzle.moves(here).filter((step) => !before || !same(step.cells, before));
    [before, here] = [here, ways[below(ways.length)].cells];
  }
  return here;
}

export const same = (a, b) => a.length === b.length && a.every((cell, at) => cell === b[at]);

/** Whether an array has the cells of some position of the puzzle. */
export function isPosition(puzzle, cells) {
  const sorted = (list) => [...list].sort((a, b) => a - b);
  if (!same(sorted(cells), sorted(puzzle.goal))) return false;
  return puzzle.family === "board" || cells[cells.indexOf(0) + 1] === 0;
}

/** Moves as a link writes them: letters with runs, `R3`, on boards; cells with dots between them in rows. */
export function writeMoves(puzzle, steps) {
  if (puzzle.family === "row") return steps.map((step) => step.move).join(".");
  return steps.map((step) => step.letter).join("").replace(/(.)\1+/g, (run, letter) => letter + run.length);
}

/** The positions after each move of a text; `null` where one cannot be made. */
export function readMoves(puzzle, start, text) {
  const words = puzzle.family === "row"
    ? text.split(".").filter(Boolean)
    : [...text.matchAll(/([UDLR])(\d*)|(.)/gi)].flatMap(([, way, times, wrong]) => wrong ? ["?"] : Array(Math.min(Number(times || 1), 99)).fill(way.toUpperCase()));
  const steps = [];
  let here = start;
  for (const word of words) {
    const step = puzzle.moves(here).find((step) => (step.letter ?? String(step.move)) === word);
    if (!step) return null;
    steps.push(step);
    here = step.cells;
  }
  return steps;
}

/** What the part of an address after # names: a view, or a puzzle with a position and a game. */
export function readAddress(hash) {
  const [name, cells, ...rest] = decodeURIComponent(hash.replace(/^#/, "")).split("/");
  if (name === "how" || name === "bring") return { view: name };
  const found = puzzle(name);
  if (!found) return { view: "play", puzzle: null };
  const start = cells?.split(/[.,\s]/).map(Number) ?? [];
  if (!isPosition(found, start) || !found.solvable(start)) return { view: "play", puzzle: found, start: null, given: cells };
  const moves = rest.find((part) => part.startsWith("m="))?.slice(2) ?? "";
  return { view: "play", puzzle: found, start, steps: readMoves(found, start, moves) ?? [] };
}

export function writeAddress(puzzle, start, steps) {
  const game = steps.length ? `/m=${writeMoves(puzzle, steps)}` : "";
  return `#${puzzle.name}/${start.join(".")}${game}`;
}

/** Reads a board as people write it: rows by lines or `/` (slidysim's scrambles), the blank 0, `_`, `*` or `.`, or one word of digits.
 *  Returns the cells and, where it is known, the number of rows. */
export function readBoard(text) {
  const lines = text.trim().split(/[\n/;|]+/).map((line) => line.replace(/[[\](),]/g, " ").trim()).filter(Boolean);
  const words = (line) => (/^[\d_*]{3,}$/.test(line) ? [...line] : line.split(/\s+/));
  const rows = lines.map((line) => words(line).map((word) => (/^[_*.]$/.test(word) ? 0 : Number(word))));
  const cells = rows.flat();
  const even = rows.length > 1 && rows.every((row) => row.length === rows[0].length);
  return { cells, rows: even ? rows.length : null };
}

/** The boards that so many cells can be, the squarest first. */
export function shapes(cells) {
  const found = [];
  for (let rows = Math.floor(Math.sqrt(cells)); rows >= 2; rows--) {
    if (cells % rows) continue;
    found.push(`${rows}x${cells / rows}`);
    if (rows * rows !== cells) found.push(`${cells / rows}x${rows}`);
  }
  return found.filter((name) => puzzle(name));
}
