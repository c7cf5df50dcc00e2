// The distances and hints that are known for positions.

/** The limit of positions, so that a long visit does not fill the memory. */
const MOST = 50_000;
/** The puzzles whose positions are remembered. */
const PUZZLES = 8;

const key = (cells) => cells.join(".");

/**
 * For each position `distance` or, as far as a search has come, the bounds `lower` and `upper`; `next` (the position after a
 * move of the best solution known; `null` at home), `hints` (whether each move has been asked about), `ways` (how many
 * shortest solutions there are) and `sought` (the seconds of the longest search).
 */
export class Known {
  #positions = new Map();
  #least;

  /** `least` returns a lower bound of the distance of any position. */
  constructor(least = () => 0) {
    this.#least = least;
  }

  clear() {
    this.#positions.clear();
  }

  get(cells) {
    return this.#positions.get(key(cells));
  }

  /** The record of a position, which the caller may extend. */
  about(cells) {
    if (!this.get(cells)) {
      if (this.#positions.size > MOST) this.clear();
      this.#positions.set(key(cells), {});
    }
    return this.get(cells);
  }

  /** Records the answer to `distance`, `solve` or `hint` about a position, after a search of this many seconds. */
  learn(cells, answer, sought = 0) {
    const about = this.about(cells);
    about.sought = Math.max(about.sought ?? 0, sought);
    about.proof = answer.proof ?? about.proof;
    // What cannot reach the goal is infinitely far from it.
    const out = answer.solvable === false && { distance: Infinity };
    this.grade({ moves: [{ ...answer, ...out, state: cells }] });
    if (answer.states) this.walk(answer.states, answer.distance !== null);
    else if (answer.moves) {
      about.hints = true;
      about.ways = answer.optimal_solutions;
      this.grade(answer);
      // A solution of a neighbour is one of this position.
      for (const { state } of answer.moves) this.narrow(cells, 0, this.about(state).upper + 1, state);
    }
  }

  /** Records the distances, or the bounds, of a list of moves. */
  grade({ moves }) {
    for (const { state, distance, bounds, lower = bounds?.least, upper = bounds?.most } of moves) {
      this.narrow(state, distance ?? lower, distance ?? upper);
    }
  }

  /** Records bounds of a distance beside those that are known, and the next position of the solution that is the upper one; each may be missing. */
  narrow(cells, lower, upper, next) {
    const about = this.about(cells);
    about.lower = Math.max(about.lower ?? this.#least(cells), lower ?? 0);
    about.upper ??= Infinity;
    if (upper < about.upper || (upper === about.upper && about.next === undefined)) Object.assign(about, { upper, next });
    if (about.lower === about.upper) about.distance = about.upper;
  }

  /** Records a solution; a shortest one, or the best known. */
  walk(states, shortest = true) {
    const { lower = 0 } = this.about(states[0]);
    states.forEach((cells, made) => {
      const left = states.length - 1 - made;
      this.narrow(cells, shortest ? left : lower - made, left, states[made + 1] ?? null);
    });
  }

  /** What is known of the positions around one: by the `id` of the move, bounds and what the move does; `null` if that is nothing. */
  marks(puzzle, cells) {
    const here = this.get(cells);
    const asked = puzzle.moves(cells).map((step) => ({ id: step.id, ...this.get(step.cells) })).filter(({ upper }) => upper < Infinity);
    // A solution leads from each of them through this position.
    const around = asked.map((mark) => ({ ...mark, upper: Math.min(mark.upper, (here?.upper ?? Infinity) + 1) }));
    if (!around.length || (puzzle.table && !here?.hints)) return null;
    const best = Math.min(...around.map(({ upper }) => upper));
    return new Map(around.map(({ id, lower, upper, distance }) => {
      const proven = distance !== undefined && here?.distance !== undefined;
      const kind = proven ? kindOf(distance, here.distance) : lower >= (here?.upper ?? Infinity) ? "farther" : upper === best && upper < (here?.upper ?? Infinity) ? "nearer" : "open";
      return [id, { lower, upper, kind }];
    }));
  }
}

/** What is known of several puzzles. Those that were opened long ago are forgotten. */
export class Records {
  #all = new Map();

  /** What is known of the puzzle with this address, which has this lower bound. */
  of(address, least) {
    const known = this.#all.get(address) ?? new Known(least);
    this.#all.delete(address);
    this.#all.set(address, known);
    if (this.#all.size > PUZZLES) this.#all.delete(this.#all.keys().next().value);
    return known;
  }
}

/** What a move does that leads from a distance to the one after it. */
export const kindOf = (after, distance) => (after < distance ? "nearer" : after > distance ? "farther" : "level");

/** Whether a search about a position has ended: with a distance, or with bounds. */
export const isKnown = (about) => about?.distance !== undefined || about?.lower !== undefined;
