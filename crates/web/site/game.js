// A game: the positions from the start, with the distances that are known.
import { same, writeAddress } from "./puzzle.js";

export class Game {
  /**
   * The positions in order: `{ cells, move, at, letter, distance, stage, planned }`; the first has no move, and a `stage` ends
   * where it is named. `planned` is the rest of the solution by stages that was played there.
   */
  trail;
  /** The index of the position on the board. */
  here = 0;
  /** When the first move was made, and when the goal was first reached, in milliseconds. */
  began = null;
  ended = null;
  /** Whether the page has made moves for the player, or shown distances of a puzzle of the day. */
  helped = false;
  /** Whether distances have been shown, or a part was played elsewhere: then its time does not count; and whether it has been counted. */
  seen = false;
  timed = false;
  /** Whether there have been moves, even if all are taken back. */
  played = false;
  /** The puzzle of the day that this is: its `date` and `distance`. */
  daily = null;

  constructor(puzzle, start, steps = []) {
    this.puzzle = puzzle;
    this.trail = [{ cells: start }, ...steps];
    this.here = steps.length;
    this.played = this.seen = steps.length > 0;
  }

  get cells() {
    return this.trail[this.here].cells;
  }

  get start() {
    return this.trail[0].cells;
  }

  /** The moves up to the position on the board. */
  get steps() {
    return this.trail.slice(1, this.here + 1);
  }

  get address() {
    return writeAddress(this.puzzle, this.start, this.steps);
  }

  get home() {
    return this.puzzle.home(this.cells);
  }

  /** Makes a move. At an earlier position, the later moves are replaced, unless the move is the one made then. */
  play(step) {
    const next = this.trail[this.here + 1];
    if (!next || !same(next.cells, step.cells)) this.trail = [...this.trail.slice(0, this.here + 1), step];
    else if (step.stage || step.planned !== undefined) Object.assign(next, { stage: step.stage, planned: step.planned });
    this.here++;
    this.played = true;
    this.began ??= Date.now();
    if (this.home) this.ended ??= Date.now();
  }

  /** Milliseconds from the first move to the goal, or until now. */
  get time() {
    return this.began === null ? 0 : (this.ended ?? Date.now()) - this.began;
  }

  /** Takes the last move back. */
  undo() {
    if (this.here === 0) return;
    this.here--;
    this.trail.length = this.here + 1;
  }

  goTo(place) {
    this.here = Math.max(0, Math.min(place, this.trail.length - 1));
  }

  /** Forgets the moves after the position on the board. */
  tryAgain() {
    this.trail.length = this.here + 1;
  }

  /** The stages that have ended: their names, and the moves up to their ends. */
  get stages() {
    return this.trail.flatMap(({ stage }, end) => (stage ? [{ stage, end }] : []));
  }

  /** The quality of the game, as in the program's `review`, if every distance is known. */
  get review() {
    const distances = this.trail.map((position) => position.distance);
    if (!distances.every(Number.isFinite)) return null;
    const wrong = distances.flatMap((distance, move) => (move && distance >= distances[move - 1] ? [move] : []));
    const made = distances.length - 1;
    return { made, enough: distances[0], wrong, left: distances[made], wasted: made + distances[made] - distances[0] };
  }
}
