// A board on the page: tiles are buttons that slide.
import { h } from "./dom.js";
import { same } from "./puzzle.js";
import { t } from "./texts.js";

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
/** The distance in pixels from which a movement of a finger is a swipe. */
const SWIPE = 24;

export class BoardView {
  /** The tile in each cell. Tiles that are alike have the same number, but stay the same tiles as they slide. */
  #placed = [];
  #shown = null;
  #puzzle = null;
  #focus = null;

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
    this.#arrange(cells);
    this.#shown = cells;
    const gap = cells.indexOf(0);
    const movable = new Map(puzzle.moves(cells).map((step) => [step.at, step]));
    const focusable = this.#focus && (movable.has(this.#placed.indexOf(this.#focus)) || this.element.contains(document.activeElement));
    if (!focusable) this.#focus = this.#placed[movable.keys().next().value];
    this.#placed.forEach((tile, at) => {
      if (!tile) return;
      const [row, col] = [Math.floor(at / puzzle.cols), at % puzzle.cols];
      tile.style.setProperty("--x", col);
      tile.style.setProperty("--y", row);
      tile.classList.toggle("home", puzzle.wanted[at] === cells[at]);
      const step = movable.get(at);
      const mark = step ? marks?.get(at) : undefined;
      this.#mark(tile, mark, ghost);
      if (!this.#play) return;
      const inLine = row === Math.floor(gap / puzzle.cols) || col === gap % puzzle.cols;
      tile.tabIndex = tile === this.#focus ? 0 : -1;
      tile.toggleAttribute("aria-disabled", !inLine);
      if (!inLine) tile.setAttribute("aria-disabled", "true");
      tile.setAttribute("aria-label", t.tile(puzzle.label(cells[at]), row + 1, col + 1, step && t.slides(t.way[step.letter], step.tiles), mark));
    });
    const lines = Array.from({ length: puzzle.rows }, (_, row) => cells.slice(row * puzzle.cols, (row + 1) * puzzle.cols).map((tile) => (tile ? puzzle.label(tile) : t.gap)).join(" "));
    this.element.setAttribute("aria-label", t.board(puzzle.rows, puzzle.cols, lines));
  }

  /** Moves the focus of the keyboard to the tile of a cell. */
  focusTile(at) {
    const tile = this.#placed[at];
    if (!tile) return;
    this.#focus = tile;
    if (this.element.contains(document.activeElement)) tile.focus();
    for (const other of this.#placed) if (other) other.tabIndex = other === tile ? 0 : -1;
  }

  #begin(puzzle) {
    this.#puzzle = puzzle;
    this.#shown = null;
    this.#focus = null;
    this.element.style.setProperty("--rows", puzzle.rows);
    this.element.style.setProperty("--cols", puzzle.cols);
    const homes = [...puzzle.goal.keys()].filter((at) => puzzle.goal[at]).sort((a, b) => puzzle.goal[a] - puzzle.goal[b] || a - b);
    const tiles = homes.map((home) => {
      const number = puzzle.goal[home];
      const tile = h(this.#play ? "button" : "span", { class: `tile ${kindOf(puzzle, number)}`, "data-tile": this.#play ? number : null, type: this.#play ? "button" : null },
        h("b", {}, h("span", {}, puzzle.label(number))));
      // Its part of a picture is where its home is.
      tile.style.setProperty("--home", `${(100 * (home % puzzle.cols)) / (puzzle.cols - 1)}% ${(100 * Math.floor(home / puzzle.cols)) / (puzzle.rows - 1)}%`);
      tile.style.setProperty("--hue", hueOf(puzzle, number));
      return tile;
    });
    this.#placed = puzzle.goal.map((number, at) => (number ? tiles[homes.indexOf(at)] : null));
    this.#shown = puzzle.goal;
    this.element.replaceChildren(...tiles);
  }

  /** Brings the tiles into the cells of a position: those of a line slide, and otherwise those that are not in place go to where such tiles are missing. */
  #arrange(cells) {
    const shown = this.#shown;
    if (same(shown, cells)) return;
    const placed = [...this.#placed];
    const [gap, to] = [shown.indexOf(0), cells.indexOf(0)];
    const { cols } = this.#puzzle;
    const step = Math.floor(gap / cols) === Math.floor(to / cols) ? Math.sign(to - gap) : gap % cols === to % cols ? Math.sign(to - gap) * cols : 0;
    for (let at = gap; step && at !== to; at += step) placed[at] = placed[at + step];
    placed[to] = null;
    const number = new Map(this.#placed.map((tile, at) => [tile, shown[at]]));
    const fits = (tile, at) => (tile ? number.get(tile) === cells[at] : cells[at] === 0);
    if (step && placed.every(fits)) {
      this.#placed = placed;
      return;
    }
    const left = this.#placed.filter((tile, at) => tile && shown[at] !== cells[at]);
    this.#placed = cells.map((label, at) => {
      if (label === 0) return null;
      if (label === shown[at]) return this.#placed[at];
      return left.splice(left.findIndex((tile) => number.get(tile) === label), 1)[0];
    });
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
    strip.dataset.length = strip.dataset.after.length;
    strip.className = `${mark.kind}${ghost && mark.kind === "nearer" ? " ghost" : ""}`;
  }

  #listen() {
    let touch = null;
    this.element.addEventListener("click", (event) => {
      const tile = event.target.closest(".tile");
      if (tile && !touch?.swiped) this.#slide(this.#placed.indexOf(tile));
      touch = null;
    });
    this.element.addEventListener("focusin", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) this.focusTile(this.#placed.indexOf(tile));
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

  /** The letter of the direction of an arrow key. */
  static letter(event) {
    return ARROWS[event.key];
  }

  /** Moves the focus by a row or a column, over the gap. */
  #walk([rows, cols]) {
    const puzzle = this.#puzzle;
    let at = this.#placed.indexOf(this.#focus);
    let [row, col] = [Math.floor(at / puzzle.cols), at % puzzle.cols];
    do {
      [row, col] = [row + rows, col + cols];
      if (row < 0 || col < 0 || row >= puzzle.rows || col >= puzzle.cols) return;
      at = row * puzzle.cols + col;
    } while (this.#shown[at] === 0);
    this.focusTile(at);
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
    const tile = this.#placed[at];
    this.#play(puzzle.metric === "multi" ? [at] : cells);
    this.focusTile(this.#placed.indexOf(tile));
  }
}

/** The distance after a move, or the most that it can be; of a move that does not lead nearer, the least. */
export const written = ({ lower, upper, kind }) => (lower === upper ? upper : kind === "farther" ? `≥${lower}` : `≤${upper}`);

/** The class of a tile: whether others are alike, and whether the goal says where it belongs. */
const kindOf = (puzzle, tile) => (puzzle.whole ? "" : !puzzle.kinds.has(tile) ? "any" : puzzle.alike ? "alike" : "");

/** The colour of the tiles that are alike. */
function hueOf(puzzle, tile) {
  const kinds = [...puzzle.kinds.keys()];
  return Math.round((360 * kinds.indexOf(tile)) / kinds.length + 40) % 360;
}

/** A small picture of a board, as a button if a click does something; `null` is a cell that may hold any tile. */
export function smallBoard(puzzle, cells, onclick = null) {
  const button = onclick ? { type: "button", onclick } : {};
  const tile = (tile) => {
    if (tile === 0) return h("span", { class: "empty" }, h("i", { class: "hidden" }, t.gap));
    return tile === null ? h("span", { class: "any" }, "·") : h("span", { class: kindOf(puzzle, tile), style: `--hue:${hueOf(puzzle, tile)}` }, puzzle.label(tile));
  };
  return h(onclick ? "button" : "div", { class: "mini", style: `--cols:${puzzle.cols}`, ...button }, cells.map(tile));
}
