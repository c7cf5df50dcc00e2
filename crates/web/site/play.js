// The game in progress: the position, the moves, and the questions about them. play-view.js draws it.
import { byId, moves, wait } from "./dom.js";
import { Dropped } from "./engine.js";
import { Game } from "./game.js";
import { Records } from "./known.js";
import { PlayView } from "./play-view.js";
import { Positions } from "./positions.js";
import { isPosition, puzzle as named, readMoves, run, same, subject, writeAddress, writeMoves } from "./puzzle.js";
import { Race } from "./race.js";
import { t } from "./texts.js";

/** Milliseconds between the moves of a solution that is being shown, by the speed that is chosen. */
const PACES = { slow: 600, normal: 190, fast: 70 };
/** Milliseconds that painting takes. */
const FRAMES = 40;
/** Seconds of the search for a solution of a large board: at once, and then beside the game. */
const QUICK = 0.06;
const THOROUGH = 2;
/** Milliseconds that such a search may go on after a move: it has built pattern databases. */
const PATIENCE = 15_000;
/** The most seconds that a search of a row takes, at first and when the visitor asks for more. */
const SECONDS = 2;
const LONGER = 30;

export class Play {
  puzzle = null;
  game = null;
  /** What is known of the positions of the puzzle. */
  known = null;
  /** The answer to `prepare`, once the puzzle is ready. */
  ready = null;
  /** The progress of long work: a `text`, and the finished `share` if it is known. */
  progress = null;
  /** The positions at each distance so far, while a table is being built. */
  reached = null;
  /** The error, if one occurred. */
  failure = null;
  /** Whether a search goes on because the visitor has asked for it. */
  seeking = false;
  /** The solution that is being shown, if there is one. */
  showing = null;
  race = null;
  /** The message below the game. */
  note = "";
  /** What is known of the positions of each puzzle of this visit: the best solution that was found for a board stays the best. */
  #records = new Records();
  /** The game that was left for another view. */
  #left = null;
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

  /** Shows a puzzle: a position and its game, or a random position. The game that was left last goes on. */
  open(puzzle, start = null, steps = []) {
    this.#interrupt();
    this.race = null;
    const left = this.#left;
    this.#left = null;
    const address = writeAddress(puzzle);
    if (!this.puzzle || address !== writeAddress(this.puzzle)) {
      this.puzzle = puzzle;
      this.#halt();
      this.known = this.#records.of(address, puzzle.least);
      this.seeking = false;
      this.ready = null;
      this.reached = null;
      this.progress = null;
      this.positions.clear();
    }
    if (left && start && writeAddress(puzzle, start, steps) === left.address) {
      this.game = left;
      this.#look();
    } else this.#begin(start ?? this.puzzle.start ?? this.puzzle.random(), steps);
  }

  /** The files of models and modules that the workers have fetched. */
  get files() {
    return [...this.#worker.files, ...this.#long.files];
  }

  /** Starts the worker of larger boards before the first is chosen. */
  warm() {
    this.#worker.warm();
  }

  leave() {
    this.#interrupt();
    this.#halt();
    this.#left = this.game;
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

  /** Begins a new game that the browser's back button leaves; `daily` if it is the puzzle of the day. */
  enter(start, daily = null) {
    this.#interrupt();
    this.race = null;
    history.pushState(null, "", writeAddress(this.puzzle, start, []));
    this.#begin(start, [], daily);
    this.view.reveal();
  }

  #begin(start, steps = [], daily = null) {
    this.note = "";
    this.game = new Game(this.puzzle, start, steps);
    this.game.daily = daily;
    this.view.coachGame(!daily);
    this.#look();
  }

  render() {
    if (!this.game) return;
    const { address } = this.game;
    if (address !== location.hash) history.replaceState(null, "", address);
    for (const link of document.querySelectorAll("[data-game]")) link.setAttribute("href", address);
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
    if (!puzzle.table && puzzle.family === "row") {
      // It is searched at once: the module would first build what it can, which may take a minute.
      this.ready = {};
      return;
    }
    this.#preparing = puzzle;
    try {
      const report = (level) => this.#build(level);
      const { answer, seconds, bytes } = await this.engine.ask({ do: "prepare", ...subject(puzzle), ...(!puzzle.exact && { best: true }) }, { slot: "prepare", report });
      // A table answers at once, so the position is shown before the rest is drawn.
      if (puzzle.table) await this.#looking?.then(() => wait(FRAMES), () => {});
      if (puzzle !== this.puzzle) return;
      this.ready = { ...answer, seconds, bytes };
      // A running search is left to finish if that is quicker than building its tables again.
      this.engine.patience = 1e3 * seconds;
      this.#long.patience = puzzle.exact ? 1e3 * seconds : PATIENCE;
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
    if (this.puzzle.table) {
      this.reached ??= [];
      this.reached[distance] = reached - this.reached.slice(0, distance).reduce((all, count) => all + count, 0);
      this.view.renderFilling();
    }
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
        if (known?.distance === undefined && !(known?.sought >= SECONDS)) await this.#learn({ do: "solve", ...subject(puzzle), state: cells, seconds: SECONDS });
        if (puzzle.published && same(cells, puzzle.start)) {
          this.known.narrow(cells, puzzle.published);
          this.render();
        }
        return;
      } else if (!puzzle.exact) {
        await this.#atBest(cells);
        return;
      } else {
        if (!this.ready) this.#atOnce(cells, this.#long).catch((error) => this.fail(error));
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

  /** Finds a solution of a board in a moment, which need not be the shortest, and needs no tables. */
  #atOnce(cells, engine = this.engine, question = "solve") {
    return this.#learn({ do: question, ...subject(this.puzzle), state: cells, best: true, seconds: QUICK }, engine);
  }

  /** Finds better and better solutions of a large board, and bounds. */
  async #atBest(cells) {
    const about = () => this.known.about(cells);
    const left = () => this.showing || !same(cells, this.game.cells) || about().distance !== undefined;
    if (left()) return;
    if (!(about().sought >= QUICK)) await this.#atOnce(cells);
    if (!this.showing && same(cells, this.game.cells) && !about().hints) await this.#atOnce(cells, this.engine, "hint");
    if (!left() && !(about().sought >= THOROUGH)) await this.#learn({ do: "solve", ...subject(this.puzzle), state: cells, seconds: THOROUGH }, this.#long);
    if (this.game.trail.some(({ upper }) => upper === undefined)) await this.#judge({ seconds: THOROUGH });
  }

  async #learn(question, engine = this.engine) {
    const { puzzle } = this;
    const report = ({ report, lower, upper }) => {
      if (report !== "search" || puzzle.table || !same(question.state, this.game.cells)) return;
      this.progress = { text: upper === null ? t.atLeast(lower) : t.between(lower, upper), upper };
      // The solution itself comes with the answer.
      this.known.narrow(question.state, lower);
      this.view.renderGauge();
    };
    // Most answers come before anyone could want to stop.
    const slow = setTimeout(() => {
      this.view.renderGauge();
      this.view.renderButtons();
    }, 300);
    const { answer } = await engine.ask(question, { slot: "look", report }).finally(() => clearTimeout(slow));
    if (puzzle !== this.puzzle) return;
    this.progress = null;
    this.known.learn(question.state, answer, question.seconds);
    this.#remember();
    this.render();
    if (same(question.state, this.game.cells)) this.view.tell();
  }

  /** Whether shorter solutions of a large board are being looked for. */
  get improving() {
    return this.seeking || (!this.puzzle.exact && this.#long.busy);
  }

  /** Searches on, twice as long each time, so that stopping loses little. */
  async searchLonger() {
    const { cells } = this.game;
    const about = this.known.about(cells);
    const end = Math.max(LONGER, 2 * about.sought);
    this.seeking = true;
    try {
      for (let seconds = 2 * about.sought; seconds <= end && about.distance === undefined && same(cells, this.game.cells); seconds *= 2) {
        await this.#learn({ do: "solve", ...subject(this.puzzle), state: cells, seconds }, this.#long);
      }
    } catch (error) {
      this.fail(error);
    }
    this.seeking = false;
    this.render();
  }

  /** Enters known distances into the game. */
  #remember() {
    const { trail } = this.game;
    // Neighbours differ by at most one move: what is known of one is known of the other.
    const lead = (from, to) => {
      const { lower, upper } = this.known.get(from.cells) ?? {};
      if (upper < Infinity) this.known.narrow(to.cells, lower - 1, upper + 1, from.cells);
    };
    if (!this.puzzle.exact) {
      for (let at = trail.length - 1; at > 0; at--) lead(trail[at], trail[at - 1]);
      for (let at = 1; at < trail.length; at++) lead(trail[at - 1], trail[at]);
    }
    for (const position of trail) {
      const { distance, lower, upper } = this.known.get(position.cells) ?? {};
      position.distance ??= distance;
      if (upper < Infinity) Object.assign(position, { lower, upper });
    }
  }

  /** Grades moves whose distances are not known: those of a link, or of fast play. */
  async #judge(limit = {}) {
    const game = this.game;
    if (game.trail.length < 2 || game.review || this.showing) return;
    const engine = this.puzzle.table ? this.engine : this.#long;
    const question = { do: "review", ...subject(this.puzzle), ...limit, state: game.start, moves: game.trail.slice(1).map((step) => (step.letter ? run(step) : step.move)).join(" ") };
    const { answer } = await engine.ask(question, { slot: "review" });
    if (!answer.moves) return; // The goal is out of reach.
    this.known.grade({ moves: [answer, ...answer.moves] });
    if (game !== this.game) return;
    this.#remember();
    this.render();
  }

  /** Asks again what failed. */
  retry() {
    this.#look();
  }

  fail(error) {
    if (error instanceof Dropped) return;
    this.failure = t.failed(error.message);
    this.progress = null;
    this.render();
  }

  // Moves -----------------------------------------------------------------------------------------------------

  /** Slides the tiles of these cells, one after the other. */
  slide(cells) {
    if (this.showing?.preview) return this.#pause();
    if (this.showing) this.#pause();
    for (const at of cells) {
      const step = this.puzzle.moves(this.game.cells).find((step) => step.at === at);
      if (step) this.#play(step);
    }
    this.#look();
  }

  /** Makes a move of a row. */
  fly(step) {
    if (this.showing?.preview) return this.#pause();
    if (this.showing) this.#pause();
    this.#play(step);
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
    if (this.game.home) {
      this.positions.solved();
      this.view.timed();
    }
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

  /** The next move of a solution that is known: a shortest one, or of rows and large boards the best. */
  #known() {
    const { puzzle, here } = this;
    if (puzzle.family === "board" && puzzle.exact && here.distance === undefined) return null;
    const leads = ({ cells }) => (here.next ? same(cells, here.next) : this.known.get(cells)?.upper < here.upper);
    return puzzle.moves(this.game.cells).find(leads) ?? null;
  }

  /** Finds a solution: a shortest one, or of rows and large boards the best that is found in time. */
  #seek() {
    const { puzzle, game: { cells } } = this;
    const limit = puzzle.family === "row" ? { seconds: LONGER } : {};
    return puzzle.exact ? this.#learn({ do: "solve", ...subject(puzzle), state: cells, ...limit }) : this.#atOnce(cells);
  }

  async #next() {
    if (!this.#known()) await this.#seek();
    // The hints of the position before may promise a shorter solution than that.
    if (!this.#known() && !this.puzzle.exact) await this.#learn({ do: "solve", ...subject(this.puzzle), state: this.game.cells, seconds: THOROUGH });
    return this.#known();
  }

  async best() {
    if (this.race) return;
    if (this.showing) return this.#pause();
    try {
      const cells = this.game.cells;
      const step = await this.#next();
      if (!step || !same(cells, this.game.cells)) return;
      this.game.helped = true;
      this.#play(step);
      this.view.focusTile(step.at);
      this.#look();
    } catch (error) {
      this.fail(error);
    }
  }

  /** The stages in which the board is solved; none for the fewest moves. */
  get stages() {
    return this.puzzle.whole ? byId("stages").value : "";
  }

  /** Asks for a solution stage by stage, and returns its moves; those that end stages have their names. */
  async #byStages() {
    const { puzzle, stages, game: { cells } } = this;
    const report = ({ report, reached, total }) => report === "level" && this.say(t.stageTables(Math.floor((100 * reached) / total)));
    const { answer } = await this.engine.ask({ do: "solve", ...subject(puzzle), state: cells, stages }, { slot: "look", report });
    const { states } = answer;
    if (!puzzle.exact) this.known.walk(states, false);
    const stage = (end) => answer.stages.filter((stage) => stage.end === end).map(({ tiles }) => t.stage(tiles)).join(", ");
    const left = (made) => states.length - 1 - made;
    this.game.trail[this.game.here].planned = left(0);
    return states.slice(1).map((next, at) => ({ ...puzzle.moves(states[at]).find((step) => same(step.cells, next)), stage: stage(at + 1), planned: left(at + 1) }));
  }

  /** Shows a solution, the shortest or by stages, move by move; the same button pauses it. */
  async solve() {
    if (this.race) return;
    if (this.showing) return this.#pause();
    const showing = {};
    this.showing = showing;
    this.render();
    try {
      const staged = this.game.home || !this.stages ? null : await this.#byStages();
      if (!staged && !this.game.home && this.here.next === undefined) await this.#seek();
      while (this.showing === showing && !this.game.home) {
        const step = staged ? staged.shift() : await this.#next();
        if (this.showing !== showing || !step) break;
        this.game.helped = true;
        this.#play(step);
        this.#remember();
        this.render();
        await this.#pace();
      }
    } catch (error) {
      this.fail(error);
    }
    if (this.showing === showing) this.#pause();
  }

  /** Waits for the next move of what is being shown. Without animations the moves follow faster, unless the visitor chooses. */
  #pace() {
    const chosen = byId("pace").value;
    return wait(PACES[chosen] / (chosen === "normal" && !moves() ? 2 : 1));
  }

  /** Shows the shortest solution from here, where the game took a wrong turn, and returns to the game. */
  async better() {
    if (this.showing) return this.#pause();
    const { puzzle, game } = this;
    const showing = { preview: true };
    this.showing = showing;
    this.render();
    try {
      const { answer } = await this.engine.ask({ do: "solve", ...subject(puzzle), state: game.cells }, { slot: "better" });
      for (const cells of answer.states) {
        if (this.showing !== showing || game !== this.game) return;
        this.view.preview(cells, answer.states);
        await this.#pace();
      }
      await wait(4 * PACES.normal);
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
    if (this.showing?.preview) this.note = "";
    this.showing = null;
  }

  /** Ends the current computation. */
  stop() {
    this.#interrupt();
    const sought = this.seeking;
    this.#halt();
    this.progress = null;
    this.note = sought ? "" : t.stopped;
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
    const other = named(puzzle.name, { metric, goal: puzzle.given });
    return writeAddress(other, game.start, readMoves(other, game.start, writeMoves(puzzle, game.steps)).steps);
  }

  /** The address of the puzzle with another goal: of the same board, if that can be solved, and with the colours of its tiles. */
  addressTo(goal) {
    const { puzzle, game: { start } } = this;
    const other = named(puzzle.name, { metric: puzzle.metric, goal });
    const [tiles, colours] = [puzzle, other].map(({ goal }) => goal.filter(Boolean));
    const recoloured = puzzle.whole && other.alike ? start.map((tile) => tile && colours[tiles.indexOf(tile)]) : start;
    const stays = isPosition(other, recoloured) && other.solvable(recoloured) && !other.home(recoloured);
    return writeAddress(other, stays ? recoloured : null);
  }

  copyLink() {
    return this.#copy(location.href);
  }

  copyMoves() {
    return this.#copy(writeMoves(this.puzzle, this.game.trail.slice(1)));
  }

  /** Shows a message below the game. */
  say(text) {
    this.note = text;
    this.view.renderGame();
  }

  copyResult() {
    return this.#copy(this.positions.result);
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(t.copied);
    } catch {
      this.say(t.notCopied(text));
    }
  }

  // Race ------------------------------------------------------------------------------------------------------

  async startRace() {
    this.#interrupt();
    const puzzle = this.puzzle;
    const start = puzzle.random();
    this.race = new Race(byId("raceBoard"), byId("raceSaid"), puzzle, start);
    history.pushState(null, "", writeAddress(puzzle, start, []));
    this.#begin(start);
    this.view.reveal();
    try {
      const race = this.race;
      const limit = puzzle.exact ? {} : { best: true, seconds: THOROUGH };
      const { answer } = await this.engine.ask({ do: "solve", ...subject(puzzle), ...limit, state: start }, { slot: "race" });
      if (race !== this.race) return;
      race.begin(answer.states, this.game);
      if (!puzzle.table) this.known.walk(answer.states, puzzle.exact);
    } catch (error) {
      this.fail(error);
    }
  }

  endRace() {
    this.race = null;
    this.#look();
  }
}
