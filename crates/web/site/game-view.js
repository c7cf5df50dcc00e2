// The judgement of the game: a chart of the distances, and a sentence about it.
import { byId, h, s, onWidth } from "./dom.js";
import { kindOf } from "./known.js";
import { lengths } from "./puzzle.js";
import { t } from "./texts.js";

const HEIGHT = 132;
const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };
/** The width of a letter in pixels, at most. */
const LETTER = 8;
const EDGE = { left: 34, right: 10, top: 10, bottom: 22 };

/** The distance of a position, the rest of the plan that was followed there, or the length of the best solution known. */
const height = ({ distance, planned, upper }) => (distance === Infinity ? undefined : distance ?? planned ?? upper);

/** Whether the goal cannot be reached from a position of the game. */
const outOfReach = (game) => game.trail.some(({ distance }) => distance === Infinity);

export class GameView {
  #game = null;
  #secret = false;

  /** `go` is called with the index of the chosen position. */
  constructor(element, go) {
    this.element = element;
    this.#go = go;
    this.chart = h("div", { class: "chart" });
    this.scrubber = byId("scrubber");
    this.verdict = byId("verdict");
    this.list = byId("list");
    element.firstElementChild.replaceWith(this.chart);
    onWidth(this.chart, () => this.#draw());
    // Keys lead through the game while its list has the focus, as they do by themselves on the scrubber.
    this.list.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined || !this.#game) return;
      event.preventDefault();
      event.stopPropagation();
      this.#go(this.#game.here + by);
    });
    this.scrubber.addEventListener("input", () => this.#go(Number(this.scrubber.value)));
    this.chart.addEventListener("click", (event) => {
      if (!this.#game || this.#game.trail.length < 2) return;
      const x = event.clientX - this.chart.getBoundingClientRect().left;
      const { from, step } = this.#scale();
      this.#go(Math.round((x - from) / step));
    });
  }

  #go;

  /** Shows the game; not what is known of it if that is `secret`. */
  show(game, secret = false) {
    this.#game = game;
    this.#secret = secret;
    this.#draw();
    this.#write();
  }

  /** Lists the moves, with what each did; a click goes to the position after it. */
  #write() {
    const { trail, here, puzzle } = this.#game;
    this.list.hidden = this.scrubber.hidden = trail.length < 2;
    if (this.list.hidden) return;
    this.scrubber.max = trail.length - 1;
    this.scrubber.value = here;
    this.scrubber.setAttribute("aria-valuetext", t.afterMove(here, this.#secret ? {} : trail[here]));
    const held = this.list.contains(document.activeElement);
    const buttons = trail.map((position, place) => {
      const before = trail[place - 1]?.distance;
      const kind = this.#secret || before === undefined || position.distance === undefined ? null : kindOf(position.distance, before);
      const label = t.moveAt(place, place && puzzle.label ? puzzle.label(position.move) : position.move, position.letter, kind);
      return h("button", {
        type: "button", class: kind, tabindex: place === here ? 0 : -1, "aria-current": place === here ? "step" : null, "aria-label": label, onclick: () => this.#go(place),
      }, place ? `${puzzle.label?.(position.move) ?? position.move}${ARROWS[position.letter] ?? ""}` : "•");
    });
    this.list.replaceChildren(...buttons);
    if (held) buttons[here].focus({ preventScroll: true });
    // Where it is, the browser knows after the next layout.
    requestAnimationFrame(() => this.#reach(buttons[here]));
  }

  /** Scrolls the list to a move. */
  #reach(shown) {
    const box = this.list;
    if (shown.offsetTop < box.scrollTop || shown.offsetTop + shown.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = shown.offsetTop - box.clientHeight / 2;
  }

  #scale() {
    const width = this.chart.clientWidth - EDGE.left - EDGE.right;
    return { from: EDGE.left, step: width / Math.max(this.#game.trail.length - 1, 1) };
  }

  #draw() {
    const game = this.#game;
    if (!game) return;
    const known = game.trail.map(height).filter((distance) => distance !== undefined);
    if (game.trail.length < 2 || !known.length || this.#secret) {
      this.chart.classList.add("empty");
      this.chart.replaceChildren(h("p", {}, this.#secret ? t.secretGame : t.noGame));
      this.verdict.textContent = outOfReach(game) && !this.#secret ? t.ducks.outOfReach : "";
      return;
    }
    this.chart.classList.remove("empty");
    this.chart.replaceChildren(this.#picture(game, known));
    this.verdict.replaceChildren(...this.#judge(game));
  }

  #picture(game, known) {
    const { from, step } = this.#scale();
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const range = Math.max(most - least, 4);
    const x = (place) => from + place * step;
    const top = most + (range - (most - least)) / 2;
    const y = (distance) => EDGE.top + ((top - distance) / range) * (HEIGHT - EDGE.top - EDGE.bottom);
    const width = this.chart.clientWidth;
    const picture = s("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" });
    for (const distance of new Set([most, least])) {
      picture.append(s("line", { class: "rule", x1: EDGE.left - 6, x2: width, y1: y(distance), y2: y(distance) }), s("text", { x: EDGE.left - 12, y: y(distance) + 4, "text-anchor": "end" }, distance));
    }
    let free = 0;
    for (const { stage, end } of game.stages) {
      picture.append(s("line", { class: "rule", x1: x(end), x2: x(end), y1: 0, y2: HEIGHT - EDGE.bottom }));
      // A name that would lie over the one before is left to the sentence below.
      if (x(end) - 4 - LETTER * stage.length < free) continue;
      free = x(end);
      picture.append(s("text", { x: x(end) - 4, y: 10, "text-anchor": "end" }, stage));
    }
    const points = game.trail.flatMap((position, place) => (height(position) === undefined ? [] : [[x(place), y(height(position))]]));
    picture.append(s("polyline", { points: points.map((point) => point.join(",")).join(" ") }));
    const radius = Math.max(2, Math.min(4, step / 2.5));
    game.trail.forEach((position, place) => {
      if (height(position) === undefined) return;
      const before = game.trail[place - 1]?.distance;
      const open = before === undefined || position.distance === undefined;
      const kind = place === 0 || open ? "start" : position.distance < before ? "nearer" : "farther";
      // Wrong turns are squares, for those who do not see the colours.
      const [cx, cy] = [x(place), y(height(position))];
      picture.append(kind === "farther"
        ? s("rect", { class: kind, x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius })
        : s("circle", { class: kind, cx, cy, r: radius }));
    });
    const here = height(game.trail[game.here]);
    if (here !== undefined) picture.append(s("circle", { class: "here", cx: x(game.here), cy: y(here), r: 7 }));
    picture.append(s("text", { x: from, y: HEIGHT - 4 }, t.start), s("text", { x: width - EDGE.right, y: HEIGHT - 4, "text-anchor": "end" }, t.movesMade(game.trail.length - 1)));
    return picture;
  }

  #judge(game) {
    const { review, puzzle } = game;
    if (!review && puzzle.exact) return [outOfReach(game) ? t.ducks.outOfReach : t.judging];
    const { single, multi } = lengths(game.trail.slice(1));
    const both = puzzle.family === "board" && (single !== multi || puzzle.metric === "multi");
    const verdict = review ? t.verdict(review) : t.verdictSoFar(game.trail.length - 1, game.trail[0], game.trail.at(-1));
    const optimal = review?.wrong.length > 0 && t.optimal(Math.round((100 * (review.made - review.wrong.length)) / review.made));
    const said = [optimal, game.stages.length && t.stages(game.stages.map(({ stage, end }, at) => [stage, end - (game.stages[at - 1]?.end ?? 0)])), both && t.lengths(single, multi)];
    return [verdict, ...said.filter(Boolean).map((text) => h("span", { class: "soft" }, text))];
  }
}
