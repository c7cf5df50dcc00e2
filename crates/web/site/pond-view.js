// A row of ducks on the page: a pair of neighbours flies into the gap.
import { written } from "./board-view.js";
import { byId, h, moves, onWidth, s } from "./dom.js";
import { same } from "./puzzle.js";
import { t } from "./texts.js";

/** The smallest width of a duck in pixels. */
const ROOM = 46;
const FLIGHT = 340;

/** The letter of a kind: A, B, C, …; black and white have letters of their own. */
const nameOf = (puzzle, stone) => (stone === 0 ? t.gap : puzzle.kind === "bw" ? (stone === 1 ? "B" : "W") : String.fromCharCode(64 + stone));

/** The names of the ducks of the block at a cell. */
export const namesOf = (puzzle, cells, block) => cells.slice(block, block + puzzle.block).map((stone) => nameOf(puzzle, stone));

export class PondView {
  #ducks = [];
  #cells = [];
  #puzzle = null;
  #marks = null;
  #focus = 0;
  /** The first cell of the block that can land in several ways, once it is chosen. */
  #chosen = null;
  #play;

  /** `play` is called with the move. */
  constructor(element, play) {
    this.element = element;
    this.#play = play;
    element.setAttribute("role", "group");
    onWidth(element, () => this.#puzzle && this.#place());
    this.choice = byId("choice");
    element.addEventListener("click", (event) => {
      const duck = event.target.closest(".duck");
      if (duck) this.#choose(this.#block(this.#ducks.indexOf(duck)));
    });
    element.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      for (let at = this.#focus + by; at >= 0 && at < this.#cells.length; at += by) {
        if (!this.#ducks[at]) continue;
        this.#focus = at;
        this.#ducks[at].focus();
        break;
      }
      this.#label();
    });
    const point = (event) => {
      const duck = event.type === "pointerleave" ? null : event.target.closest(".duck");
      this.#lift(duck ? this.#block(this.#ducks.indexOf(duck)) : this.#chosen);
    };
    for (const type of ["pointerover", "pointerleave"]) element.addEventListener(type, point);
  }

  show(puzzle, cells, { marks = null } = {}) {
    const flown = puzzle === this.#puzzle && this.#flown(cells);
    if (!flown && !(puzzle === this.#puzzle && same(cells, this.#cells))) this.#begin(puzzle, cells);
    this.#marks = marks;
    this.#offer();
    this.#label();
  }

  focusTile(at) {
    this.#focus = at;
  }

  slideTowards() {}

  /** The moves of the block at a cell. */
  #moves(block) {
    return block === null ? [] : this.#puzzle.moves(this.#cells).filter((step) => step.at === block);
  }

  /** The first cell of a duck's block: the duck flies with those after it or, if that is impossible, with some before. */
  #block(at) {
    const places = Array.from({ length: this.#puzzle.block }, (_, back) => at - back);
    return places.find((place) => this.#moves(place).length) ?? null;
  }

  /** Lets a block fly or, if it can land in several ways, offers them; choosing it again takes that back. */
  #choose(block) {
    const steps = this.#moves(block);
    if (steps.length === 1) return this.#fly(steps[0]);
    this.#chosen = steps.length && block !== this.#chosen ? block : null;
    this.#offer();
    this.choice.querySelector("button")?.focus();
  }

  /** Shows the ways in which the chosen block can land. */
  #offer() {
    const steps = this.#moves(this.#chosen);
    const focus = [...this.choice.children].indexOf(document.activeElement);
    const may = this.#puzzle.rules.turn === "may";
    const button = (step) => {
      const mark = this.#marks?.get(step.id);
      const text = t.ducks.landing(step.to + 1, step.tiles, may && step.turned);
      return h("button", { type: "button", onclick: () => this.#fly(step) }, text, mark && h("em", { class: mark.kind, "data-after": written(mark) }));
    };
    this.choice.hidden = !steps.length;
    this.choice.replaceChildren(h("span", { class: "soft" }, t.ducks.where), ...steps.map(button));
    this.choice.children[focus]?.focus();
    this.#lift(this.#chosen);
  }

  #fly(step) {
    this.#chosen = null;
    this.#play(step);
    this.#ducks[step.to]?.focus();
  }

  /** Lifts the ducks of a block. */
  #lift(block) {
    this.#ducks.forEach((duck, at) => duck?.classList.toggle("pair", block !== null && at >= block && at < block + this.#puzzle.block));
  }

  #begin(puzzle, cells) {
    this.#puzzle = puzzle;
    this.#cells = cells;
    this.#ducks = cells.map((stone) => (stone ? duck(puzzle, stone) : null));
    this.#chosen = null;
    this.ripples = Array.from({ length: puzzle.holes }, () => h("span", { class: "ripple", "aria-hidden": "true" }));
    this.element.replaceChildren(...this.ripples, ...this.#ducks.filter(Boolean));
    this.#place();
  }

  /** Shows the move that leads to `cells`. Returns whether there is one. */
  #flown(cells) {
    const step = this.#puzzle.moves(this.#cells).find((step) => same(step.cells, cells));
    if (!step) return false;
    const pair = this.#ducks.splice(step.at, step.tiles, ...Array(step.tiles).fill(null));
    if (step.turned) pair.reverse();
    const begin = pair.map((one) => one.style.transform);
    this.#ducks.splice(step.to, step.tiles, ...pair);
    this.#cells = cells;
    this.#chosen = null;
    this.#place();
    pair.forEach((one, which) => {
      if (!moves()) return one.animate([{ opacity: 0 }, { opacity: 1 }], FLIGHT);
      const end = one.style.transform;
      one.animate([
        { transform: begin[which], zIndex: 2 },
        { transform: `${end} translateY(-90%)`, offset: 0.55, zIndex: 2, easing: "ease-in" },
        { transform: end, zIndex: 2 },
      ], { duration: FLIGHT, easing: "ease-out" });
    });
    return true;
  }

  #place() {
    const most = Math.max(4, Math.floor(this.element.clientWidth / ROOM));
    const lines = Math.ceil(this.#cells.length / most);
    const cols = Math.ceil(this.#cells.length / lines);
    // A few ducks in one line are not drawn larger than others, and stand in the middle.
    const across = lines > 1 ? cols : Math.max(cols, Math.min(8, most));
    this.element.style.setProperty("--cols", across);
    this.element.style.setProperty("--lines", lines);
    const indent = (across - cols) / 2;
    const put = (element, at) => (element.style.transform = `translate(${((at % cols) + indent) * 100}%, ${Math.floor(at / cols) * 100}%)`);
    this.#ducks.forEach((one, at) => {
      if (!one) return;
      put(one, at);
      one.classList.toggle("last", at % cols === cols - 1);
    });
    const holes = [...this.#cells.keys()].filter((at) => !this.#cells[at]);
    this.ripples.forEach((ripple, which) => put(ripple, holes[which]));
  }

  #label() {
    const puzzle = this.#puzzle;
    this.element.setAttribute("aria-label", t.ducks.pond(this.#cells.map((stone) => nameOf(puzzle, stone)).join(" ")));
    if (!this.#ducks[this.#focus]) this.#focus = this.#ducks.findIndex(Boolean);
    this.#ducks.forEach((one, at) => {
      if (!one) return;
      one.dataset.cell = at;
      const block = this.#block(at);
      const marks = this.#moves(block).flatMap((step) => this.#marks?.get(step.id) ?? []);
      const best = marks.sort((a, b) => a.upper - b.upper)[0];
      const mark = block === at ? best : null;
      let strip = one.querySelector("em");
      if (!mark) strip?.remove();
      else {
        strip ??= one.appendChild(h("em", { "aria-hidden": "true" }));
        strip.dataset.after = written(mark);
        strip.className = mark.kind;
      }
      one.tabIndex = at === this.#focus ? 0 : -1;
      const names = namesOf(puzzle, this.#cells, block ?? at);
      one.setAttribute("aria-label", block === null ? names[0] : t.ducks.pair(names, block + 1, best));
    });
  }
}

function duck(puzzle, stone) {
  const hue = puzzle.kind === "bw" ? null : Math.round((stone - 1) * (360 / puzzle.kinds) + 20) % 360;
  const body = hue === null ? (stone === 1 ? "#3a3f45" : "#f4f1ea") : `hsl(${hue} ${stone % 2 ? 70 : 48}% ${stone % 2 ? 72 : 80}%)`;
  const ink = hue === null && stone === 1 ? "#f4f1ea" : "#1f2328";
  return h("button", { class: "duck", type: "button" }, picture(nameOf(puzzle, stone), body, ink));
}

function picture(name, body, ink) {
  return s("svg", { viewBox: "0 0 50 44", "aria-hidden": "true" },
    s("path", { d: "M41 9.500l8.500 3.500-8.500 3.500z", fill: "#d9822b" }),
    s("path", { d: "M4 23c4 2 8 2 12-1 4-2.600 8-3 11-2-2-9 3-15 8-15s8 4 7 10c-.5 3.500-2.500 6-3 9-1 9-8 15-17 15C11 39 4 33 4 23z", fill: body, stroke: "#1f232833", "stroke-width": 1 }),
    s("circle", { cx: 36, cy: 12, r: 1.8, fill: ink }),
    s("text", { x: 22, y: 34, "text-anchor": "middle", fill: ink }, name));
}

/** A row to print: its stones and its empty cells in boxes. */
export function smallPond(puzzle, cells) {
  return h("div", { class: "mini", style: `--cols:${cells.length}` }, cells.map((stone) => h("span", {}, stone ? nameOf(puzzle, stone) : "")));
}

/** A small picture of a row, as a button. */
export function smallRow(puzzle, cells, onclick) {
  const names = cells.map((stone) => (stone ? nameOf(puzzle, stone) : "·")).join(" ");
  return h("button", { class: "miniRow", type: "button", onclick }, names);
}
