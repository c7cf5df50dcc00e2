/** A position: text as people write it (`"867254301"`, `"8 6 7 / 2 5 4 / 3 _ 1"`), or its cells in reading order, 0 for the blank, as one array or as an array of rows. */
export type State = string | readonly number[] | readonly (readonly number[])[] | Uint8Array | Uint8ClampedArray | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/** The direction in which a tile slides; if several tiles slide, with their number, such as `R2`. */
export type Letter = `${"U" | "D" | "L" | "R"}${number | ""}`;

/** Moves as text in any notation, or as an array of tiles, words, letters or arrows. */
export type MovesLike = string | readonly (number | string)[] | Uint8Array;

/** How moves are written: `"R2U"`, `"RRU"`, `"right right up"`, `"→→↑"`, or for the blank `"L2D"`. */
export type Notation = "letters" | "plain" | "words" | "arrows" | "blank";

/** The meaning of directions in moves that are read: with `"blank"` they are those of the blank. */
export interface ReadMoves {
  notation?: Notation;
}

/** What counts as one move on a board: a tile that slides, or a line of one or more tiles. */
export type Metric = "single" | "multi";

export interface Options {
  /**
   * The goal, by default `1 2 3 … 0`. On boards `x` stands for a cell that may hold any tile and, if no 0 is written, the
   * blank; tiles with equal numbers, or equal letters (`"AABBCCDD0"`), are alike, in positions too. For rows of stones also
   * `"together"`, `"any-gap"` and `"any"`.
   */
  goal?: State;
  /** Default: `"single"`. Boards only. */
  metric?: Metric;
  /** After this many seconds, each search ends with bounds, and on boards with the best solution known. */
  seconds?: number;
  /** Rows of stones: how many stones jump at a time. Default: 2. */
  block?: number;
  /** Rows of stones: how many cells have no stone. Default: as many as a block has stones; more may lie anywhere. */
  holes?: number;
  /** Rows of stones: whether only blocks jump whose stones are not all alike. */
  unlike?: boolean;
  /** Rows of stones: whether a block may, or must, be turned round as it jumps. */
  turn?: "may" | "must";
}

/** The rules of a row of stones that are not the usual ones. */
export type Rules = Pick<Options, "block" | "holes" | "unlike" | "turn">;

/** The options of questions about solutions. */
export interface SearchOptions extends Options {
  /** Boards: whether the best solution that is found in `seconds` (by default in one) is enough; no tables are built. */
  best?: boolean;
  /** Boards: the width of a single beam, whose solution is the same on every machine unless `seconds` end it. */
  width?: number;
}

/** The proven bounds of a distance. */
export interface Bounds {
  /** No solution has fewer moves. */
  least: number;
  /** The length of the best solution known; `null` before there is one. */
  most: number | null;
}

/** The name of a model, by the boards that it was learned from. The first two are in this package, the others in `tilebase-models`. */
export type ModelName = "4x4" | "5x5" | "3x10" | "2x15" | "6x6" | "7x7";

/**
 * Models that make the solutions of boards shorter. A list has names, or the bytes of files, which are read at once. An object from
 * names to addresses, such as the default export of `tilebase-models`, says where they lie: they are fetched when they are needed.
 */
export type GivenModels = (ModelName | ArrayBufferView | ArrayBuffer)[] | Readonly<Partial<Record<ModelName, string>>>;

/** The subject of an answer. */
export interface Subject {
  space: string;
  /** Present only if they are not the usual ones. */
  rules?: Rules;
  /** Present only if it is not the usual one. */
  metric?: "multi";
}

/** The positions of a text. */
export interface ReadText extends Subject {
  /** The goal's cells; of rows of stones, its name. */
  goal: string;
  states: {
    state: number[];
    /** The goal that stands beside the position in the text. */
    goal?: string;
    /** Present if something was guessed: what, the goal, and how cells are written, by their numbers. */
    read_as?: { form: string; goal: string; signs?: string[] };
  }[];
}

export interface Distance extends Subject {
  state: number[];
  /** `null` if a search ended before it was known. */
  solvable: boolean | null;
  /** Boards that cannot be solved: the usual goal that they can reach, if there is one. */
  usual_goal?: "blank-first" | "blank-last";
  /** All goals with names that a board can reach which cannot be solved. */
  reachable_goals?: string[];
  /** The least number of moves to the goal; `null` if it is out of reach or a search ended with bounds. */
  distance: number | null;
  method: "table" | "ida*" | "a*" | "beam" | "parity";
  /** The proven bounds, if the distance is not known or a time was given. */
  lower?: number;
  upper?: number | null;
  proof?: "table" | "search" | "construction+bound" | null;
  /** Solutions of boards that need not be the shortest: whether this one is proven to be, the proven bound, and its length. */
  optimal?: boolean;
  lower_bound?: number;
  length?: number;
  heuristic?: string;
  stats?: {
    expanded: number;
    generated: number;
    thresholds: number[];
    seconds: number;
    /** Boards: the moves tried within each threshold. */
    iterations?: { threshold: number; expanded: number; generated: number; seconds: number }[];
  };
}

export interface Solution extends Distance {
  /** The tile of each move, of a line the one to press; in rows of stones, the leftmost cell of the block. */
  moves: number[];
  /** Rows of stones by other rules: the moves as they are written, such as `1-7` (from a cell to another) or `3t` (turned). */
  jumps?: string[];
  /** Boards: the directions in which the tiles slide, a run of three as `R3`. */
  letters?: string;
  /** Boards: the directions in which the blank moves. */
  blank?: string;
  /** From the state to the goal, both included. */
  states: number[][];
  /** With `count`: the number of shortest solutions; 0 if the goal is out of reach. */
  optimal_solutions?: number;
}

/** The options of solutions stage by stage. */
export interface StageOptions extends Options {
  /**
   * Tiles and ranges of tiles, the stages separated by slashes: `"1-4/5,9,13/rest"`; or `"rows"`, `"rows-columns"` or
   * `"grids"`. Boards only.
   */
  stages: string;
  /** With more than one, this many shortest solutions of each stage are followed, and the least total is the answer. From 1, the default, to 1000. */
  endings?: number;
}

/** A solution stage by stage: each stage starts at the position where the one before ended. */
export interface StagedSolution extends Omit<Solution, "method" | "length"> {
  method: "stages" | "parity";
  /** The moves of all stages; `null` if the goal is out of reach. */
  length: number | null;
  /** Empty if the goal is out of reach. */
  stages: {
    /** The tiles that are put in place, such as `1-4`; `rest` for all that are left. */
    tiles: string;
    /** The moves of the stage, and the moves up to its end: `states[end]` is the position there. */
    length: number;
    end: number;
    /** Whether it is proven that no shorter sequence leads from its start to its goal. */
    optimal: boolean;
  }[];
}

/** A game that was graded stage by stage. */
export interface StagedReview extends Subject {
  state: number[];
  /** `false` if the goal is out of reach from the start: then the answer has the keys of a distance, and none of a game. */
  solvable?: false;
  /** The stages that the game reached; each ends when its tiles are first in place. */
  stages: {
    tiles: string;
    /** The least number of moves from where the stage began. */
    distance: number;
    /** The moves made in it, and those still to make after the game. */
    made: number;
    left: number;
    /** `made` + `left` − `distance`. */
    wasted: number;
  }[];
  /** The position after the last move. */
  final: number[];
  made: number;
  wasted: number;
}

export interface Hint {
  move: number;
  letter?: Letter;
  /** Rows of stones by other rules: the move as text. */
  jump?: string;
  state: number[];
  /** The distance after the move; `null` if only `bounds` are known, as after a search in the multi metric for moves that do not lead nearer. */
  distance: number | null;
  bounds?: Bounds;
}

export interface Hints extends Subject {
  state: number[];
  solvable: boolean;
  /** Boards that cannot be solved: the usual goal that they can reach, if there is one. */
  usual_goal?: "blank-first" | "blank-last";
  /** All goals with names that a board can reach which cannot be solved. */
  reachable_goals?: string[];
  distance: number | null;
  /** The bounds of a distance that is not known. */
  bounds?: Bounds;
  /** Every legal move, best first. */
  moves: Hint[];
  optimal_solutions?: number;
}

export interface Review extends Subject {
  state: number[];
  /** `false` if the goal is out of reach from the start: then the answer has the keys of a distance, and none of a game. */
  solvable?: false;
  usual_goal?: "blank-first" | "blank-last";
  reachable_goals?: string[];
  /** `null` if only bounds are known, here and below. */
  distance: number | null;
  bounds?: Bounds;
  /** `optimal` is `null` if it is not proven whether the move is. */
  moves: (Hint & { optimal: boolean | null })[];
  final: number[];
  final_distance: number | null;
  final_bounds?: Bounds;
  made: number;
  /** The moves made and still to make, minus the distance at the start. */
  wasted: number | null;
  wasted_bounds?: Bounds;
  /** Boards: the length of the game in both metrics. */
  lengths?: { single: number; multi: number };
  /** With `better`: the runs of moves that were not optimal. */
  mistakes?: Mistake[];
}

/** A run of moves of a game, none of which was optimal. */
export interface Mistake {
  /** The numbers of the first and of the last move, from 1. */
  first: number;
  last: number;
  /** The moves wasted; `null` if that is not proven. */
  wasted: number | null;
  /** The tiles of a shortest solution of the position before the first move, or of the best one known. */
  better: number[];
  /** Rows of stones by other rules: the same moves, as in a `Solution`. */
  jumps?: string[];
  /** The directions of these tiles; empty for rows of stones. */
  letters: string;
}

/** Moves as the directions `U D L R`. */
export interface Moves {
  letters: string;
  /** The number of moves: if each slides one tile, and if each slides a line of tiles. */
  single: number;
  multi: number;
  /** With `notation`: the moves in it. */
  written?: string;
}

/** A game that a link of slidysim replays. */
export interface Replay {
  space: string;
  /** The position at the start. */
  state: number[];
  /** The directions of the tiles. */
  moves: string;
  /** The time of each move of a single tile, in milliseconds; empty if the times are not known. */
  times: number[];
}

/** The chance that the mean distance of random positions is low. */
export interface Chance extends Subject {
  mean_of: number;
  below: number;
  /** From 0 to 1. */
  chance: number;
  /** Where the counts that it is computed from are published, if they are not those of a table. */
  source?: string;
}

export interface Shortened extends Subject {
  state: number[];
  /** The position at the end of the game. */
  final: number[];
  /** The length of the game that was given, and of the shorter one. */
  before: number;
  length: number;
  /** Whether it is proven that no game between the two positions is shorter, and a lower bound on its moves. */
  optimal: boolean;
  lower_bound: number;
  /** As in a `Solution`: the game from the first position to the last. */
  moves: number[];
  jumps?: string[];
  letters?: string;
  blank?: string;
  states: number[][];
}

export interface Check extends Subject {
  state: number[];
  solvable: boolean | null;
  /** Boards that cannot be solved: the usual goal that they can reach, if there is one. */
  usual_goal?: "blank-first" | "blank-last";
  /** All goals with names that a board can reach which cannot be solved. */
  reachable_goals?: string[];
  inversions?: number;
  [figure: string]: unknown;
}

export interface Depths extends Subject {
  states: number;
  /** The greatest distance. */
  eccentricity: number;
  /** `counts[d]` positions are `d` moves from the goal. */
  counts: number[];
  /** Where the counts are published, if they are not those of a table. */
  source?: string;
}

export interface Level extends Subject {
  distance: number;
  /** The number of positions at this distance, listed or not. */
  count: number;
  states: number[][];
  /** The number of positions listed, if they are not all. */
  listed?: number;
}

/** The positions that `random` draws from, by at most one of `distance`, `walk` and `stage`. Default: all that can be solved. */
export interface RandomOptions extends Options {
  /** Those at this distance. */
  distance?: number;
  /** Those that this many random moves from the goal lead to; at most a million moves. */
  walk?: number;
  /** Boards in which these tiles are in their places, such as `"1-4"`. */
  stage?: string;
  seed?: number;
}

export interface Random extends Subject {
  state: number[];
  distance?: number;
  walk?: number;
  /** With this seed the same positions are drawn again. */
  seed: number;
  /** `false` for positions found by random walks: after a `walk`, and at a rare distance of a puzzle without a table. */
  uniform: boolean;
}

export interface Prepared extends Subject {
  method: "table" | "search";
  states?: number;
  eccentricity?: number;
  counts?: number[];
}

export type Report =
  | { report: "level"; distance: number; reached: number; total: number }
  | { report: "search"; lower: number; upper: number | null; generated: number; seconds: number };

/**
 * Answers questions about puzzles by name: `"3x3"`, `"15-puzzle"`, `"10x10"`, `"oshidori-kinds-4"`, …
 *
 * A call blocks until it is answered. The first call about a puzzle builds its table or, for the 15-puzzle, its pattern
 * databases (with `metric: "multi"`, its colour tables); the guide lists the time that this takes. In a page, make the
 * calls in a worker. An invalid question throws a `TilebaseError`.
 */
export interface Tilebase {
  /**
   * Reads the positions in a text, in any form in which people write them. The text itself says which puzzle it is of, unless
   * `space` does. `goal` is that of positions without one of their own.
   */
  read(text: string, options?: { space?: string; goal?: State }): ReadText;
  /** Builds the tables of a puzzle. Every other call does this itself if needed. */
  prepare(space: string, options?: Options): Prepared;
  distance(space: string, state: State, options?: SearchOptions): Distance;
  /** The distances of many positions; `null` if the goal is out of reach or a search ended with bounds. */
  distances(space: string, states: Iterable<State>, options?: Options): (number | null)[];
  solve(space: string, state: State, options?: SearchOptions & { count?: boolean; stages?: undefined }): Solution;
  /** With `stages`: stage by stage. */
  solve(space: string, state: State, options: StageOptions): StagedSolution;
  /**
   * The value of each legal move. What is not proven after 1.6 seconds has bounds, unless `seconds` or `width` says otherwise or
   * the last call was `solve` with the same position, which makes hints cheaper. Building tables is not part of that time.
   */
  hints(space: string, state: State, options?: SearchOptions & { count?: boolean }): Hints;
  /** Grades a game, unless the goal is out of reach: directions of tiles (`"URDL2"`, `"up right"`, `"↑→"`), tiles (`"5 8 6"`), or the cells of a row (`"1 6 3"`, `"1-7 3t"`). */
  review(space: string, state: State, moves: MovesLike, options?: SearchOptions & ReadMoves & { better?: boolean; stages?: undefined }): Review;
  /** With `stages`: stage by stage. */
  review(space: string, state: State, moves: MovesLike, options: Omit<StageOptions, "endings"> & ReadMoves): StagedReview;
  /** Makes a game shorter between its two ends; it need not end at the goal. Takes `seconds`, by default one. */
  shorten(space: string, state: State, moves: MovesLike, options?: SearchOptions & ReadMoves): Shortened;
  /**
   * Moves inverted, on the mirrored or transposed board, without those that are taken back at once, or unchanged; as letters,
   * and in the `notation` that is asked for (`"blank"`: these are directions of tiles, and those of the blank are written).
   */
  moves(tool: "inverse" | "mirror" | "transpose" | "simplify" | "join", moves: MovesLike, options?: { notation?: Notation }): Moves;
  /** Boards: the position from which moves, as directions, lead to the goal. */
  start(space: string, moves: MovesLike, options?: Options & ReadMoves): Subject & { state: number[] };
  /** Boards: the link with which slidysim replays a game. Moves are written as for `review`. */
  link(space: string, state: State, moves: MovesLike, options?: Options & ReadMoves): string;
  /** The game of such a link. */
  replay(link: string): Replay;
  /** Whether a position can be solved, and why. */
  check(space: string, state: State, options?: Options): Check;
  /** The number of positions at each distance, for puzzles with tables; for the 15-puzzle, published counts. */
  depths(space: string, options?: Options): Depths;
  /** The chance that the mean distance of `n` random positions, from 1 to 1000, is less than `below`; for puzzles that have `depths`. */
  chance(space: string, n: number, below: number, options?: Options): Chance;
  hardest(space: string, options?: Options & { limit?: number }): Level;
  /** Positions at a distance: the first ones, or with a `seed` different random ones. */
  at(space: string, distance: number, options?: Options & { limit?: number; seed?: number }): Level;
  /** A random solvable position; with `n`, at most a million, an array of them. */
  random(space: string, options?: RandomOptions & { n?: undefined }): Random;
  random(space: string, options: RandomOptions & { n: number }): Random[];
  /**
   * Fetches the model that makes the answer of a method shorter, if there is one and it is not there: with the arguments of the call, as in
   * `await tilebase.fetchModel("solve", "6x6", state)`.
   */
  fetchModel(method: string, ...given: readonly unknown[]): Promise<void>;
  /** Asks a question in the protocol between page and module. */
  ask(question: object): unknown;
  /** The bytes of memory that the module has taken. */
  readonly bytes: number;
}

export class TilebaseError extends Error {
  /** Whether the text that was to be read can be read in two ways; the message names both. */
  readonly ambiguous: boolean;
}

/** Starts a module with tables of its own. `source` is `tilebase.wasm`, by default the file beside the package's files. */
export function load(options?: {
  /** The bytes of the module, a response with them, or a `WebAssembly.Module`; or a promise of one of these. */
  source?: object;
  /**
   * In Node.js, a model that is installed is read by itself when a board first needs it. In a browser, `fetchModel` fetches it, or
   * a worker does: see `connect`.
   */
  models?: GivenModels;
  /** Receives the progress of long work. */
  onReport?: (report: Report) => void;
}): Promise<Tilebase>;
