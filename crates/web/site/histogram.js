// The number of positions at each distance; choosing a bar shows one of them.
import { h, s, onWidth } from "./dom.js";
import { same } from "./puzzle.js";
import { t } from "./texts.js";

const HEIGHT = 168;
const FOOT = 20;

export class Histogram {
  #counts = null;
  #distance = null;
  #chosen = null;
  #logarithmic = false;
  #rises = false;
  /** What is drawn: it is drawn again only if that changes. */
  #shown = [];

  /** `choose` is called with a distance. */
  constructor(element, choose) {
    this.#choose = choose;
    this.chart = h("div", { class: "chart", id: "depths", role: "slider", tabindex: "0", "aria-valuemin": "0" });
    this.said = h("p", { class: "said" });
    element.replaceChildren(this.chart, this.said);
    onWidth(this.chart, () => this.#draw());
    this.chart.addEventListener("pointermove", (event) => this.#point(this.#at(event)));
    this.chart.addEventListener("pointerleave", () => this.#point(null));
    this.chart.addEventListener("click", (event) => this.#counts && this.#choose(this.#at(event)));
    this.chart.addEventListener("keydown", (event) => this.#key(event));
  }

  #choose;

  get logarithmic() {
    return this.#logarithmic;
  }

  set logarithmic(value) {
    this.#logarithmic = value;
    this.#draw();
  }

  /** Shows the counts; `null` while they are not known. `distance` is that of the position on the board. */
  show(counts, distance) {
    const shown = [counts, distance, t.language];
    if (same(shown, this.#shown)) return;
    this.#shown = shown;
    if (counts !== this.#counts) this.#chosen = null;
    // The bars of a table that has just been built rise one after the other.
    if (counts && !this.#counts) this.#rises = true;
    this.#counts = counts;
    this.#distance = distance;
    this.#draw();
  }

  #at(event) {
    const { left, width } = this.chart.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * this.#counts?.length);
    return Math.max(0, Math.min(place, (this.#counts?.length ?? 1) - 1));
  }

  #point(distance) {
    if (!this.#counts) return;
    this.#chosen = distance;
    this.#draw();
  }

  #key(event) {
    if (!this.#counts) return;
    const last = this.#counts.length - 1;
    const now = this.#chosen ?? this.#distance ?? 0;
    const to = { ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1, PageDown: now - 10, PageUp: now + 10, Home: 0, End: last }[event.key];
    if (to !== undefined) this.#point(Math.max(0, Math.min(to, last)));
    else if (event.key === "Enter" || event.key === " ") this.#choose(now);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #draw() {
    this.chart.setAttribute("aria-label", t.histogram);
    const counts = this.#counts;
    this.chart.classList.toggle("empty", !counts);
    if (!counts) {
      this.chart.replaceChildren();
      this.chart.setAttribute("aria-valuenow", 0);
      this.chart.setAttribute("aria-valuemax", 0);
      this.said.textContent = t.clickBar;
      return;
    }
    const marked = this.#chosen ?? this.#distance;
    this.chart.setAttribute("aria-valuemax", counts.length - 1);
    this.chart.setAttribute("aria-valuenow", marked ?? 0);
    const text = marked === null || marked === undefined ? t.clickBar : t.positionsAt(counts[marked], marked);
    this.chart.setAttribute("aria-valuetext", text);
    this.said.textContent = text;
    this.chart.replaceChildren(this.#picture(counts));
  }

  #picture(counts) {
    const width = this.chart.clientWidth;
    const bar = width / counts.length;
    const size = (count) => (this.#logarithmic ? Math.log1p(count) : count);
    const top = size(Math.max(...counts));
    const picture = s("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" });
    const room = HEIGHT - FOOT - 4;
    if (this.#rises) picture.classList.add("rises");
    this.#rises = false;
    const every = bar > 26 ? 1 : bar * 5 > 26 ? 5 : 10;
    counts.forEach((count, distance) => {
      // Levels with a few positions among millions are one pixel high, so they can still be seen.
      const height = Math.max((room * size(count)) / top, 1.5);
      const kind = distance === this.#distance ? "here" : distance === this.#chosen ? "chosen" : null;
      picture.append(s("rect", { class: kind, style: `--after: ${distance}`, x: distance * bar + bar * 0.08, width: bar * 0.84, y: HEIGHT - FOOT - height, height, rx: Math.min(2, bar / 4) }));
      // A label under a narrow bar at an edge would be cut off.
      const anchor = bar > 16 ? "middle" : distance === 0 ? "start" : distance === counts.length - 1 ? "end" : "middle";
      if (distance % every === 0) picture.append(s("text", { x: (distance + 0.5) * bar, y: HEIGHT - 4, "text-anchor": anchor, dx: { start: -bar / 2, middle: 0, end: bar / 2 }[anchor] }, distance));
    });
    return picture;
  }
}
