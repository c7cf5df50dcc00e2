// A board on the page: tiles are buttons that slide.
import { h } from "./dom.js";
import { t } from "./texts.js";

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const LETTERS = { w: "U", s: "D", a: "L", d: "R" };
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
/** The distance in pixels from which a movement of a finger is a swipe. */
const SWIPE = 24;

export class BoardView {
  #tiles = [];
  #shown = null;
  #puzzle = null;
  #focus = 0;

  /** `play` is called with the cell of each tile to slide, in order; without it the board is a picture. */
  constructor(element, play = null) {
    this.element = element;
    this.#play = play;
    element.classList.add("board");
    element.setAttribute("role", "group");
    if (play) {
      this.#listen();
    }
  }

  #play;

  /** Shows a position. `marks` are those of `Known`. */
  show(puzzle, cells, { marks = null, ghost = false } = {}) {
    if (puzzle !== this.#puzzle) this.#begin(puzzle);
    this.#shown = cells;
    const gap = cells.indexOf(0);
    const movable = new Map(puzzle.moves(cells).map((step) => [step.move, step]));
    if (!movable.has(this.#focus)) this.#focus = this.element.contains(document.activeElement) && this.#focus ? this.#focus : movable.keys().next().value;
    this.#tiles.forEach((tile, index) => {
      const number = index + 1;
      const at = cells.indexOf(number);
      const [row, col] = [Math.floor(at / puzzle.cols), at % puzzle.cols];
      tile.style.setProperty("--x", col);
      tile.style.setProperty("--y", row);
      tile.classList.toggle("home", puzzle.goal[at] === number);
      // Its part of a picture is where its home is.
      const home = puzzle.goal.indexOf(number);
      tile.style.setProperty("--home", `${(100 * (home % puzzle.cols)) / (puzzle.cols - 1)}% ${(100 * Math.floor(home / puzzle.cols)) / (puzzle.rows - 1)}%`);
      const step = movable.get(number);
      const mark = step ? marks?.get(number) : undefined;
      this.#mark(tile, mark, ghost);
      if (!this.#play) return;
      const inLine = row === Math.floor(gap / puzzle.cols) || col === gap % puzzle.cols;
      tile.tabIndex = number === this.#focus ? 0 : -1;
      tile.toggleAttribute("aria-disabled", !inLine);
      if (!inLine) tile.setAttribute("aria-disabled", "true");
      tile.setAttribute("aria-label", t.tile(number, row + 1, col + 1, step && t.slides(t.way[step.letter], step.tiles), mark));
    });
    const lines = Array.from({ length: puzzle.rows }, (_, row) => cells.slice(row * puzzle.cols, (row + 1) * puzzle.cols).map((tile) => tile || t.gap).join(" "));
    this.element.setAttribute("aria-label", t.board(puzzle.rows, puzzle.cols, lines));
  }

  /** Moves the focus of the keyboard to a tile. */
  focusTile(number) {
    this.#focus = number;
    if (this.element.contains(document.activeElement)) this.#tiles[number - 1]?.focus();
    this.#tiles.forEach((tile, index) => (tile.tabIndex = index + 1 === number ? 0 : -1));
  }

  #begin(puzzle) {
    this.#puzzle = puzzle;
    this.#focus = 0;
    this.element.style.setProperty("--rows", puzzle.rows);
    this.element.style.setProperty("--cols", puzzle.cols);
    this.#tiles = Array.from({ length: puzzle.cells - 1 }, (_, index) =>
      h(this.#play ? "button" : "span", { class: "tile", "data-tile": this.#play ? index + 1 : null, type: this.#play ? "button" : null },
        h("b", {}, h("span", {}, index + 1))));
    this.element.replaceChildren(...this.#tiles);
  }

  /** The strip on a tile that can slide, with the distance after the move. */
  #mark(tile, mark, ghost) {
    let strip = tile.querySelector("em");
    if (!mark) {
      strip?.remove();
      return;
    }
    strip ??= tile.firstElementChild.appendChild(h("em", { "aria-hidden": "true" }));
    // The style sheet writes it; the tile's label has it in words.
    strip.dataset.after = written(mark);
    strip.className = `${mark.kind}${ghost && mark.kind === "nearer" ? " ghost" : ""}`;
  }

  #listen() {
    let touch = null;
    this.element.addEventListener("click", (event) => {
      const tile = event.target.closest(".tile");
      if (tile && !touch?.swiped) this.#slide(this.#shown.indexOf(Number(tile.dataset.tile)));
      touch = null;
    });
    this.element.addEventListener("focusin", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) this.focusTile(Number(tile.dataset.tile));
    });
    this.element.addEventListener("pointerdown", (event) => (touch = { x: event.clientX, y: event.clientY, swiped: false }));
    this.element.addEventListener("pointerup", (event) => {
      if (!touch) return;
      const [x, y] = [event.clientX - touch.x, event.clientY - touch.y];
      if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
      touch.swiped = true;
      this.slideTowards(Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : y > 0 ? "D" : "U");
    });
    this.element.addEventListener("keydown", (event) => {
      if (!event.shiftKey || !ARROWS[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      this.#walk(STEPS[ARROWS[event.key]]);
    });
  }

  /** Slides the tile that can move in this direction. Returns whether there is one. */
  slideTowards(letter) {
    const step = this.#puzzle.moves(this.#shown).find((step) => step.letter === letter && step.tiles === 1);
    if (step) this.#slide(step.at);
    return Boolean(step);
  }

  /** The letter of the direction of an arrow key or, if `typed`, of W, A, S or D. */
  static letter(event, typed) {
    return ARROWS[event.key] ?? (typed ? LETTERS[event.key.toLowerCase()] : undefined);
  }

  /** Moves the focus by a row or a column, over the gap. */
  #walk([rows, cols]) {
    const puzzle = this.#puzzle;
    let at = this.#shown.indexOf(this.#focus);
    let [row, col] = [Math.floor(at / puzzle.cols), at % puzzle.cols];
    do {
      [row, col] = [row + rows, col + cols];
      if (row < 0 || col < 0 || row >= puzzle.rows || col >= puzzle.cols) return;
      at = row * puzzle.cols + col;
    } while (this.#shown[at] === 0);
    this.focusTile(this.#shown[at]);
  }

  /** Slides the tile of a cell towards the gap, with those between them: one move, or one of each tile. */
  #slide(at) {
    const puzzle = this.#puzzle;
    const gap = this.#shown.indexOf(0);
    const [row, col, gapRow, gapCol] = [Math.floor(at / puzzle.cols), at % puzzle.cols, Math.floor(gap / puzzle.cols), gap % puzzle.cols];
    if (at === gap || (row !== gapRow && col !== gapCol)) return;
    const step = row === gapRow ? Math.sign(at - gap) : Math.sign(row - gapRow) * puzzle.cols;
    const cells = [];
    for (let cell = gap + step; ; cell += step) {
      cells.push(cell);
      if (cell === at) break;
    }
    const tile = this.#shown[at];
    this.#play(puzzle.metric === "multi" ? [at] : cells);
    this.focusTile(tile);
  }
}

/** The distance after a move, or the most that it can be. */
export const written = ({ lower, upper }) => (lower === upper ? upper : `≤${upper}`);

/** A small picture of a board, as a button if a click does something. */
export function smallBoard(puzzle, cells, onclick = null) {
  const button = onclick ? { type: "button", onclick } : {};
  return h(onclick ? "button" : "div", { class: "mini", style: `--cols:${puzzle.cols}`, ...button },
    cells.map((tile) => (tile ? h("span", {}, tile) : h("span", { class: "empty" }, h("i", { class: "hidden" }, t.gap)))));
}
