// The distances and hints that are known for positions.

/** The limit of positions, so that a long visit does not fill the memory. */
const MOST = 50_000;

const key = (cells) => cells.join(".");

/**
 * For each position `distance`, `hints` (a map from a move to the distance after it), `ways` (how many shortest ways there
 * are), `next` (the position after a best move; `null` at home), and where a search ended with bounds `lower` and `upper`.
 */
export class Known {
  #positions = new Map();

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

  /** Records the answer to `distance`, `solve` or `hint` about a position. */
  learn(cells, answer) {
    const about = this.about(cells);
    if (answer.distance !== null) about.distance = answer.distance;
    Object.assign(about, { lower: answer.lower, upper: answer.upper, proof: answer.proof ?? about.proof });
    if (answer.states) this.walk(answer.states, answer.distance !== null);
    else if (answer.moves) {
      about.hints = new Map(answer.moves.map(({ move, distance }) => [move, distance]));
      about.ways = answer.optimal_solutions;
      this.grade(answer);
    }
  }

  /** Records the distances of a list of moves. */
  grade({ moves }) {
    for (const { state, distance } of moves) this.about(state).distance = distance;
  }

  /** Records the best known solution; on a shortest one, every distance is known. */
  walk(states, shortest = true) {
    states.forEach((cells, made) => {
      const about = this.about(cells);
      if (shortest) about.distance = states.length - 1 - made;
      about.next = states[made + 1] ?? null;
    });
  }
}

/** What a move does that leads from a distance to the one after it. */
export const kindOf = (after, distance) => (after < distance ? "nearer" : after > distance ? "farther" : "level");

/** Whether a search about a position has ended: with a distance, or with bounds. */
export const isKnown = (about) => about?.distance !== undefined || about?.lower !== undefined;
