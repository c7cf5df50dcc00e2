// Playing: the position, what is known of it, and the ways to another one.
import { BoardView, smallBoard } from "./board-view.js";
import { byId, h, moves, wait } from "./dom.js";
import { Dropped } from "./engine.js";
import { GameView } from "./game-view.js";
import { Game } from "./game.js";
import { Histogram } from "./histogram.js";
import { below, same, stroll, writeAddress, writeMoves } from "./puzzle.js";
import { Known, isKnown } from "./known.js";
import { PondView, nameOf, smallRow } from "./pond-view.js";
import { Race } from "./race.js";
import { say } from "./say.js";
import { keep, t } from "./texts.js";

/** Milliseconds between the moves of a solution that is shown. */
const PACE = 190;
/** Distances to start at where there is no table to draw from. */
const LEVELS = [10, 20, 30, 40, 45, 50];
/** Seconds that a search of a row takes at most, and when it is asked to take longer. */
const SECONDS = 2;
const LONGER = 30;
/** Positions in the gallery at most. */
const GALLERY = 60;

const seed = () => below(2 ** 31);

export class Play {
  #engine;
  #long;
  #game = null;
  #puzzle = null;
  #known = new Known();
  /** The answer to `prepare`, once the puzzle is ready. */
  #ready = null;
  #showing = null;
  #failure = null;
  #progress = null;
  #race = null;
  #note = "";
  #view;

  /** Short questions go to one worker, long ones to another. */
  constructor(engine, long) {
    this.#engine = engine;
    this.#long = long;
    this.board = new BoardView(byId("board"), (cells) => this.slide(cells));
    this.pond = new PondView(byId("pond"), (cells) => this.slide(cells));
    this.gameView = new GameView(byId("game"), (place) => this.#goTo(place));
    this.histogram = new Histogram(byId("histogram"), (distance) => this.#draw(distance));
    const on = (id, work) => byId(id).addEventListener("click", () => work());
    on("new", () => this.fresh());
    on("undo", () => this.undo());
    on("best", () => this.best());
    on("solve", () => this.solve());
    on("stop", () => this.stop());
    on("race", () => (this.#race ? this.#endRace() : this.#startRace()));
    on("again", () => this.#tryAgain());
    on("mistake", () => this.#nextMistake());
    on("link", () => this.#copy(location.href));
    on("moves", () => this.#copy(writeMoves(this.#puzzle, this.#game.trail.slice(1))));
    on("daily", () => this.#daily());
    on("usual", () => this.#enter(this.#puzzle.start));
    on("longer", () => this.#searchLonger());
    byId("coach").checked = keep("coach") !== "off";
    byId("coach").addEventListener("change", () => {
      keep("coach", byId("coach").checked ? "on" : "off");
      this.render();
    });
    byId("log").addEventListener("change", () => (this.histogram.logarithmic = byId("log").checked));
  }

  /** Shows a puzzle: a position and its game, or a random position. */
  open(puzzle, start = null, steps = []) {
    this.#interrupt();
    this.#race = null;
    if (puzzle.name !== this.#puzzle?.name) {
      this.#puzzle = puzzle;
      this.#view = puzzle.family === "board" ? this.board : this.pond;
      this.#engine.stop();
      this.#long.stop();
      this.#known.clear();
      this.#ready = null;
      this.#progress = null;
      byId("gallery").replaceChildren();
      byId("levels").replaceChildren();
      byId("dailySaid").textContent = "";
      this.#prepare();
    }
    this.#begin(start ?? this.#puzzle.start ?? this.#puzzle.random(), steps);
  }

  leave() {
    this.#interrupt();
    this.#engine.stop();
    this.#long.stop();
    this.#puzzle = null;
  }

  get busy() {
    return this.#engine.busy;
  }

  #begin(start, steps = []) {
    this.#note = "";
    this.#game = new Game(this.#puzzle, start, steps);
    this.#look();
  }

  /** Begins a new game that the browser's back button leaves. */
  #enter(start) {
    this.#interrupt();
    this.#race = null;
    history.pushState(null, "", writeAddress(this.#puzzle, start, []));
    this.#begin(start);
  }

  // What is known ---------------------------------------------------------------------------------------------

  async #prepare() {
    const puzzle = this.#puzzle;
    try {
      const report = (level) => this.#build(level);
      const { answer, seconds, bytes } = await this.#engine.ask({ do: "prepare", space: puzzle.name }, { slot: "prepare", report });
      if (puzzle !== this.#puzzle) return;
      this.#ready = { ...answer, seconds, bytes };
      this.#progress = null;
      this.#list();
      this.render();
    } catch (error) {
      this.#failed(error);
    }
  }

  #build({ distance, reached, total }) {
    if (total < 1e6 && this.#puzzle.table) return;
    this.#progress = { text: this.#puzzle.table ? t.level(distance, reached, total) : t.patterns, share: reached / total };
    this.#renderFoot();
  }

  /** Finds out about the position on the board. */
  async #look() {
    const puzzle = this.#puzzle;
    const cells = this.#game.cells;
    this.#failure = null;
    this.#remember();
    this.render();
    const known = this.#known.get(cells);
    try {
      if (puzzle.table) {
        if (!known?.hints) await this.#learn({ do: "hint", space: puzzle.name, state: cells, count: true });
      } else if (puzzle.family === "row") {
        if (!isKnown(known)) await this.#learn({ do: "solve", space: puzzle.name, state: cells, seconds: SECONDS });
        return;
      } else {
        if (known?.distance === undefined) await this.#learn({ do: "solve", space: puzzle.name, state: cells });
        if (this.#showing) return;
        if (same(cells, this.#game.cells) && !this.#known.get(cells).hints) await this.#learn({ do: "hint", space: puzzle.name, state: cells });
      }
      if (!this.#showing) await this.#judge();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #learn(question) {
    const report = ({ report, lower, upper }) => {
      if (report !== "search" || this.#puzzle.table) return;
      this.#progress = { text: upper === null ? t.atLeast(lower) : t.between(lower, upper) };
      this.#renderGauge();
    };
    // Most answers come before anyone could want to stop.
    const slow = setTimeout(() => this.#renderButtons(), 300);
    const { answer } = await this.#engine.ask(question, { slot: "look", report }).finally(() => clearTimeout(slow));
    if (question.space !== this.#puzzle?.name) return;
    this.#progress = null;
    this.#known.learn(question.state, answer);
    this.#remember();
    this.render();
    if (same(question.state, this.#game.cells)) this.#tell();
  }

  /** Gives the search of a row more time. */
  async #searchLonger() {
    const about = this.#known.about(this.#game.cells);
    about.lower = about.upper = undefined;
    this.render();
    try {
      await this.#learn({ do: "solve", space: this.#puzzle.name, state: this.#game.cells, seconds: LONGER });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Writes distances that are known into the game. */
  #remember() {
    for (const position of this.#game.trail) position.distance ??= this.#known.get(position.cells)?.distance;
  }

  /** Grades moves whose distances are not known: those of a link, or of fast play. */
  async #judge() {
    const game = this.#game;
    if (game.trail.length < 2 || game.review) return;
    const engine = this.#puzzle.table ? this.#engine : this.#long;
    const question = { do: "review", space: this.#puzzle.name, state: game.start, moves: game.trail.slice(1).map((step) => step.letter ?? step.move).join(" ") };
    const { answer } = await engine.ask(question, { slot: "review" });
    this.#known.about(answer.state).distance = answer.distance;
    this.#known.grade(answer);
    if (game !== this.#game) return;
    this.#remember();
    this.render();
  }

  #failed(error) {
    if (error instanceof Dropped) return;
    this.#failure = error.message;
    this.#progress = null;
    this.render();
  }

  // Moves -----------------------------------------------------------------------------------------------------

  /** Slides the tiles of these cells, one after the other. */
  slide(cells) {
    if (this.#showing) this.#pause();
    for (const at of cells) {
      const step = this.#puzzle.moves(this.#game.cells).find((step) => step.at === at);
      if (step) this.#play(step);
    }
    this.#look();
  }

  /** Slides the tile that can go this way. */
  slideTowards(letter) {
    this.#view.slideTowards(letter);
  }

  #play(step) {
    this.#game.play({ ...step, distance: this.#known.get(step.cells)?.distance });
    this.#said = { step, told: false };
    this.#note = "";
    this.#race?.moved(this.#game);
  }

  #said = null;

  /** Tells a screen reader of the last move. */
  #tell() {
    if (!this.#said || this.#said.told || !same(this.#said.step.cells, this.#game.cells)) return;
    this.#said.told = true;
    const distance = byId("coach").checked ? this.#known.get(this.#game.cells)?.distance : undefined;
    say(this.#game.home ? this.#texts.home : this.#describe(this.#said.step, distance));
  }

  #describe({ move, letter, cells }, distance) {
    if (letter) return t.said(move, t.way[letter], distance);
    // The pair flew to where the gap was.
    const before = this.#game.trail[this.#game.here - 1].cells.indexOf(0);
    return t.ducks.said(nameOf(this.#puzzle, cells[before]), nameOf(this.#puzzle, cells[before + 1]), distance);
  }

  /** The words that differ between tiles and ducks. */
  get #texts() {
    return this.#puzzle.family === "row" ? { home: t.ducks.home, toGo: t.ducks.toGo } : { home: t.atHome, toGo: t.toGo };
  }

  undo() {
    this.#interrupt();
    this.#game.undo();
    this.#look();
  }

  fresh() {
    const start = this.#puzzle.random();
    if (this.#race) {
      this.#startRace();
    } else {
      this.#enter(start);
    }
  }

  async #next() {
    const cells = this.#game.cells;
    let about = this.#known.about(cells);
    if (about.next === undefined && about.hints) {
      const best = [...about.hints].find(([, distance]) => distance < about.distance)?.[0];
      return this.#puzzle.moves(cells).find((step) => step.move === best) ?? null;
    }
    if (about.next === undefined) await this.#learn({ do: "solve", space: this.#puzzle.name, state: cells, seconds: LONGER });
    about = this.#known.about(cells);
    return about.next ? this.#puzzle.moves(cells).find((step) => same(step.cells, about.next)) : null;
  }

  async best() {
    if (this.#race) return;
    if (this.#showing) return this.#pause();
    try {
      const cells = this.#game.cells;
      const step = await this.#next();
      if (!step || !same(cells, this.#game.cells)) return;
      this.#play(step);
      this.#view.focusTile(step.move);
      this.#look();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Shows a shortest solution, move by move; the same button pauses it. */
  async solve() {
    if (this.#race) return;
    if (this.#showing) return this.#pause();
    const showing = {};
    this.#showing = showing;
    this.render();
    try {
      if (!this.#game.home && this.#known.about(this.#game.cells).next === undefined) {
        await this.#learn({ do: "solve", space: this.#puzzle.name, state: this.#game.cells, seconds: LONGER });
      }
      while (this.#showing === showing && !this.#game.home) {
        const step = await this.#next();
        if (this.#showing !== showing || !step) break;
        this.#play(step);
        this.#remember();
        this.render();
        await wait(moves() ? PACE : PACE / 2);
      }
    } catch (error) {
      this.#failed(error);
    }
    if (this.#showing === showing) this.#pause();
  }

  #pause() {
    this.#interrupt();
    this.#look();
  }

  #interrupt() {
    this.#showing = null;
  }

  /** Ends what is being computed. */
  stop() {
    this.#interrupt();
    this.#engine.stop();
    this.#long.stop();
    this.#progress = null;
    this.#note = t.stopped;
    this.render();
  }

  #goTo(place) {
    this.#interrupt();
    this.#game.goTo(place);
    this.#look();
  }

  #tryAgain() {
    this.#game.tryAgain();
    this.#look();
  }

  #nextMistake() {
    const wrong = this.#game.review?.wrong ?? [];
    const next = wrong.find((move) => move - 1 > this.#game.here) ?? wrong[0];
    if (next !== undefined) this.#goTo(next - 1);
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.#note = t.copied;
    } catch {
      this.#note = t.notCopied(text);
    }
    this.#renderGame();
  }

  // Other positions -------------------------------------------------------------------------------------------

  /** Brings a position at a distance, drawn uniformly. */
  async #draw(distance, from = seed()) {
    const { name } = this.#puzzle;
    try {
      const { answer } = await this.#engine.ask({ do: "at", space: name, distance, limit: 1, seed: from }, { slot: "draw" });
      if (name === this.#puzzle?.name && answer.states[0]) this.#enter(answer.states[0]);
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** The puzzle of the day: farther from Monday to Sunday, and the same for everyone. */
  async #daily() {
    if (!this.#ready?.counts) return;
    const today = new Date();
    const day = (today.getDay() + 6) % 7;
    const distance = Math.round(this.#ready.eccentricity * (0.4 + 0.09 * day));
    const date = today.getFullYear() * 10_000 + (today.getMonth() + 1) * 100 + today.getDate();
    if (await this.#draw(distance, date)) byId("dailySaid").textContent = t.dailySaid(distance);
  }

  /** Fills the gallery of the hardest positions. */
  async #list() {
    const puzzle = this.#puzzle;
    const small = puzzle.family === "board" ? smallBoard : smallRow;
    const show = (states) => byId("gallery").replaceChildren(...states.map((cells) => small(puzzle, cells, () => this.#choose(cells))));
    try {
      if (puzzle.table) {
        const { answer } = await this.#engine.ask({ do: "hardest", space: puzzle.name, limit: GALLERY }, { slot: "hardest" });
        if (puzzle !== this.#puzzle) return;
        this.#ready.hardest = answer.count;
        show(answer.states);
      } else if (puzzle.family === "board") {
        const levels = [...LEVELS.map((distance) => [t.about(distance), () => this.#near(distance)]), [t.anywhere, () => this.fresh()]];
        byId("levels").replaceChildren(...levels.map(([text, onclick]) => h("button", { type: "button", onclick }, text)));
        const known = await (await fetch("hardest-4x4.json")).json();
        if (puzzle === this.#puzzle) show(known);
      }
      this.#renderKnowledge();
    } catch (error) {
      this.#failed(error);
    }
  }

  #choose(cells) {
    this.#enter(cells);
    byId("play").scrollIntoView({ behavior: moves() ? "smooth" : "auto", block: "start" });
    byId("distance").focus({ preventScroll: true });
  }

  /** Brings a position whose distance is about this: the end of a walk from home, or a random position. */
  async #near(distance) {
    const { name } = this.#puzzle;
    try {
      for (let tries = 0; tries < 60; tries++) {
        const cells = distance < 48 ? stroll(this.#puzzle, Math.round(distance * (1 + distance / 40) + below(6))) : this.#puzzle.random();
        const { answer } = await this.#engine.ask({ do: "solve", space: name, state: cells }, { slot: "draw" });
        if (name !== this.#puzzle?.name) return;
        if (Math.abs(answer.distance - distance) > 2) continue;
        this.#known.walk(answer.states);
        return this.#enter(cells);
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  // Race ------------------------------------------------------------------------------------------------------

  async #startRace() {
    this.#interrupt();
    const puzzle = this.#puzzle;
    const start = puzzle.random();
    this.#race = new Race(byId("raceBoard"), byId("raceSaid"), puzzle, start);
    history.pushState(null, "", writeAddress(puzzle, start, []));
    this.#begin(start);
    try {
      const race = this.#race;
      const { answer } = await this.#engine.ask({ do: "solve", space: puzzle.name, state: start }, { slot: "race" });
      if (race !== this.#race) return;
      race.begin(answer.states, this.#game);
      if (!puzzle.table) this.#known.walk(answer.states);
    } catch (error) {
      this.#failed(error);
    }
  }

  #endRace() {
    this.#race = null;
    this.#look();
  }

  // Drawing ---------------------------------------------------------------------------------------------------

  /** Draws everything that may have changed. */
  render() {
    if (!this.#game) return;
    history.replaceState(null, "", writeAddress(this.#puzzle, this.#game.start, this.#game.steps));
    this.#renderGauge();
    this.#renderBoard();
    this.#renderButtons();
    this.#renderGame();
    this.#renderKnowledge();
    this.#renderFoot();
  }

  get #here() {
    return this.#known.get(this.#game.cells) ?? {};
  }

  /** Whether distances are shown: not in a race before its end. */
  get #coaching() {
    return byId("coach").checked && !(this.#race && !this.#game.home);
  }

  #renderGauge() {
    const { distance, ways, lower, upper } = this.#here;
    const output = byId("distance");
    const known = isKnown(this.#here);
    const value = distance ?? (upper ? `${lower}–${upper}` : `${lower}+`);
    output.textContent = !known ? "…" : this.#coaching ? value : "?";
    output.dataset.state = known ? "ready" : "pending";
    const under = () => {
      if (this.#failure) return t.failed(this.#failure);
      if (!known) return this.#progress?.text ?? (this.#ready ? t.searching : t.computing);
      const { home, toGo } = this.#texts;
      if (distance === 0) return home;
      if (!this.#coaching) return toGo(2);
      return ways === undefined ? toGo(distance) : `${toGo(distance)} · ${t.ways(ways)}`;
    };
    byId("of").textContent = under();
  }

  #renderBoard() {
    const { distance, hints } = this.#here;
    const mistake = this.#mistakeHere();
    const shown = this.#coaching || mistake ? hints : null;
    this.#view.show(this.#puzzle, this.#game.cells, { hints: shown, distance, ghost: Boolean(mistake) });
    this.#view.element.classList.toggle("solved", this.#game.home);
    byId("board").hidden = this.#view !== this.board;
    byId("pond").hidden = this.#view !== this.pond;
  }

  /** The step of the game that goes wrong from here, if the game goes on from here. */
  #mistakeHere() {
    const [here, next] = [this.#game.trail[this.#game.here], this.#game.trail[this.#game.here + 1]];
    return next && next.distance > here.distance ? next : null;
  }

  #renderButtons() {
    byId("solve").textContent = this.#showing ? t.pause : t.solve;
    byId("undo").disabled = this.#game.here === 0;
    // In a race the player is alone.
    byId("best").disabled = this.#game.home || Boolean(this.#race);
    byId("solve").disabled = byId("best").disabled && !this.#showing;
    byId("stop").hidden = !(this.#engine.busy && !isKnown(this.#here));
    byId("race").hidden = this.#puzzle.family === "row";
    byId("usual").hidden = this.#puzzle.family === "board";
    byId("keys").textContent = this.#puzzle.family === "board" ? t.keys : t.ducks.keys;
    document.body.dataset.family = this.#puzzle.family;
    byId("race").textContent = this.#race ? t.raceEnd : t.race;
    byId("race").setAttribute("aria-pressed", Boolean(this.#race));
    byId("know").hidden = Boolean(this.#race);
    byId("racing").hidden = !this.#race;
  }

  #renderGame() {
    const game = this.#game;
    this.gameView.show(game);
    byId("again").disabled = game.here === game.trail.length - 1;
    byId("mistake").disabled = !game.review?.wrong.length;
    byId("moves").disabled = game.trail.length < 2;
    const mistake = this.#mistakeHere();
    const better = mistake && [...(this.#here.hints ?? [])].find(([, distance]) => distance < this.#here.distance);
    const step = better && this.#puzzle.moves(game.cells).find((step) => step.move === better[0]);
    byId("note").textContent = this.#note || (step?.letter ? t.better(step.move, t.way[step.letter]) : "");
  }

  #renderKnowledge() {
    const ready = this.#ready;
    const { table, family } = this.#puzzle;
    byId("every").hidden = !table;
    byId("sevens").hidden = table || family === "row";
    byId("extremes").hidden = !table && family === "row";
    byId("ducks").hidden = family === "board";
    if (family === "row") this.#renderProof();
    byId("states").textContent = ready?.states ? t.positions(ready.states) : "\u00a0";
    this.histogram.show(ready?.counts ?? null, this.#coaching ? this.#here.distance ?? null : null);
    byId("most").textContent = table ? (ready?.hardest ? t.hardestSaid(ready.hardest, ready.eccentricity) : "\u00a0") : t.hardestKnown;
  }

  /** What is proven of a row. */
  #renderProof() {
    const { distance, lower, upper, proof } = this.#here;
    const texts = t.ducks.proof;
    const known = isKnown(this.#here);
    const text = () => {
      if (!known) return t.searching;
      if (this.#puzzle.table) return texts.table;
      if (distance !== undefined) return texts[proof === "construction+bound" ? proof : "search"](distance);
      return upper ? texts.bounds(lower, upper) : texts.lower(lower);
    };
    byId("proof").textContent = text();
    byId("longer").disabled = !known || distance !== undefined;
  }

  #renderFoot() {
    const ready = this.#ready;
    const bar = byId("progress");
    bar.hidden = Boolean(ready) || !this.#progress?.share;
    if (this.#progress?.share) bar.value = this.#progress.share;
    byId("built").textContent = !ready ? this.#progress?.text ?? t.computing
      : !this.#puzzle.table && this.#puzzle.family === "row" ? t.foot.row
      : ready.method === "table" ? t.foot.table(ready.states, ready.seconds, ready.bytes) : t.foot.search(ready.seconds, ready.bytes);
    if (!ready && this.#here.distance === undefined) this.#renderGauge();
  }
}
