// The player's own board: pasted, or tapped in order.
import { h } from "./dom.js";
import { smallBoard } from "./board-view.js";
import { isPosition, puzzle, readBoard, shapes, writeAddress } from "./puzzle.js";
import { t } from "./texts.js";

let kept = "";

export function bring(root) {
  const text = h("textarea", { id: "pasted", rows: 4, spellcheck: "false", autocomplete: "off", placeholder: "10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3", oninput: () => read() });
  const shape = h("div", { class: "pills", role: "group", "aria-label": t.bringShape });
  const order = h("div", { class: "order", role: "group", "aria-label": t.bringOrder });
  const said = h("p", { role: "status", class: "proof" });
  const picture = h("div", { class: "picture" });
  const swap = h("button", { type: "button", onclick: () => exchange() });
  const playIt = h("button", { type: "button", class: "main", onclick: () => (location.hash = writeAddress(found, cells, [])) }, t.bringPlay);
  const goal = h("button", { type: "button", onclick: () => (location.hash = writeAddress(puzzle(found.name, "single", cells.join(".")))) }, t.bringGoal);
  let found = puzzle("4x4");
  let cells = [];
  let pair = null;

  const write = () => {
    const rows = [];
    for (let at = 0; at < cells.length; at += found.cols) rows.push(cells.slice(at, at + found.cols).join(" "));
    text.value = rows.join(" / ");
  };

  /** Reads the text that has been typed. */
  const read = () => {
    const board = readBoard(text.value);
    cells = board.cells;
    const names = shapes(cells.length);
    const named = board.rows && `${board.rows}x${cells.length / board.rows}`;
    if (names.includes(named)) found = puzzle(named);
    else if (names.length && !names.includes(found.name)) found = puzzle(names[0]);
    show();
  };

  /** The two tiles to exchange: the last two, which are most often set the wrong way round. */
  const exchange = () => {
    [cells[pair[0]], cells[pair[1]]] = [cells[pair[1]], cells[pair[0]]];
    write();
    show();
  };

  const choose = (name) => {
    found = puzzle(name);
    if (cells.length > found.cells) cells = [];
    write();
    show();
  };

  const show = () => {
    kept = text.value;
    const names = ["2x2", "2x3", "2x4", "3x3", "2x5", "5x2", "3x4", "4x3", "2x6", "6x2", "4x4", "5x5", "6x6"];
    if (!names.includes(found.name)) names.push(found.name);
    shape.replaceChildren(...names.map((name) => h("button", { type: "button", "aria-pressed": String(name === found.name), onclick: () => choose(name) }, name.replace("x", "×"))));
    const left = found.goal.filter((tile) => !cells.includes(tile));
    order.replaceChildren(...[...found.goal.filter(Boolean), 0].map((tile) =>
      h("button", { type: "button", disabled: cells.includes(tile), onclick: () => { cells = [...cells, tile]; write(); show(); order.querySelector(":enabled")?.focus(); } }, tile || t.gap)),
      h("button", { type: "button", class: "plain", onclick: () => { cells = []; write(); show(); } }, t.bringClear));
    const whole = cells.length === found.cells && isPosition(found, cells);
    const solvable = whole && found.solvable(cells);
    pair = whole && !solvable ? [found.cells - 1, found.cells - 2].map((tile) => cells.indexOf(tile)) : null;
    const judge = () => {
      if (!cells.length) return t.bringEmpty;
      if (whole) return solvable ? t.bringGood : t.bringOdd(cells[pair[0]], cells[pair[1]]);
      const partial = cells.length < found.cells && cells.every((tile, at) => found.goal.includes(tile) && cells.indexOf(tile) === at);
      if (partial) return t.bringMore(left.length);
      return shapes(cells.length).length ? t.bringTiles(found.cells - 1) : t.bringBad(cells.length);
    };
    said.textContent = judge();
    picture.replaceChildren(whole ? smallBoard(found, cells, () => solvable && playIt.click()) : "");
    playIt.disabled = !solvable;
    goal.disabled = !whole;
    swap.hidden = !pair;
    if (pair) swap.textContent = t.bringSwap(cells[pair[0]], cells[pair[1]]);
  };

  root.replaceChildren(
    h("div", { class: "page" },
      h("h1", {}, t.bring),
      h("p", {}, t.bringSaid),
      h("label", { for: "pasted", class: "soft" }, t.bringLabel),
      text,
      shape,
      order,
      h("div", { class: "verdicts" }, picture, h("div", {}, said, h("div", { class: "buttons" }, playIt, goal, swap))),
    ));
  text.value = kept;
  read();
}
