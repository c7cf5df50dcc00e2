// Puzzles and their positions. A position is the array of its cells, 0 for the blank and for each cell of a gap.

/** The boards and rows that the picker offers. */
export const BOARDS = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "2x6", "4x4", "5x5", "6x6"];
export const ROWS = ["oshidori-kinds-4"];

/** What counts as one move on a board: one tile that slides, or a line of them. */
export const METRICS = ["single", "multi"];

/** The name of the goal with the gap first. */
export const FIRST = "blank-first";

/** The most cells of a board: more tiles would be too small for a finger. */
const MOST_CELLS = 100;

/** The puzzle of this name, such as `3x3` or `15-puzzle`, with a goal as an address has it; `null` if the page cannot play it. */
export function puzzle(name, metric = "single", goal = undefined) {
  const tiles = /^(\d{1,2})-puzzle$/.exec(name)?.[1];
  const side = Math.sqrt(Number(tiles) + 1);
  if (tiles === "9") name = "2x5";
  else if (Number.isInteger(side)) name = `${side}x${side}`;
  const board = /^(\d{1,2})x(\d{1,2})$/i.exec(name);
  if (board) {
    const [rows, cols] = [Number(board[1]), Number(board[2])];
    return rows > 1 && cols > 1 && rows * cols <= MOST_CELLS ? sliding(rows, cols, metric, goal) : null;
  }
  const row = /^oshidori-(kinds|bw)-(\d{1,2})$/.exec(name);
  if (row && row[2] >= 3 && row[2] <= 24) return oshidori(name, row[1], Number(row[2]));
  return null;
}

/** A board. Its distances are in a `table`, or are searched (`exact`), or only the best known solution and bounds are shown. */
function sliding(rows, cols, asked, wanted) {
  const [name, cells] = [`${rows}x${cols}`, rows * cols];
  const table = cells <= 12;
  const exact = table || name === "4x4";
  const metric = exact ? asked : "single";
  const usual = Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
  const goal = (wanted === FIRST ? [...usual.keys()] : wanted?.split(/[.,\s]/).map(Number)) ?? usual;
  if (!same([...goal].sort((a, b) => a - b), [...usual.keys()])) return sliding(rows, cols, asked);
  const given = same(goal, usual) ? undefined : same(goal, [...usual.keys()]) ? FIRST : goal.join(".");
  // The moves are in reading order of the tiles pressed.
  const moves = (position) => {
    const gap = position.indexOf(0);
    return [...position.keys()].flatMap((at) => {
      const way = between(at, gap, cols);
      const tiles = way ? Math.abs(at - gap) / way.step : 0;
      if (tiles === 0 || (tiles > 1 && metric === "single")) return [];
      const next = [...position];
      const step = Math.sign(at - gap) * way.step;
      for (let to = gap; to !== at; to += step) next[to] = next[to + step];
      next[at] = 0;
      return [{ at, move: position[at], letter: way.letter, tiles, cells: next }];
    });
  };
  const solvable = (position) => {
    const [from, to] = [position.indexOf(0), goal.indexOf(0)];
    const away = Math.floor(from / cols) - Math.floor(to / cols) + (from % cols) - (to % cols);
    return odd(position.map((tile) => goal.indexOf(tile))) === (away % 2 !== 0);
  };
  return { name, metric, given, family: "board", rows, cols, cells, goal, moves, solvable, table, exact, small: cells <= 9, random: () => shuffled(goal, solvable) };
}

/** The proven lengths of the usual starts with many kinds, whose searches take longer than a visitor waits; see the book. */
const PUBLISHED = { 14: 18, 16: 20, 18: 22, 20: 25, 21: 25, 22: 27, 24: 29 };

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
        return { at, move: at, letter: null, tiles: 2, cells: next };
      });
  };
  const random = () => {
    const row = start.filter(Boolean);
    shuffle(row);
    row.splice(below(stones + 1), 0, 0, 0);
    return row;
  };
  return { name, metric: "single", family: "row", kind, n, kinds, cells: stones + 2, goal, start, moves, solvable: () => true, published: kind === "kinds" ? PUBLISHED[n] : undefined, exact: true, table: kind === "kinds" ? n <= 5 : n <= 8, random };
}

/** The letter of the direction from one cell to another in its line, and the difference of cells at each step. */
function between(from, to, cols) {
  if (from === to) return null;
  if (from % cols === to % cols) return { letter: to < from ? "U" : "D", step: cols };
  return Math.floor(from / cols) === Math.floor(to / cols) ? { letter: to < from ? "L" : "R", step: 1 } : null;
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

/** A random solvable board other than the goal, all equally likely: an unsolvable one becomes solvable when two tiles change places. */
function shuffled(goal, solvable) {
  const cells = shuffle([...goal]);
  if (!solvable(cells)) {
    const [first, second] = [...cells.keys()].filter((cell) => cells[cell]);
    [cells[first], cells[second]] = [cells[second], cells[first]];
  }
  return same(cells, goal) ? shuffled(goal, solvable) : cells;
}

/** The end of a random walk from the goal that never undoes its last move or, if a line is one move, never continues along the same line. */
export function stroll(puzzle, length) {
  const turns = (step, last) => puzzle.metric === "single" || !last || sideways(step) !== sideways(last);
  let [before, here, last] = [null, puzzle.goal, null];
  for (let made = 0; made < length; made++) {
    const ways = puzzle.moves(here).filter((step) => (!before || !same(step.cells, before)) && turns(step, last));
    last = ways[below(ways.length)];
    [before, here] = [here, last.cells];
  }
  return here;
}

const sideways = ({ letter }) => letter === "L" || letter === "R";

/** The keys of a question that name the puzzle: its name, and its metric and goal if they are not the usual ones. */
export const subject = ({ name, metric, given }) => ({ space: name, ...(metric !== "single" && { metric }), ...(given && { goal: given.replaceAll(".", " ") }) });

export const same = (a, b) => a.length === b.length && a.every((cell, at) => cell === b[at]);

/** Whether an array has the cells of some position of the puzzle. */
export function isPosition(puzzle, cells) {
  const sorted = (list) => [...list].sort((a, b) => a - b);
  if (!same(sorted(cells), sorted(puzzle.goal))) return false;
  return puzzle.family === "board" || cells[cells.indexOf(0) + 1] === 0;
}

/**
 * Moves as a link writes them: on boards letters with runs, `R3`, which are moves of single tiles, or one move where
 * lines are; in rows cells with dots between them.
 */
export function writeMoves(puzzle, steps) {
  if (puzzle.family === "row") return steps.map((step) => step.move).join(".");
  if (puzzle.metric === "multi") return steps.map(run).join("");
  return steps.map((step) => step.letter).join("").replace(/(.)\1+/g, (run, letter) => letter + run.length);
}

/** A move of a board by its letter, with the number of tiles if there are several. */
export const run = ({ letter, tiles }) => (tiles > 1 ? letter + tiles : letter);

/** The moves of a text, as steps; `null` if one cannot be made. */
export function readMoves(puzzle, start, text) {
  const words = puzzle.family === "row"
    ? text.split(".").filter(Boolean)
    : [...text.toUpperCase().matchAll(/([UDLR])(\d*)|(.)/g)].flatMap(([word, way, times, wrong]) => {
      if (wrong) return ["?"];
      return puzzle.metric === "multi" ? [word] : Array(Math.min(Number(times || 1), 99)).fill(way);
    });
  const steps = [];
  let here = start;
  for (const word of words) {
    const step = puzzle.moves(here).find((step) => (puzzle.family === "row" ? String(step.move) : run(step)) === word);
    if (!step) return null;
    steps.push(step);
    here = step.cells;
  }
  return steps;
}

/** The length of a game on a board in each metric. */
export function lengths(steps) {
  const turns = steps.filter((step, made) => made === 0 || step.letter !== steps[made - 1].letter);
  return { single: steps.reduce((tiles, step) => tiles + step.tiles, 0), multi: turns.length };
}

/** A text whose escapes are read, or which stays as it is if one is wrong. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads the part of an address after #: a view, or a puzzle with a position and a game. */
export function readAddress(hash) {
  const [name, ...parts] = decoded(hash.replace(/^#/, "")).split("/");
  if (name === "how" || name === "bring" || name === "sheet") return { view: name, of: parts[0] };
  const value = (key) => parts.find((part) => part.startsWith(`${key}=`))?.slice(key.length + 1);
  const found = puzzle(name, METRICS.find((metric) => metric === value("metric")), value("goal"));
  if (!found) return { view: "play", puzzle: null, unknown: name };
  const cells = parts.find((part) => !part.includes("="));
  const start = cells?.split(/[.,\s]/).map(Number) ?? [];
  if (!isPosition(found, start) || !found.solvable(start)) return { view: "play", puzzle: found, start: null, given: cells };
  return { view: "play", puzzle: found, start, steps: readMoves(found, start, value("m") ?? "") ?? [] };
}

/** The address of a puzzle, of a position, or of a game. */
export function writeAddress(puzzle, start = null, steps = []) {
  const metric = puzzle.metric === "single" ? "" : `/metric=${puzzle.metric}`;
  const goal = puzzle.given ? `/goal=${puzzle.given}` : "";
  const game = steps.length ? `/m=${writeMoves(puzzle, steps)}` : "";
  return `#${puzzle.name}${start ? `/${start.join(".")}` : ""}${metric}${goal}${game}`;
}

/** Reads a board as people write it: rows by lines or `/` (slidysim's scrambles), the blank 0, `_`, `*` or `.`, or one word of digits.
 *  Returns the cells and, if it is known, the number of rows. */
export function readBoard(text) {
  const lines = text.trim().split(/[\n/;|]+/).map((line) => line.replace(/[[\](),]/g, " ").trim()).filter(Boolean);
  const words = (line) => (/^[\d_*]{3,}$/.test(line) ? [...line] : line.split(/\s+/));
  const rows = lines.map((line) => words(line).map((word) => (/^[_*.]$/.test(word) ? 0 : Number(word))));
  const cells = rows.flat();
  const even = rows.length > 1 && rows.every((row) => row.length === rows[0].length);
  return { cells, rows: even ? rows.length : null };
}

/** The shapes of boards with this many cells, the squarest first. */
export function shapes(cells) {
  const found = [];
  for (let rows = Math.floor(Math.sqrt(cells)); rows >= 2; rows--) {
    if (cells % rows) continue;
    found.push(`${rows}x${cells / rows}`);
    if (rows * rows !== cells) found.push(`${cells / rows}x${rows}`);
  }
  return found.filter((name) => puzzle(name));
}
