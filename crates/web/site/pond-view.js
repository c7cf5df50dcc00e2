// A row of ducks on the page: a pair of neighbours flies into the gap.
import { written } from "./board-view.js";
import { h, moves, onWidth, s } from "./dom.js";
import { same } from "./puzzle.js";
import { t } from "./texts.js";

/** The smallest width of a duck in pixels. */
const ROOM = 46;
const FLIGHT = 340;

/** The letter of a kind: A, B, C, …; black and white have letters of their own. */
export const nameOf = (puzzle, stone) => (stone === 0 ? t.gap : puzzle.kind === "bw" ? (stone === 1 ? "B" : "W") : String.fromCharCode(64 + stone));

export class PondView {
  #ducks = [];
  #cells = [];
  #puzzle = null;
  #marks = null;
  #focus = 0;
  #play;

  /** `play` is called with the first cell of the pair that flies, in a list. */
  constructor(element, play) {
    this.element = element;
    this.#play = play;
    element.setAttribute("role", "group");
    onWidth(element, () => this.#puzzle && this.#place());
    element.addEventListener("click", (event) => {
      const duck = event.target.closest(".duck");
      const pair = duck && this.#pair(this.#ducks.indexOf(duck));
      if (pair !== null && duck) this.#play([pair]);
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
      const pair = duck ? this.#pair(this.#ducks.indexOf(duck)) : null;
      this.#ducks.forEach((other, at) => other?.classList.toggle("pair", pair !== null && (at === pair || at === pair + 1)));
    };
    for (const type of ["pointerover", "pointerleave"]) element.addEventListener(type, point);
  }

  show(puzzle, cells, { marks = null } = {}) {
    const flown = puzzle === this.#puzzle && this.#fly(cells);
    if (!flown && !(puzzle === this.#puzzle && same(cells, this.#cells))) this.#begin(puzzle, cells);
    this.#marks = marks;
    this.#label();
  }

  focusTile(at) {
    this.#focus = at;
  }

  slideTowards() {}

  /** The first cell of a duck's pair: the duck flies with the one after it or, if that is impossible, with the one before. */
  #pair(at) {
    if (this.#cells[at] && this.#cells[at + 1]) return at;
    return this.#cells[at] && this.#cells[at - 1] ? at - 1 : null;
  }

  #begin(puzzle, cells) {
    this.#puzzle = puzzle;
    this.#cells = cells;
    this.#ducks = cells.map((stone) => (stone ? duck(puzzle, stone) : null));
    this.ripples = [0, 1].map(() => h("span", { class: "ripple", "aria-hidden": "true" }));
    this.element.replaceChildren(...this.ripples, ...this.#ducks.filter(Boolean));
    this.#place();
  }

  /** Makes the move that leads to `cells`. Returns whether there is one. */
  #fly(cells) {
    const from = cells.indexOf(0);
    const to = this.#cells.indexOf(0);
    const step = this.#puzzle.moves(this.#cells).find((step) => step.at === from);
    if (from === to || !step || !same(step.cells, cells)) return false;
    const pair = [this.#ducks[from], this.#ducks[from + 1]];
    const begin = pair.map((one) => one.style.transform);
    [this.#ducks[to], this.#ducks[to + 1], this.#ducks[from], this.#ducks[from + 1]] = [...pair, null, null];
    this.#cells = cells;
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
    const gap = this.#cells.indexOf(0);
    this.ripples.forEach((ripple, which) => put(ripple, gap + which));
  }

  #label() {
    const puzzle = this.#puzzle;
    this.element.setAttribute("aria-label", t.ducks.pond(this.#cells.map((stone) => nameOf(puzzle, stone)).join(" ")));
    if (!this.#ducks[this.#focus]) this.#focus = this.#ducks.findIndex(Boolean);
    this.#ducks.forEach((one, at) => {
      if (!one) return;
      one.dataset.cell = at;
      const pair = this.#pair(at);
      const mark = pair === at ? this.#marks?.get(pair) : null;
      let strip = one.querySelector("em");
      if (!mark) strip?.remove();
      else {
        strip ??= one.appendChild(h("em", { "aria-hidden": "true" }));
        strip.dataset.after = written(mark);
        strip.className = mark.kind;
      }
      one.tabIndex = at === this.#focus ? 0 : -1;
      const name = (cell) => nameOf(puzzle, this.#cells[cell]);
      one.setAttribute("aria-label", pair === null ? name(at) : t.ducks.pair(name(pair), name(pair + 1), pair + 1, this.#marks?.get(pair)));
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

/** A small picture of a row, as a button. */
export function smallRow(puzzle, cells, onclick) {
  const names = cells.map((stone) => (stone ? nameOf(puzzle, stone) : "·")).join(" ");
  return h("button", { class: "miniRow", type: "button", onclick }, names);
}
