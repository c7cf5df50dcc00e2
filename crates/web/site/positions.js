// Other positions: those at a distance, the puzzle of the day, and the hardest.
import { smallBoard } from "./board-view.js";
import { byId, h } from "./dom.js";
import { smallRow } from "./pond-view.js";
import { below, stroll, subject } from "./puzzle.js";
import { keep, t } from "./texts.js";

/** The distance of most random boards that have no table: it grows with the tiles and with the way of each. */
export function farthest({ family, cells, metric, kinds }) {
  return family === "row" ? kinds : Math.round(0.78 * cells ** 1.5 * (metric === "multi" ? 0.6 : 1));
}

/** Starting distances for puzzles without a table, as shares of the farthest. */
const LEVELS = [0.2, 0.4, 0.6, 0.8, 0.9, 1];

/** Seconds for each cell of a board, of a search for a solution that need not be the shortest. */
const QUICK = 0.012;
/** The width of the beam whose solution is the measure of a large board: it is the same on every machine. */
const WIDTH = 500;
/** The walks that are tried for one distance. */
const TRIES = 60;

/**
 * The states of a solution from a position at a distance: drawn uniformly where a table has every distance, and otherwise from
 * the end of a walk at about this distance. With a table the solution is found only if it is to be `solved`.
 */
export async function positionAt(engine, puzzle, distance, { from = seed(), slot = null, solved = false } = {}) {
  const about = subject(puzzle);
  const ask = async (question) => (await engine.ask({ ...about, ...question }, { slot })).answer;
  const limit = puzzle.family === "row" ? { seconds: 1 } : puzzle.exact ? {} : { best: true, seconds: QUICK * puzzle.cells };
  const solution = async (state) => (await ask({ do: "solve", state, ...(!puzzle.table && limit) })).states;
  if (puzzle.table) {
    const [state] = (await ask({ do: "at", distance, limit: 1, seed: from })).states;
    return solved ? solution(state) : [state];
  }
  const far = farthest(puzzle);
  const close = Math.max(2, puzzle.exact ? 0 : distance / 10);
  let length = distance * (1 + (1.2 * distance) / far);
  for (let tries = 0, best = null; ; tries++) {
    const cells = distance < far ? stroll(puzzle, Math.round(length) + below(6)) : puzzle.random();
    const states = puzzle.home(cells) ? null : await solution(cells);
    const away = (list) => Math.abs(list.length - 1 - distance);
    if (states && !(best && away(best) <= away(states))) best = states;
    // The next walk is longer if this one has led less far.
    if (states) length *= Math.max(0.5, Math.min(2, distance / (states.length - 1)));
    if (best && (away(best) <= close || tries >= TRIES || (distance >= far && !puzzle.exact))) return best;
    if (tries > 2 * TRIES) throw new Error(t.noPosition);
  }
}

/** The number of positions in the gallery before the visitor asks for all. */
const GALLERY = 24;

const DAY = 86_400_000;

/** The date of a time at its place, as 2026-11-23. */
const dated = (time) => [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

const seed = () => below(2 ** 31);

export class Positions {
  #play;
  /** The line that says to others how the puzzle of the day went. */
  result = "";

  /** Puts positions on the board of a `Play`. */
  constructor(play) {
    this.#play = play;
  }

  clear() {
    byId("gallery").replaceChildren();
    byId("levels").replaceChildren();
    byId("dailySaid").textContent = "";
    byId("share").hidden = true;
  }

  /** Shows a position at a distance, or at about this distance. */
  async draw(distance) {
    const play = this.#play;
    const { puzzle } = play;
    try {
      const states = await positionAt(play.engine, puzzle, distance, { slot: "draw" });
      if (puzzle !== play.puzzle) return;
      if (!puzzle.table) play.known.walk(states, puzzle.exact);
      play.enter(states[0]);
    } catch (error) {
      play.fail(error);
    }
  }

  /** The puzzle of the day: it is the same for everyone, and harder each day from Monday to Sunday. */
  async daily() {
    const play = this.#play;
    const { ready, puzzle } = play;
    if (!ready) return;
    const today = new Date();
    const day = (today.getDay() + 6) % 7;
    const date = dated(today);
    const from = Number(date.replaceAll("-", ""));
    try {
      const [cells, distance] = await (puzzle.table ? this.#tabled(day, from) : this.#walked(day, from));
      if (puzzle !== play.puzzle) return;
      play.enter(cells, { date, distance });
      byId("dailySaid").textContent = t.dailySaid(distance, puzzle.exact);
    } catch (error) {
      play.fail(error);
    }
  }

  async #tabled(day, from) {
    const { puzzle, ready, engine } = this.#play;
    const distance = Math.round(ready.eccentricity * (0.4 + 0.09 * day));
    const [cells] = await positionAt(engine, puzzle, distance, { from, slot: "draw" });
    return [cells, distance];
  }

  /** The end of a walk that is longer each day, and how many moves are enough from there. */
  async #walked(day, from) {
    const { puzzle, engine } = this.#play;
    const ask = async (question) => (await engine.ask({ ...subject(puzzle), ...question }, { slot: "draw" })).answer;
    const { states: [{ state }] } = await ask({ do: "random", n: 1, walk: puzzle.cells * (3 + 2 * day), seed: from });
    const { states } = await ask({ do: "solve", state, ...(!puzzle.exact && { width: WIDTH }) });
    return [state, states.length - 1];
  }

  /** The game has reached its goal: a puzzle of the day that the player has solved alone counts, once a day for each puzzle. */
  solved() {
    const { game, puzzle } = this.#play;
    if (!game.daily) return;
    if (game.helped) {
      byId("dailySaid").textContent = t.dailyHelped;
      return;
    }
    const { date, distance } = game.daily;
    const record = { last: null, streak: 0, longest: 0, solved: 0, perfect: 0, done: {}, ...JSON.parse(keep("daily") ?? "{}") };
    const name = Object.values(subject(puzzle)).join(" ");
    const fewest = game.here <= distance;
    if (record.done[name] !== date) {
      record.done[name] = date;
      record.solved++;
      record.perfect += fewest ? 1 : 0;
      if (record.last !== date) record.streak = record.last === dated(new Date(Date.parse(`${date}T12:00`) - DAY)) ? record.streak + 1 : 1;
      record.last = date;
      record.longest = Math.max(record.longest, record.streak);
      keep("daily", JSON.stringify(record));
    }
    byId("dailySaid").textContent = t.dailySolved(game.here, distance, record, puzzle.exact);
    this.result = t.dailyResult(t.puzzle(puzzle.name), date, game.here, distance, game.time, record.streak, puzzle.exact);
    byId("share").hidden = false;
  }

  /** Fills the gallery of the hardest positions, and the levels of a puzzle without a table. */
  async list(limit = GALLERY) {
    const play = this.#play;
    const { puzzle, ready } = play;
    const small = puzzle.family === "board" ? smallBoard : smallRow;
    const show = (states) => byId("gallery").replaceChildren(...states.map((cells) => small(puzzle, cells, () => this.#choose(cells))));
    const all = (count) => h("button", { type: "button", class: "all", onclick: () => this.list(count) }, t.showAll(count));
    try {
      if (puzzle.table) {
        const { answer } = await play.engine.ask({ do: "hardest", ...subject(puzzle), limit }, { slot: "hardest" });
        if (puzzle !== play.puzzle) return;
        ready.hardest = answer.count;
        show(answer.states);
        if (answer.count > limit) byId("gallery").append(all(answer.count));
      } else if (puzzle.family === "board") {
        this.#writeLevels();
        if (puzzle.name !== "4x4" || puzzle.metric !== "single" || puzzle.given) return;
        const known = await (await fetch("hardest-4x4.json")).json();
        if (puzzle === play.puzzle) show(known);
      }
      play.view.renderKnowledge();
    } catch (error) {
      play.fail(error);
    }
  }

  /** Rewrites the texts of `list` and `daily` in the language that is now chosen. */
  translate() {
    byId("dailySaid").textContent = "";
    if (this.#play.ready) this.list();
  }

  #writeLevels() {
    const far = farthest(this.#play.puzzle);
    const near = LEVELS.map((share) => (far < 80 ? Math.round(far * share) : 5 * Math.round((far * share) / 5)));
    const levels = [...near.map((distance) => [t.about(distance), () => this.draw(distance)]), [t.anywhere, () => this.#play.fresh()]];
    byId("levels").replaceChildren(...levels.map(([text, onclick]) => h("button", { type: "button", onclick }, text)));
  }

  #choose(cells) {
    this.#play.enter(cells);
    byId("distance").focus({ preventScroll: true });
  }
}
