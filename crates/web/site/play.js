// The game in progress: the position, the moves, and the questions about them. play-view.js draws it.
import { byId, moves, wait } from "./dom.js";
import { Dropped } from "./engine.js";
import { Game } from "./game.js";
import { Known, isKnown } from "./known.js";
import { PlayView } from "./play-view.js";
import { Positions } from "./positions.js";
import { puzzle as named, readMoves, run, same, subject, writeAddress, writeMoves } from "./puzzle.js";
import { Race } from "./race.js";
import { t } from "./texts.js";

/** Milliseconds between the moves of a solution that is being shown. */
const PACE = 190;
/** Milliseconds that painting takes. */
const FRAMES = 40;
/** The most seconds that a search of a row takes, at first and when the visitor asks for more. */
const SECONDS = 2;
const LONGER = 30;

/** The time limit of a search. Only of rows of stones does the page show bounds. */
const within = (puzzle, seconds) => (puzzle.family === "row" ? { seconds } : {});

export class Play {
  puzzle = null;
  game = null;
  known = new Known();
  /** The answer to `prepare`, once the puzzle is ready. */
  ready = null;
  /** The progress of long work: a `text`, and the finished `share` if it is known. */
  progress = null;
  /** The error, if one occurred. */
  failure = null;
  /** The solution that is being shown, if there is one. */
  showing = null;
  race = null;
  /** The message below the game. */
  note = "";
  /** The puzzle whose tables are being built. */
  #preparing = null;
  /** The question about the position on the board, until it is answered. */
  #looking = null;
  #desk;
  #worker;
  #long;

  /** Questions about small boards are answered on the page. For other boards, short questions go to one worker and long ones to another. */
  constructor(desk, worker, long) {
    this.#desk = desk;
    this.#worker = worker;
    this.#long = long;
    this.view = new PlayView(this);
    this.positions = new Positions(this);
  }

  /** Shows a puzzle: a position and its game, or a random position. */
  open(puzzle, start = null, steps = []) {
    this.#interrupt();
    this.race = null;
    if (puzzle.name !== this.puzzle?.name || puzzle.metric !== this.puzzle.metric) {
      this.puzzle = puzzle;
      this.#halt();
      this.known.clear();
      this.ready = null;
      this.progress = null;
      this.positions.clear();
    }
    this.#begin(start ?? this.puzzle.start ?? this.puzzle.random(), steps);
  }

  leave() {
    this.#interrupt();
    this.#halt();
    this.puzzle = null;
  }

  /** The engine that answers about the puzzle. */
  get engine() {
    return this.puzzle.small ? this.#desk : this.#worker;
  }

  /** Ends the current computation, and drops the waiting questions. */
  #halt() {
    for (const engine of [this.#desk, this.#worker, this.#long]) engine.stop();
  }

  /** The record of the position on the board. */
  get here() {
    return this.known.get(this.game.cells) ?? {};
  }

  /** Begins a new game that the browser's back button leaves. */
  enter(start) {
    this.#interrupt();
    this.race = null;
    history.pushState(null, "", writeAddress(this.puzzle, start, []));
    this.#begin(start);
  }

  #begin(start, steps = []) {
    this.note = "";
    this.game = new Game(this.puzzle, start, steps);
    this.#look();
  }

  render() {
    if (!this.game) return;
    history.replaceState(null, "", writeAddress(this.puzzle, this.game.start, this.game.steps));
    this.view.render();
  }

  /** Rewrites all texts in the language that is now chosen. */
  translate() {
    this.positions.translate();
    this.render();
  }

  // Knowledge ---------------------------------------------------------------------------------------------

  /** Builds the tables, unless they are built or being built. */
  async #prepare() {
    const puzzle = this.puzzle;
    if (this.ready || this.#preparing === puzzle) return;
    this.#preparing = puzzle;
    try {
      const report = (level) => this.#build(level);
      const { answer, seconds, bytes } = await this.engine.ask({ do: "prepare", ...subject(puzzle) }, { slot: "prepare", report });
      // A table answers at once, so the position is shown before the rest is drawn.
      if (puzzle.table) await this.#looking?.then(() => wait(FRAMES), () => {});
      if (puzzle !== this.puzzle) return;
      this.ready = { ...answer, seconds, bytes };
      // A running search is left to finish if that is quicker than building its tables again.
      this.engine.patience = this.#long.patience = 1e3 * seconds;
      this.progress = null;
      this.positions.list();
      this.render();
    } catch (error) {
      this.fail(error);
    } finally {
      if (this.#preparing === puzzle) this.#preparing = null;
    }
  }

  #build({ distance, reached, total }) {
    if (total < 1e6 && this.puzzle.table) return;
    const share = reached / total;
    this.progress = { text: this.puzzle.table ? t.level(distance, reached, total) : t.building(this.puzzle.metric, Math.floor(100 * share)), share };
    this.view.renderFoot();
  }

  /** Asks for the distance and the hints of the position on the board. */
  async #look() {
    const puzzle = this.puzzle;
    const cells = this.game.cells;
    this.failure = null;
    this.#remember();
    this.#prepare();
    this.render();
    const known = this.known.get(cells);
    try {
      if (puzzle.table) {
        if (!known?.hints) await (this.#looking = this.#learn({ do: "hint", ...subject(puzzle), state: cells, count: true }));
      } else if (puzzle.family === "row") {
        if (!isKnown(known)) await this.#learn({ do: "solve", ...subject(puzzle), state: cells, ...within(puzzle, SECONDS) });
        return;
      } else {
        // The hints of a position that has just been solved take no longer than its solution.
        if (known?.distance === undefined) await this.#learn({ do: "solve", ...subject(puzzle), state: cells });
        if (this.showing) return;
        if (same(cells, this.game.cells) && !this.known.get(cells).hints) await this.#learn({ do: "hint", ...subject(puzzle), state: cells });
      }
      if (!this.showing) await this.#judge();
    } catch (error) {
      this.fail(error);
    }
  }

  async #learn(question) {
    const { puzzle } = this;
    const report = ({ report, lower, upper }) => {
      if (report !== "search" || puzzle.table) return;
      this.progress = { text: upper === null ? t.atLeast(lower) : t.between(lower, upper) };
      this.view.renderGauge();
    };
    // Most answers come before anyone could want to stop.
    const slow = setTimeout(() => this.view.renderButtons(), 300);
    const { answer } = await this.engine.ask(question, { slot: "look", report }).finally(() => clearTimeout(slow));
    if (puzzle !== this.puzzle) return;
    this.progress = null;
    this.known.learn(question.state, answer);
    this.#remember();
    this.render();
    if (same(question.state, this.game.cells)) this.view.tell();
  }

  /** Gives the search of a row more time. */
  async searchLonger() {
    const about = this.known.about(this.game.cells);
    about.lower = about.upper = undefined;
    this.render();
    try {
      await this.#learn({ do: "solve", ...subject(this.puzzle), state: this.game.cells, ...within(this.puzzle, LONGER) });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Enters known distances into the game. */
  #remember() {
    for (const position of this.game.trail) position.distance ??= this.known.get(position.cells)?.distance;
  }

  /** Grades moves whose distances are not known: those of a link, or of fast play. */
  async #judge() {
    const game = this.game;
    if (game.trail.length < 2 || game.review) return;
    const engine = this.puzzle.table ? this.engine : this.#long;
    const question = { do: "review", ...subject(this.puzzle), state: game.start, moves: game.trail.slice(1).map((step) => (step.letter ? run(step) : step.move)).join(" ") };
    const { answer } = await engine.ask(question, { slot: "review" });
    this.known.about(answer.state).distance = answer.distance;
    this.known.grade(answer);
    if (game !== this.game) return;
    this.#remember();
    this.render();
  }

  fail(error) {
    if (error instanceof Dropped) return;
    this.failure = error.message;
    this.progress = null;
    this.render();
  }

  // Moves -----------------------------------------------------------------------------------------------------

  /** Slides the tiles of these cells, one after the other. */
  slide(cells) {
    if (this.showing) this.#pause();
    for (const at of cells) {
      const step = this.puzzle.moves(this.game.cells).find((step) => step.at === at);
      if (step) this.#play(step);
    }
    this.#look();
  }

  /** Slides the tile that can move in this direction. */
  slideTowards(letter) {
    this.view.slideTowards(letter);
  }

  #play(step) {
    this.game.play({ ...step, distance: this.known.get(step.cells)?.distance });
    this.view.moved(step);
    this.note = "";
    this.race?.moved(this.game);
  }

  undo() {
    this.#interrupt();
    this.game.undo();
    this.#look();
  }

  fresh() {
    if (this.race) this.startRace();
    else this.enter(this.puzzle.random());
  }

  async #next() {
    const cells = this.game.cells;
    let about = this.known.about(cells);
    if (about.next === undefined && about.hints) {
      const best = [...about.hints].find(([, distance]) => distance < about.distance)?.[0];
      return this.puzzle.moves(cells).find((step) => step.move === best) ?? null;
    }
    if (about.next === undefined) await this.#learn({ do: "solve", ...subject(this.puzzle), state: cells, ...within(this.puzzle, LONGER) });
    about = this.known.about(cells);
    return about.next ? this.puzzle.moves(cells).find((step) => same(step.cells, about.next)) : null;
  }

  async best() {
    if (this.race) return;
    if (this.showing) return this.#pause();
    try {
      const cells = this.game.cells;
      const step = await this.#next();
      if (!step || !same(cells, this.game.cells)) return;
      this.#play(step);
      this.view.focusTile(step.move);
      this.#look();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Shows a shortest solution, move by move; the same button pauses it. */
  async solve() {
    if (this.race) return;
    if (this.showing) return this.#pause();
    const showing = {};
    this.showing = showing;
    this.render();
    try {
      if (!this.game.home && this.known.about(this.game.cells).next === undefined) {
        await this.#learn({ do: "solve", ...subject(this.puzzle), state: this.game.cells, ...within(this.puzzle, LONGER) });
      }
      while (this.showing === showing && !this.game.home) {
        const step = await this.#next();
        if (this.showing !== showing || !step) break;
        this.#play(step);
        this.#remember();
        this.render();
        await wait(moves() ? PACE : PACE / 2);
      }
    } catch (error) {
      this.fail(error);
    }
    if (this.showing === showing) this.#pause();
  }

  #pause() {
    this.#interrupt();
    this.#look();
  }

  #interrupt() {
    this.showing = null;
  }

  /** Ends the current computation. */
  stop() {
    this.#interrupt();
    this.#halt();
    this.progress = null;
    this.note = t.stopped;
    this.render();
  }

  // The game --------------------------------------------------------------------------------------------------

  goTo(place) {
    this.#interrupt();
    this.game.goTo(place);
    this.#look();
  }

  tryAgain() {
    this.game.tryAgain();
    this.#look();
  }

  nextMistake() {
    const wrong = this.game.review?.wrong ?? [];
    const next = wrong.find((move) => move - 1 > this.game.here) ?? wrong[0];
    if (next !== undefined) this.goTo(next - 1);
  }

  /** The address of the game on the board if moves are counted in another metric. */
  addressIn(metric) {
    const { puzzle, game } = this;
    const other = named(puzzle.name, metric);
    return writeAddress(other, game.start, readMoves(other, game.start, writeMoves(puzzle, game.steps)));
  }

  copyLink() {
    return this.#copy(location.href);
  }

  copyMoves() {
    return this.#copy(writeMoves(this.puzzle, this.game.trail.slice(1)));
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.note = t.copied;
    } catch {
      this.note = t.notCopied(text);
    }
    this.view.renderGame();
  }

  // Race ------------------------------------------------------------------------------------------------------

  async startRace() {
    this.#interrupt();
    const puzzle = this.puzzle;
    const start = puzzle.random();
    this.race = new Race(byId("raceBoard"), byId("raceSaid"), puzzle, start);
    history.pushState(null, "", writeAddress(puzzle, start, []));
    this.#begin(start);
    try {
      const race = this.race;
      const { answer } = await this.engine.ask({ do: "solve", ...subject(puzzle), state: start }, { slot: "race" });
      if (race !== this.race) return;
      race.begin(answer.states, this.game);
      if (!puzzle.table) this.known.walk(answer.states);
    } catch (error) {
      this.fail(error);
    }
  }

  endRace() {
    this.race = null;
    this.#look();
  }
}
