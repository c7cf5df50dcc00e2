// Other positions: those at a distance, the puzzle of the day, and the hardest.
import { smallBoard } from "./board-view.js";
import { byId, h, moves } from "./dom.js";
import { smallRow } from "./pond-view.js";
import { below, stroll, subject } from "./puzzle.js";
import { keep, t } from "./texts.js";

/** Starting distances for puzzles without a table; from `far` on, random positions are used. */
const LEVELS = {
  single: { near: [10, 20, 30, 40, 45, 50], far: 48 },
  multi: { near: [6, 12, 18, 24, 28, 32], far: 30 },
};
/** The number of positions in the gallery before the visitor asks for all. */
const GALLERY = 60;

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
    byId("share").disabled = true;
  }

  /** Shows a position at a distance, drawn uniformly; `daily` if it is the puzzle of the day. */
  async draw(distance, from = seed(), daily = null) {
    const { puzzle } = this.#play;
    try {
      const { answer } = await this.#play.engine.ask({ do: "at", ...subject(puzzle), distance, limit: 1, seed: from }, { slot: "draw" });
      if (puzzle === this.#play.puzzle && answer.states[0]) this.#play.enter(answer.states[0], daily);
    } catch (error) {
      this.#play.fail(error);
    }
  }

  /** The puzzle of the day: it is the same for everyone, and harder each day from Monday to Sunday. */
  async daily() {
    const { ready } = this.#play;
    if (!ready?.counts) return;
    const today = new Date();
    const day = (today.getDay() + 6) % 7;
    const distance = Math.round(ready.eccentricity * (0.4 + 0.09 * day));
    const date = dated(today);
    await this.draw(distance, Number(date.replaceAll("-", "")), { date, distance });
    if (this.#play.game.daily) byId("dailySaid").textContent = t.dailySaid(distance);
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
    if (record.done[name] !== date) {
      record.done[name] = date;
      record.solved++;
      record.perfect += game.here === distance ? 1 : 0;
      if (record.last !== date) record.streak = record.last === dated(new Date(Date.parse(`${date}T12:00`) - DAY)) ? record.streak + 1 : 1;
      record.last = date;
      record.longest = Math.max(record.longest, record.streak);
      keep("daily", JSON.stringify(record));
    }
    byId("dailySaid").textContent = t.dailySolved(game.here, distance, record);
    this.result = t.dailyResult(t.puzzle(puzzle.name), date, game.here, distance, game.time, record.streak);
    byId("share").disabled = false;
  }

  /** Fills the gallery of the hardest positions, and the levels of a puzzle without a table. */
  async list(limit = GALLERY) {
    const play = this.#play;
    const { puzzle, ready } = play;
    const small = puzzle.family === "board" ? smallBoard : smallRow;
    const show = (states) => byId("gallery").replaceChildren(...states.map((cells) => small(puzzle, cells, () => this.#choose(cells))));
    const all = (count) => h("button", { type: "button", class: "plain", onclick: () => this.list(count) }, t.showAll(count));
    try {
      if (puzzle.table) {
        const { answer } = await play.engine.ask({ do: "hardest", ...subject(puzzle), limit }, { slot: "hardest" });
        if (puzzle !== play.puzzle) return;
        ready.hardest = answer.count;
        show(answer.states);
        if (answer.count > limit) byId("gallery").append(all(answer.count));
      } else if (puzzle.family === "board") {
        this.#writeLevels();
        if (puzzle.metric !== "single" || puzzle.given) return;
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
    const { near } = LEVELS[this.#play.puzzle.metric];
    const levels = [...near.map((distance) => [t.about(distance), () => this.#near(distance)]), [t.anywhere, () => this.#play.fresh()]];
    byId("levels").replaceChildren(...levels.map(([text, onclick]) => h("button", { type: "button", onclick }, text)));
  }

  #choose(cells) {
    this.#play.enter(cells);
    byId("play").scrollIntoView({ behavior: moves() ? "smooth" : "auto", block: "start" });
    byId("distance").focus({ preventScroll: true });
  }

  /** Shows a position at about this distance: the end of a walk from the goal, or a random position. */
  async #near(distance) {
    const play = this.#play;
    const { puzzle } = play;
    const { far } = LEVELS[puzzle.metric];
    try {
      for (let tries = 0; tries < 60; tries++) {
        const length = Math.round(distance * (1 + (1.2 * distance) / far) + below(6));
        const cells = distance < far ? stroll(puzzle, length) : puzzle.random();
        const { answer } = await play.engine.ask({ do: "solve", ...subject(puzzle), state: cells }, { slot: "draw" });
        if (puzzle !== play.puzzle) return;
        if (Math.abs(answer.distance - distance) > 2) continue;
        play.known.walk(answer.states);
        return play.enter(cells);
      }
    } catch (error) {
      play.fail(error);
    }
  }
}
