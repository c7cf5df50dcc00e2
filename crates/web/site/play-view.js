// The view of the game: draws everything that changes with the position.
import { BoardView, smallBoard } from "./board-view.js";
import { byId, h, moves, showText } from "./dom.js";
import { GameView } from "./game-view.js";
import { Histogram } from "./histogram.js";
import { USUAL, chosenKeys } from "./keys.js";
import { isKnown } from "./known.js";
import { PondView, namesOf } from "./pond-view.js";
import { GOALS, colourings, puzzle as named, same, writeAddress } from "./puzzle.js";
import { say } from "./say.js";
import { keep, t } from "./texts.js";
import { addTime, average, forgetTimes, timesOf } from "./times.js";

export class PlayView {
  #play;
  /** The last move, until it has been announced to a screen reader. */
  #untold = null;
  /** The puzzle and the language in which its goal is drawn. */
  #goal = [];

  /** Shows a `Play`, and passes the visitor's actions to it. */
  constructor(play) {
    this.#play = play;
    this.board = new BoardView(byId("board"), (cells) => play.slide(cells));
    this.pond = new PondView(byId("pond"), (step) => play.fly(step));
    this.gameView = new GameView(byId("game"), (place) => play.goTo(place));
    this.histogram = new Histogram(byId("histogram"), (distance) => play.positions.draw(distance));
    const buttons = {
      new: () => play.fresh(),
      undo: () => play.undo(),
      best: () => play.best(),
      solve: () => play.solve(),
      stop: () => play.stop(),
      retry: () => play.retry(),
      race: () => (play.race ? play.endRace() : play.startRace()),
      again: () => play.tryAgain(),
      back: () => play.goTo(play.game.here - 1),
      forth: () => play.goTo(play.game.here + 1),
      line: () => play.better(),
      share: () => play.copyResult(),
      mistake: () => play.nextMistake(),
      link: () => play.copyLink(),
      moves: () => play.copyMoves(),
      daily: () => play.positions.daily(),
      usual: () => play.enter(play.puzzle.start),
      longer: () => play.searchLonger(),
    };
    for (const [id, work] of Object.entries(buttons)) byId(id).addEventListener("click", () => work());
    byId("coach").addEventListener("change", () => {
      const { daily, ended } = play.game;
      if (!daily) keep("coach", byId("coach").checked ? "on" : "off");
      else if (!ended && byId("coach").checked) play.game.helped = true;
      if (byId("coach").checked) play.game.seen = true;
      play.render();
    });
    // The clock, while it is shown and runs.
    setInterval(() => play.game?.began && !play.game.ended && !this.#coaching && this.renderGauge(), 500);
    byId("far").addEventListener("input", () => (byId("farIs").textContent = t.movesMade(Number(byId("far").value))));
    byId("far").addEventListener("change", () => play.positions.draw(Number(byId("far").value)));
    byId("forget").addEventListener("click", () => {
      forgetTimes(writeAddress(play.puzzle));
      this.#renderTimes();
    });
    byId("log").addEventListener("change", () => (this.histogram.logarithmic = byId("log").checked));
  }

  /** The board or the pond. */
  get #table() {
    return this.#play.puzzle.family === "board" ? this.board : this.pond;
  }

  slideTowards(letter) {
    this.#table.slideTowards(letter);
  }

  focusTile(tile) {
    this.#table.focusTile(tile);
  }

  /** Scrolls to the board, or to the opponent's above it, if something else has changed it from below. */
  reveal() {
    const top = this.#play.race ? byId("racing") : document.querySelector(".gauge");
    const [{ top: begin }, { bottom: end }] = [top, this.#table.element].map((element) => element.getBoundingClientRect());
    if (begin < 0 || end > innerHeight) top.scrollIntoView({ behavior: moves() ? "smooth" : "auto", block: "start" });
  }

  /** Shows distances of a new game, if the visitor wants to see them and `may`. */
  coachGame(may) {
    byId("coach").checked = may && keep("coach") !== "off";
  }

  // Announcements ----------------------------------------------------------------------------------------------

  /** Notes a move. */
  moved(step) {
    if (!this.#hiding) this.#play.game.seen = true;
    this.#untold = step;
  }

  /** Announces the last move to a screen reader. */
  tell() {
    const { game, here } = this.#play;
    const step = this.#untold;
    if (!step || !same(step.cells, game.cells)) return;
    this.#untold = null;
    say(game.home ? this.#texts.home : this.#describe(step, byId("coach").checked && isKnown(here) ? here : undefined));
  }

  #describe({ move, letter, tiles, cells, to }, here) {
    const { puzzle } = this.#play;
    return letter ? t.said(puzzle.label(move), t.way[letter], tiles, here) : t.ducks.said(namesOf(puzzle, cells, to), here);
  }

  /** The words that differ between tiles and ducks. */
  get #texts() {
    const { family, metric } = this.#play.puzzle;
    if (family === "row") return { home: t.ducks.home, toGo: t.ducks.toGo };
    return { home: t.atHome, toGo: metric === "multi" ? t.toGoLines : t.toGo };
  }

  // Drawing ---------------------------------------------------------------------------------------------

  /** Draws everything that may have changed. */
  render() {
    this.renderGauge();
    this.#renderTable();
    this.renderButtons();
    this.renderGame();
    this.renderKnowledge();
    this.renderFoot();
  }

  /** Whether distances are shown: not in a race before its end. */
  get #coaching() {
    const { race, game } = this.#play;
    return !this.#hiding && !(race && !game.home);
  }

  /** Whether what is known of the game would help a visitor who plays without distances. */
  get #secret() {
    return this.#hiding && !this.#play.game.ended;
  }

  /** Whether the visitor plays without distances: then moves and time are counted. */
  get #hiding() {
    return !byId("coach").checked;
  }

  /** Shows a position that is not one of the game. */
  preview(cells, states) {
    this.#table.show(this.#play.puzzle, cells);
    byId("note").textContent = t.betterLine(states.indexOf(cells), states.length - 1);
  }

  /** Whether what is known of the position is the answer: the distance or, if none will follow, bounds. */
  get #answered() {
    const { here, puzzle } = this.#play;
    return here.distance !== undefined || (isKnown(here) && (puzzle.family === "row" || !puzzle.exact));
  }

  renderGauge() {
    const { here, failure, game, progress, ready, puzzle, showing } = this.#play;
    const { distance, ways, lower, upper } = here;
    const clock = t.counter(game.here, game.time);
    const output = byId("distance");
    const known = isKnown(here);
    // The rest of a solution that is being played is known, however long.
    const planned = showing && distance === undefined ? game.trail[game.here].planned : undefined;
    const proven = this.#published ? puzzle.published : distance;
    const value = proven === Infinity ? "∞" : proven ?? planned ?? (upper < Infinity ? `≤${upper}` : `≥${lower}`);
    output.textContent = !known ? "…" : this.#coaching ? value : "?";
    output.dataset.before = known && this.#coaching && distance !== 0 && distance !== Infinity ? t.beforeCount : "";
    output.dataset.state = this.#answered ? "ready" : "pending";
    output.classList.toggle("bounds", known && distance === undefined);
    const under = () => {
      if (failure) return failure;
      if (!known) return progress?.text ?? (ready ? t.searching : t.computing);
      const { home, toGo } = this.#texts;
      if (distance === undefined && this.#coaching && !this.#published) {
        return planned !== undefined ? t.toGoPlanned : t.bestKnown(toGo(upper), lower, upper < Infinity, (!this.#answered || this.#play.improving) && Math.min(upper, progress?.upper ?? Infinity));
      }
      if (distance === Infinity) return t.ducks.outOfReach;
      if (distance === 0) return this.#hiding && game.here ? `${home} ${clock}.` : home;
      if (!this.#coaching) return clock;
      if (this.#published) return toGo(puzzle.published);
      return ways === undefined ? toGo(distance) : `${toGo(distance)}${t.and}${t.ways(ways)}`;
    };
    byId("of").textContent = under();
  }

  /** Whether the book has the length of a row that the search has not proven. */
  get #published() {
    const { puzzle, game, here } = this.#play;
    return Boolean(puzzle.published) && here.distance === undefined && isKnown(here) && same(game.cells, puzzle.start);
  }

  #renderTable() {
    const { puzzle, game, known } = this.#play;
    const mistake = this.#mistakeHere();
    const marks = (this.#coaching && !game.home) || mistake ? known.marks(puzzle, game.cells) : null;
    this.#table.show(puzzle, game.cells, { marks, ghost: Boolean(mistake) });
    this.#table.element.classList.toggle("solved", game.home);
    byId("board").hidden = this.#table !== this.board;
    byId("pond").hidden = this.#table !== this.pond;
  }

  /** The next step of the game, if it is a wrong turn. */
  #mistakeHere() {
    const { game } = this.#play;
    if (this.#secret) return null;
    const [here, next] = [game.trail[game.here], game.trail[game.here + 1]];
    return next && next.distance >= here.distance ? next : null;
  }

  renderButtons() {
    const { puzzle, game, engine, race, showing, here } = this.#play;
    byId("retry").hidden = !this.#play.failure;
    showText(byId("solve"), [t.solve, t.pause], showing ? t.pause : t.solve);
    byId("undo").disabled = game.here === 0;
    // In a race the player gets no help.
    byId("best").disabled = game.home || Boolean(race);
    byId("solve").disabled = byId("best").disabled && !showing;
    byId("stop").hidden = !this.#play.seeking && (!engine.busy || this.#answered);
    byId("longer").hidden = this.#play.improving || engine.busy || !this.#answered || here.distance !== undefined || !here.sought || Boolean(race);
    byId("counting").hidden = puzzle.family === "row";
    byId("race").hidden = puzzle.family === "row";
    byId("metric").checked = puzzle.metric === "multi";
    byId("picturing").hidden = byId("aiming").hidden = puzzle.family === "row";
    byId("daily").disabled = !this.#play.ready;
    byId("daily").hidden = puzzle.family === "row" && !puzzle.table;
    byId("staging").hidden = !puzzle.whole;
    this.#renderGoal();
    byId("usual").hidden = puzzle.family === "board";
    this.renderKeys();
    this.#renderTimes();
    document.body.dataset.family = puzzle.family;
    document.body.classList.toggle("large", puzzle.family === "board" && puzzle.cells > 16);
    showText(byId("race"), [t.race, t.raceEnd], race ? t.raceEnd : t.race);
    byId("race").setAttribute("aria-pressed", Boolean(race));
    byId("know").hidden = Boolean(race);
    byId("racing").hidden = !race;
  }

  /** What the keys do. */
  renderKeys() {
    const [keys, board] = [chosenKeys(), this.#play.puzzle.family === "board"];
    const usual = Object.keys(USUAL).every((action) => keys[action] === USUAL[action]);
    const capitals = Object.fromEntries(Object.entries(keys).map(([action, key]) => [action, key.toUpperCase()]));
    byId("keys").textContent = !board ? t.ducks.keys(capitals) : usual ? t.keys : t.keysAre(capitals);
  }

  /** A game has reached its goal: its time counts if the visitor has seen no distances and no move was made for them. */
  timed() {
    const { game, puzzle, race } = this.#play;
    if (game.began === null || game.timed || game.seen || game.helped || race || !this.#hiding) return;
    game.timed = true;
    addTime(writeAddress(puzzle), game.time);
    this.#renderTimes();
  }

  /** The times of the puzzle, while one plays for time. */
  #renderTimes() {
    const times = timesOf(writeAddress(this.#play.puzzle));
    byId("timing").hidden = !this.#hiding || !times.length;
    byId("times").textContent = times.length ? t.times(times.length, times.at(-1), Math.min(...times), average(times, 5), average(times, 12)) : "";
  }

  /** The goal, if it is not the usual one, and the choice of goals. */
  #renderGoal() {
    const { puzzle } = this.#play;
    const goal = [puzzle, t.language];
    if (same(goal, this.#goal)) return;
    this.#goal = goal;
    const { given, family, rows, cols, cells, alike, whole, metric } = puzzle;
    byId("goalIs").hidden = !given;
    if (given) byId("goalIs").replaceChildren(h("span", { class: "soft" }, t.goalIs), smallBoard(puzzle, puzzle.wanted));
    const said = given && [whole && !GOALS.includes(given) && t.ownGoal, alike && t.alikeGoal, puzzle.wanted.includes(null) && t.openGoal].filter(Boolean).join(" ");
    byId("goalSaid").hidden = !said;
    byId("goalSaid").textContent = said || "";
    if (family === "row") return;
    const option = (value, text) => h("option", { value, selected: value === (given ?? GOALS[0]) }, text);
    const colours = Object.entries(cells <= 16 ? colourings(rows, cols) : {}).filter(([, goal]) => named(puzzle.name, { goal, metric }).exact);
    const listed = [...GOALS, ...colours.map(([, goal]) => goal)];
    byId("goal").replaceChildren(
      ...GOALS.map((goal) => option(goal, t.goal(goal))),
      ...(given && !listed.includes(given) ? [option(given, t.goals.own)] : []),
      ...(colours.length ? [h("optgroup", { label: t.goals.alike }, colours.map(([name, goal]) => option(goal, t.colours[name])))] : []),
      option("bring", t.goals.bring));
  }

  renderGame() {
    const { puzzle, game, known, note, showing } = this.#play;
    this.gameView.show(game, this.#secret);
    byId("line").disabled = !this.#mistakeHere() && !showing?.preview;
    showText(byId("line"), [t.playBetter, t.pause], showing?.preview ? t.pause : t.playBetter);
    byId("game").classList.toggle("idle", !game.played);
    byId("back").disabled = game.here === 0;
    byId("forth").disabled = game.here === game.trail.length - 1;
    byId("again").disabled = game.here === game.trail.length - 1;
    byId("mistake").disabled = this.#secret || !game.review?.wrong.length;
    byId("moves").disabled = game.trail.length < 2;
    const marks = this.#mistakeHere() && known.marks(puzzle, game.cells);
    const better = marks ? puzzle.moves(game.cells).filter(({ id, letter }) => letter && marks.get(id)?.kind === "nearer") : [];
    const slides = better.map(({ move, letter, tiles }) => t.slide(puzzle.label(move), t.slides(t.way[letter], tiles)));
    byId("note").textContent = note || (slides.length ? t.better(slides) : "");
  }

  renderKnowledge() {
    const { puzzle, ready, here } = this.#play;
    const { table, exact, family, given, metric } = puzzle;
    byId("every").hidden = !table;
    byId("sevens").hidden = table || family === "row";
    byId("extremes").hidden = !table && (family === "row" || metric === "multi" || !exact || Boolean(given));
    byId("ducks").hidden = family === "board";
    if (family === "row") this.#renderProof();
    if (!table && family === "board") byId("levelsSaid").textContent = t.levelsSaid(puzzle.positions);
    byId("choosing").hidden = !table;
    byId("far").disabled = !ready?.counts;
    if (ready?.counts) {
      byId("far").max = ready.eccentricity;
      if (document.activeElement !== byId("far")) byId("far").value = this.#coaching && Number.isFinite(here.distance) ? here.distance : Math.round(ready.eccentricity / 2);
      byId("farIs").textContent = t.movesMade(Number(byId("far").value));
    }
    byId("states").textContent = ready?.states ? t.positions(ready.states, ready.seconds) : "\u00a0";
    this.histogram.show(ready?.counts ?? this.#play.reached, this.#coaching && Number.isFinite(here.distance) ? here.distance : null);
    byId("most").textContent = table ? (ready?.hardest ? t.hardestSaid(ready.hardest, ready.eccentricity) : "\u00a0") : t.hardestKnown;
  }

  /** Shows how far a table is built: a level more of the histogram. */
  renderFilling() {
    this.histogram.show([...this.#play.reached].map((count) => count ?? 0), null);
  }

  /** The sentence about what is proven for a row. */
  #renderProof() {
    const { puzzle, here, game } = this.#play;
    const { distance, lower, upper, proof } = here;
    const texts = t.ducks.proof;
    const known = isKnown(here);
    const text = () => {
      if (!known) return t.searching;
      if (distance === Infinity) return t.ducks.outOfReach;
      if (puzzle.table) return this.#play.ready ? texts.table : t.computing;
      if (this.#published) return texts.published(puzzle.published, upper);
      if (distance !== undefined) return texts[proof === "construction+bound" ? proof : "search"](distance);
      return upper < Infinity ? texts.bounds(lower, upper) : texts.lower(lower);
    };
    byId("proof").textContent = text();
    byId("known").textContent = puzzle.published && !same(game.cells, puzzle.start) ? t.ducks.fromStart(puzzle.published) : "";
    byId("ducksGoal").textContent = t.ducks.goal(puzzle);
  }

  renderFoot() {
    const { puzzle, ready, progress, here, failure } = this.#play;
    const bar = byId("progress");
    bar.hidden = Boolean(ready) || !progress?.share;
    if (progress?.share) bar.value = progress.share;
    byId("built").textContent = failure ? failure : !ready ? progress?.text ?? t.computing
      : !puzzle.table && puzzle.family === "row" ? t.foot.row
      : !puzzle.exact ? t.foot.best
      : ready.method === "table" ? t.foot.table(ready.states, ready.seconds, ready.bytes) : t.foot.search(puzzle.metric, ready.seconds, ready.bytes);
    if (!ready && here.distance === undefined) this.renderGauge();
  }
}
