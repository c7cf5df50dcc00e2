// Puzzles and their positions. A position is the array of its cells, 0 for the blank and for each cell of a gap.

/** The boards and rows that the picker offers. */
export const BOARDS = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "2x6", "4x4", "5x5", "6x6"];
export const ROWS = ["oshidori-kinds-4"];
export const OTHER_SIZES = ["2x7", "2x8", "3x5", "3x6", "4x5", "4x6", "5x6", "6x7", "7x7", "8x8", "9x9", "10x10"];

/** The puzzle of the picker whose tiles are alike. */
export const ALIKE = { name: "alike", board: "3x3", goal: "A.A.A.B.B.B.C.C.0" };

/** What counts as one move on a board: one tile that slides, or a line of them. */
const METRICS = ["single", "multi"];

/** The rules of a row, by the names of the program's options. */
const RULES = ["block", "holes", "unlike", "turn"];

/** The names of the goals that a choice offers. The gap is last in the usual one. */
const LAST = "blank-last";
export const GOALS = [LAST, "blank-first", "spiral", "snake", "columns"];

/** The most cells of a board: more tiles would be too small for a finger. */
const MOST_CELLS = 100;

/** A table of more positions takes too long to build while a visitor waits. */
const TABLED = 20_000_000;
/** A table of more positions of a row takes too long: they take longer than those of boards. */
const TABLED_ROWS = 1_300_000;

/** The most stones and kinds of a row, which have letters. */
const MOST_STONES = 48;
const MOST_KINDS = 24;

/** The most cells without stones. */
export const MOST_HOLES = 8;

/**
 * The puzzle of this name, such as `3x3` or `15-puzzle`; `null` if the page cannot play it. `goal` is written as in an
 * address; `rules` of a row are `block`, `holes`, `unlike` and `turn`.
 */
export function puzzle(name, { metric = "single", goal, rules = {} } = {}) {
  const tiles = /^(\d{1,2})-puzzle$/.exec(name)?.[1];
  const side = Math.sqrt(Number(tiles) + 1);
  if (tiles === "9") name = "2x5";
  else if (Number.isInteger(side)) name = `${side}x${side}`;
  const board = /^(\d{1,2})x(\d{1,2})$/i.exec(name);
  if (board) {
    const [rows, cols] = [Number(board[1]), Number(board[2])];
    return rows > 1 && cols > 1 && rows * cols <= MOST_CELLS ? sliding(rows, cols, metric, goal) : null;
  }
  return oshidori(name, rules);
}

const isLetter = (word) => /^[a-wyz]$/i.test(word);
const isOpen = (word) => /^x$/i.test(word);
const isBlank = (word) => /^[0_*.]$/.test(word);

/** A number, or the number of a letter. */
const numbered = (word) => (isLetter(word) ? word.toUpperCase().charCodeAt(0) - 64 : isBlank(word) ? 0 : Number(word));

/** The words of a list of cells: one of up to ten cells may be written without spaces, one of letters always. */
const worded = (text, cells) => {
  const word = text.trim();
  return word.length === cells && /^[\w*]+$/.test(word) && (cells <= 10 || !/[1-9]/.test(word)) ? [...word] : word.split(/[.,\s]+/);
};

/** The cells of a board in the order of a spiral: along the first row, down the last column, and so on inwards. */
function spiral(rows, cols) {
  let lines = Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => row * cols + col));
  const order = [];
  while (lines.length) {
    order.push(...lines.shift());
    // A quarter turn to the left: the last column becomes the first row.
    lines = lines.length ? lines[0].map((_, at) => lines.map((line) => line[line.length - 1 - at])) : [];
  }
  return order;
}

/** The cells of the goal of this name, which is one of the program's; `undefined` if there is none. */
function namedGoal(rows, cols, name) {
  const cells = rows * cols;
  const all = [...Array(cells).keys()];
  const [, order, place] = /^(blank|spiral|snail|snake|columns)(?:-(first|last|blank-first|at:-?\d+))?$/.exec(name) ?? [];
  const round = order === "spiral" || order === "snail";
  if (!order || (order === "blank") !== /^(first|last|at)/.test(place ?? "") || (round && place)) return undefined;
  const ways = {
    snake: () => all.map((at) => (Math.floor(at / cols) % 2 ? at - (at % cols) + cols - 1 - (at % cols) : at)),
    columns: () => all.map((at) => (at % rows) * cols + Math.floor(at / rows)),
  };
  const path = round ? spiral(rows, cols) : ways[order]?.() ?? all;
  const asked = Number(place?.slice(3));
  const gap = round ? path.at(-1) : place?.endsWith("first") ? 0 : place?.startsWith("at") ? (asked === -1 ? cells - 1 : asked) : cells - 1;
  const tiles = path.filter((at) => at !== gap);
  return all.includes(gap) ? all.map((at) => tiles.indexOf(at) + 1) : undefined;
}

/**
 * Reads a goal of a board: its cells, `null` where they are open, and whether tiles are named by letters. Returns `null` if
 * it is not one.
 */
export function readGoal({ rows, cols, cells }, text) {
  const words = namedGoal(rows, cols, text)?.map(String) ?? worded(text, cells);
  const letters = words.some(isLetter);
  const goal = words.map((word) => (isOpen(word) ? null : numbered(word)));
  const named = goal.filter(Boolean);
  const blanks = goal.filter((tile) => tile === 0).length;
  const valid = goal.every((tile) => tile === null || (Number.isInteger(tile) && tile >= 0 && tile < Math.max(cells, 27)));
  if (goal.length !== cells || !valid || blanks > 1 || !(blanks || goal.includes(null)) || (letters && words.some((word) => /[1-9]/.test(word)))) return null;
  const alike = new Set(named).size < named.length;
  return alike || named.every((tile) => tile < cells) ? { goal, letters, alike } : null;
}

/** A position that meets a goal: open cells have the tiles that the goal does not name, and the last of them the blank if it is not named either. */
function filled(goal) {
  const blank = goal.includes(0) ? -1 : goal.lastIndexOf(null);
  let next = 0;
  const left = () => {
    do next++; while (goal.includes(next));
    return next;
  };
  return goal.map((tile, at) => (tile !== null ? tile : at === blank ? 0 : left()));
}

/** How many orders there are of things of which so many are alike. */
function orders(counts) {
  let [placed, product] = [0, 1];
  for (const count of counts) for (let n = 1; n <= count; n++) product = (product * ++placed) / n;
  return Math.round(product);
}

/** A board. Its distances are in a `table`, or are searched (`exact`), or only the best known solution and bounds are shown. */
function sliding(rows, cols, metric, wanted) {
  const [name, cells] = [`${rows}x${cols}`, rows * cols];
  const [usual, ...others] = GOALS.map((name) => namedGoal(rows, cols, name));
  const read = wanted === undefined ? { goal: usual } : readGoal({ rows, cols, cells }, wanted);
  if (!read) return sliding(rows, cols, metric);
  const goal = filled(read.goal);
  // If a single cell is open, only one tile is left for it.
  const open = read.goal.filter((tile) => tile === null).length;
  const whole = !read.alike && open <= 1;
  const given = !whole ? read.goal.map((tile) => (tile === null ? "x" : tile && read.letters ? letterOf(tile) : tile)).join(".")
    : same(goal, usual) ? undefined : GOALS.find((_, at) => at && same(goal, others[at - 1])) ?? goal.join(".");
  const kinds = new Map();
  for (const tile of read.goal) if (tile) kinds.set(tile, (kinds.get(tile) ?? 0) + 1);
  const rest = cells - 1 - [...kinds.values()].reduce((all, tiles) => all + tiles, 0);
  const table = cells <= 12 || (!whole && orders([...kinds.values(), rest, 1]) <= TABLED);
  const exact = table || (whole && name === "4x4");
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
      return [{ at, id: at, move: position[at], letter: way.letter, tiles, cells: next }];
    });
  };
  /** Whether the parity of a position is that of another. */
  const leads = (position, goal) => {
    const [from, to] = [position.indexOf(0), goal.indexOf(0)];
    const away = Math.floor(from / cols) - Math.floor(to / cols) + (from % cols) - (to % cols);
    return odd(position.map((tile) => goal.indexOf(tile))) === (away % 2 !== 0);
  };
  // Exchanging two tiles that are alike changes the parity. Otherwise one tile and the blank are left for two cells at most.
  const goals = [goal, goal.map((tile, at) => (read.goal[at] !== null || whole ? tile : tile ? 0 : goal[read.goal.indexOf(null)]))];
  const solvable = (position) => read.alike || rest > 1 || goals.some((goal) => leads(position, goal));
  const homes = goal.map((_, tile) => goal.indexOf(tile));
  const away = (cell, to) => Math.abs((cell % cols) - (to % cols)) + Math.abs(Math.floor(cell / cols) - Math.floor(to / cols));
  /** A lower bound: the sum of the ways of all tiles or, where that is none, one move. */
  const least = (position) => (whole && metric === "single" ? position.reduce((sum, tile, at) => sum + (tile && away(at, homes[tile])), 0) : Number(!home(position)));
  const home = (position) => read.goal.every((tile, at) => tile === null || tile === position[at]);
  const label = (tile) => (read.letters && kinds.has(tile) ? letterOf(tile) : String(tile));
  return {
    name, metric, given, family: "board", rows, cols, cells, goal, wanted: whole ? goal : read.goal, alike: !whole && read.alike, kinds, whole, label, home, least, positions: (orders([...kinds.values(), rest, 1]) * (whole ? 0.5 : 1)),
    moves, solvable, table, exact, small: cells <= 9, random: () => shuffled(goal, solvable, home),
  };
}

/** The names of the goals that a board reaches. */
export const reachableGoals = ({ name }, cells) => GOALS.filter((goal) => puzzle(name, { goal }).solvable(cells));

export const letterOf = (number) => String.fromCharCode(64 + number);

/** The usual goals in which tiles are alike, as an address has them: two halves, rows, columns, and the colours of a chess board. */
export function colourings(rows, cols) {
  const cells = rows * cols;
  const goal = (kind) => Array.from({ length: cells }, (_, at) => (at === cells - 1 ? 0 : letterOf(kind(at) + 1))).join(".");
  return {
    halves: goal((at) => (at < (cells - 1) / 2 ? 0 : 1)),
    rows: goal((at) => Math.floor(at / cols)),
    columns: goal((at) => at % cols),
    chess: goal((at) => (Math.floor(at / cols) + (at % cols)) % 2),
  };
}

/** So many numbers from a first one on, as an object. */
const from = (first, values) => Object.fromEntries(values.map((value, at) => [first + at, value]));

/** The proven lengths of the usual starts, by the kind of row with its rules and by its number, as the book has them. */
export const PUBLISHED = {
  kinds: {
    ...from(3, [3, 7, 5, 7, 8, 11, 10, 12, 11, 15, 13, 18, 18, 20, 18, 22, 19, 25, 25, 27, 24, 29, 26]),
    ...{ 27: 29, 29: 29, 33: 36, 35: 39, 37: 37, 39: 42, 41: 42, 43: 45, 47: 48, 49: 52, 53: 53, 55: 58, 57: 60, 59: 59, 61: 61 },
  },
  bw: from(3, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
  "bw block=3": from(3, [5, 4, 6, 7, 8, 9, 10, 11, 12]),
  "bw block=4": from(4, [6, 6, 7, 8, 9, 10, 11]),
  "bw block=5": from(4, [8, 6, 8, 8, 9, 10, 11]),
  "bw block=6": from(5, [8, 8, 9, 10, 11, 11]),
  "bw holes=4": from(3, [4, 5, 6, 7, 8, 9, 10, 11]),
  "bw turn=must": from(3, [5, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
  "bw turn=may": from(2, [2, 4, 5, 6, 7, 8, 9, 10, 11]),
  "bw unlike=true turn=may": from(3, [5, 8, 12]),
  "kinds unlike=true": from(3, [3, 9, 5, 7, 8, 12, 10, 12, 11, 16, 13]),
  "kinds turn=may": from(3, [3, 5, 5, 7, 8, 10, 10, 12, 11]),
  "kinds turn=must": from(3, [4, 6, 8, 9, 10, 12, 14, 15]),
  "kinds holes=4": from(3, [3, 7, 5, 7, 8, 11, 10]),
  "kinds block=3": from(4, [8, 7, 7, 9, 10, 12]),
  "kinds block=4": from(4, [14, 9, 9, 7, 11, 9, 11]),
};

/** The numbers of the stones of each kind of the row of this name; `null` if it is not one. */
function stonesOf(name) {
  const black = /^oshidori-bw-(\d{1,2})(?:x(\d{1,2}))?$/.exec(name);
  if (black) return [black[1], black[2] ?? black[1]].map(Number);
  const each = /^oshidori-kinds-(\d{1,2})(?:x(\d{1,2}))?$/.exec(name);
  if (each) return Array(Number(each[1])).fill(Number(each[2] ?? 2));
  return /^oshidori-kinds-(\d{1,2}(?:,\d{1,2})+)$/.exec(name)?.[1].split(",").map(Number) ?? null;
}

/** The name of a row of this many stones of each kind, as the program writes it. */
export function rowName(kind, counts) {
  const equal = counts.every((count) => count === counts[0]);
  if (kind === "bw") return `oshidori-bw-${equal ? counts[0] : counts.join("x")}`;
  return `oshidori-kinds-${!equal ? counts.join(",") : counts[0] === 2 ? counts.length : `${counts.length}x${counts[0]}`}`;
}

/** A row of stones. Its positions are in a `table`, or are searched. */
function oshidori(asked, wanted) {
  const counts = stonesOf(asked);
  const kind = asked.startsWith("oshidori-bw") ? "bw" : "kinds";
  const stones = counts?.reduce((all, count) => all + count, 0);
  if (!counts || counts.includes(0) || counts.length < 2 || counts.length > MOST_KINDS || stones < 4 || stones > MOST_STONES) return null;
  const block = Number(wanted.block ?? 2);
  const holes = Number(wanted.holes ?? block);
  if (![block, holes].every(Number.isInteger) || block < 2 || block > stones || holes < block || holes > Math.max(block, MOST_HOLES)) return null;
  const unlike = ["true", true].includes(wanted.unlike);
  const turn = ["may", "must"].find((turn) => turn === wanted.turn);
  const rules = { ...(block !== 2 && { block }), ...(holes !== block && { holes }), ...(unlike && { unlike }), ...(turn && { turn }) };
  const [name, kinds, cells, open] = [rowName(kind, counts), counts.length, stones + holes, holes > block];
  const gap = Array(holes).fill(0);
  const goal = [...counts.flatMap((count, at) => Array(count).fill(at + 1)), ...gap];
  // The kinds take turns as long as they last.
  const start = [...Array.from({ length: Math.max(...counts) }, (_, turn) => counts.flatMap((count, at) => (count > turn ? [at + 1] : []))).flat(), ...gap];
  const moves = (position) => {
    const places = (empty) => Array.from({ length: cells - block + 1 }, (_, at) => at)
      .filter((at) => position.slice(at, at + block).every((stone) => (stone === 0) === empty));
    const landings = places(true);
    return places(false).flatMap((at) => {
      const flying = position.slice(at, at + block);
      if (unlike && flying.every((stone) => stone === flying[0])) return [];
      const turns = turn === "must" ? [true] : turn === "may" && !same(flying, [...flying].reverse()) ? [false, true] : [false];
      return landings.flatMap((to) => turns.map((turned) => {
        const next = [...position];
        next.splice(at, block, ...Array(block).fill(0));
        next.splice(to, block, ...(turned ? [...flying].reverse() : flying));
        const move = open || turn === "may" ? `${at}${open ? `-${to}` : ""}${turned && turn === "may" ? "t" : ""}` : at;
        return { at, to, turned, id: move, move, letter: null, tiles: block, cells: next };
      }));
    });
  };
  const connected = same(Object.keys(rules), []) && stones >= 6 && counts.every((count) => count > 1);
  const random = () => {
    // Not every order leads to the goal by every rule: a walk from the goal does.
    if (!connected) return stroll({ moves, goal, metric: "single" }, 2 * stones + below(2 * stones));
    const row = start.filter(Boolean);
    shuffle(row);
    row.splice(below(stones + 1), 0, ...gap);
    return row;
  };
  const positions = orders(counts) * (open ? orders([stones, holes]) : stones + 1);
  const usual = kind === "bw" ? counts[0] === counts[1] : counts.every((count) => count === 2);
  const list = PUBLISHED[[kind, ...Object.entries(rules).map((rule) => rule.join("="))].join(" ")];
  const published = usual ? list?.[kind === "bw" ? counts[0] : kinds] : undefined;
  return {
    name, metric: "single", family: "row", kind, counts, kinds, rules, block, holes, cells, goal, start, moves, solvable: () => true, home: (position) => same(position, goal),
    published, exact: true, table: positions <= TABLED_ROWS, random,
  };
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

function shuffle(list) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

/** A random solvable board that is not home, all equally likely: an unsolvable one becomes solvable when two tiles change places. */
function shuffled(goal, solvable, home) {
  const cells = shuffle([...goal]);
  if (!solvable(cells)) {
    const [first, second] = [...cells.keys()].filter((cell) => cells[cell]);
    [cells[first], cells[second]] = [cells[second], cells[first]];
  }
  return home(cells) ? shuffled(goal, solvable, home) : cells;
}

/** The end of a random walk from the goal, or of its first part: it never undoes its last move or, if a line is one move, never continues along the same line. */
export function stroll(puzzle, length) {
  const turns = (step, last) => puzzle.metric === "single" || !last || sideways(step) !== sideways(last);
  let [before, here, last] = [null, puzzle.goal, null];
  for (let made = 0; made < length; made++) {
    const ways = puzzle.moves(here).filter((step) => (!before || !same(step.cells, before)) && turns(step, last));
    if (!ways.length) break;
    last = ways[below(ways.length)];
    [before, here] = [here, last.cells];
  }
  return here;
}

const sideways = ({ letter }) => letter === "L" || letter === "R";

/** The keys of a question that name the puzzle: its name, and its rules, metric and goal if they are not the usual ones. */
export const subject = ({ name, metric, given, goal, rules }) => ({
  space: name, ...rules, ...(metric !== "single" && { metric }), ...(given && { goal: GOALS.includes(given) ? goal.join(" ") : given.replaceAll(".", " ") }),
});

export const same = (a, b) => a.length === b.length && a.every((cell, at) => cell === b[at]);

/** Whether an array has the cells of some position of the puzzle. */
export function isPosition(puzzle, cells) {
  const sorted = (list) => [...list].sort((a, b) => a - b);
  if (!same(sorted(cells), sorted(puzzle.goal))) return false;
  if (puzzle.family === "board" || puzzle.holes > puzzle.block) return true;
  return cells.lastIndexOf(0) - cells.indexOf(0) === puzzle.holes - 1;
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

/** The moves of a text, as `steps`, up to the first that cannot be made: then `wrong` is its word, and `number` its number from 1. */
export function readMoves(puzzle, start, text) {
  const words = puzzle.family === "row"
    ? text.split(".").filter(Boolean)
    : [...text.toUpperCase().matchAll(/([UDLR])(\d*)|(.)/g)].flatMap(([word, way, times, wrong]) => {
      const tiles = Number(times || 1);
      if (wrong || !tiles) return [word];
      return puzzle.metric === "multi" ? [run({ letter: way, tiles })] : Array(Math.min(tiles, 99)).fill(way);
    });
  const steps = [];
  let here = start;
  for (const word of words) {
    const step = puzzle.moves(here).find((step) => (puzzle.family === "row" ? String(step.move) : run(step)) === word);
    if (!step) return { steps, wrong: word, number: steps.length + 1 };
    steps.push(step);
    here = step.cells;
  }
  return { steps };
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

/** Whether a puzzle of an address is as a part of it says: `metric=multi`, `goal=…`, or a rule. */
function isAsked(puzzle, key, value) {
  if (key === "metric") return value === puzzle.metric;
  if (puzzle.family === "board") return key === "goal" && readGoal(puzzle, value) !== null;
  if (key === "block" || key === "holes") return Number(value) === puzzle[key];
  if (key === "unlike") return value === String(puzzle.rules.unlike ?? false);
  return key === "turn" && value === puzzle.rules.turn;
}

/**
 * Reads the part of an address after #: a view, or a puzzle with a position and a game. A position that cannot be solved is
 * for the view that says why, and how it can. What is wrong with the address is in `wrong`: `name`, the name of no puzzle;
 * `parts`, which say nothing about this one; `cells`, which are not a position of it; `move`, which cannot be made, and its
 * `number`.
 */
export function readAddress(hash) {
  const [name, ...given] = decoded(hash.replace(/^#/, "")).split("/");
  const parts = given.filter(Boolean);
  if (name === "how" || name === "bring") return { view: name, wrong: { parts } };
  if (name === "sheet") {
    const { puzzle: drawn, wrong } = readAddress(`#${parts.join("/") || "3x3"}`);
    return { view: name, puzzle: drawn ?? puzzle("3x3"), wrong };
  }
  const named = parts.filter((part) => part.includes("=")).map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1), part]);
  const values = Object.fromEntries([...named].reverse());
  const rules = Object.fromEntries(RULES.map((rule) => [rule, values[rule]]).filter(([, value]) => value));
  // Rules that the row cannot have are left out.
  const options = { metric: METRICS.find((metric) => metric === values.metric), goal: values.goal };
  const found = puzzle(name, { ...options, rules }) ?? puzzle(name, options);
  if (!found) return { view: "play", puzzle: null, wrong: { name, parts: name ? [] : parts } };
  const [cells, ...rest] = parts.filter((part) => !part.includes("="));
  const start = cells?.split(/[.,\s]/).map(numbered) ?? [];
  const whole = isPosition(found, start);
  const isGame = ([key, value]) => key === "m" && value === values.m && cells;
  const ignored = named.filter((one) => !isGame(one) && !(one[1] === values[one[0]] && isAsked(found, ...one)));
  const wrong = { parts: [...rest, ...ignored.map(([, , part]) => part)] };
  if (whole && !found.solvable(start)) return { view: "bring", puzzle: found, start, wrong };
  if (!whole) {
    if (cells) wrong.cells = cells;
    return { view: "play", puzzle: found, start: null, wrong };
  }
  const game = readMoves(found, start, values.m ?? "");
  if (game.wrong) Object.assign(wrong, { move: game.wrong, number: game.number });
  return { view: "play", puzzle: found, start, steps: game.wrong ? [] : game.steps, wrong };
}

/** The address of a puzzle, of a position, or of a game. */
export function writeAddress(puzzle, start = null, steps = []) {
  const metric = puzzle.metric === "single" ? "" : `/metric=${puzzle.metric}`;
  const goal = puzzle.given ? `/goal=${puzzle.given}` : "";
  const rules = Object.entries(puzzle.rules ?? {}).map(([rule, value]) => `/${rule}=${value}`).join("");
  const game = steps.length ? `/m=${writeMoves(puzzle, steps)}` : "";
  return `#${puzzle.name}${start ? `/${start.join(".")}` : ""}${rules}${metric}${goal}${game}`;
}

/** The signs of a text in which each stands for a cell: its words, or the characters of words of three or more. */
export function signsOf(text) {
  const words = text.split(/[\s,;/|[\]()]+/).filter(Boolean);
  return words.every((word) => word.length > 2) ? words.flatMap((word) => [...word]) : words;
}

/** The goal of tiles some of which have equal signs: they are in order, and the gap is last. */
export function inOrder(signs) {
  if (new Set(signs).size === signs.length || signs.some((sign) => Number.isNaN(numbered(sign)))) return undefined;
  return [...signs].sort((a, b) => (numbered(a) || Infinity) - (numbered(b) || Infinity)).join(" ");
}

/** The first tiles of a board of which no more is written; `null` if it is something else. */
export function beginningOf(puzzle, signs) {
  const [cells, left] = [signs.map(numbered), [...puzzle.goal]];
  const fits = (tile) => left.includes(tile) && left.splice(left.indexOf(tile), 1);
  return cells.length < puzzle.cells && cells.every(fits) ? cells : null;
}

/** A goal that the module has read, as an address has it. Letters for tiles that are alike stay letters. */
export function goalPart(read, written = "") {
  const cells = read.split(" ");
  const tiles = cells.filter((tile) => Number(tile));
  const letters = new Set(tiles).size < tiles.length && !/[1-9]/.test(written);
  return cells.map((tile) => (letters && Number(tile) ? letterOf(Number(tile)) : tile)).join(".");
}

/**
 * Reads what people paste: a `board` as they write it, `moves` (of a game from the board or, without one, of a solution), the
 * part of this page's `address` after #, or the `link` of a replay.
 */
export function readPasted(text) {
  const pasted = text.trim();
  if (/^https?:\S*[?&]r=\S+$/.test(pasted)) return { link: pasted };
  if (/^(https?:\S*)?#\S+$/.test(pasted)) return { address: pasted.slice(pasted.indexOf("#")) };
  const [, board, moves] = /^([^a-z]*?[^a-z\s]?)\s*((?:[UDLR]\d*'?[\s,]*)+)$/i.exec(pasted) ?? [];
  // Letters may be tiles that are alike; then there is a gap among them.
  return moves ? { board: board.replace(/[\s:;,]+$/, ""), moves: moves.replace(/[\s,']/g, "") } : { board: pasted };
}

/** The position from which moves of single tiles lead to a goal; `null` if there is none. */
export function startOf(puzzle, moves) {
  const back = { U: "D", D: "U", L: "R", R: "L" };
  const words = [...moves.toUpperCase().matchAll(/([UDLR])(\d*)/g)].reverse().map(([, way, times]) => back[way] + times).join("");
  const { steps, wrong } = readMoves(puzzle, puzzle.goal, words);
  return wrong || !steps.length ? null : steps.at(-1).cells;
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
