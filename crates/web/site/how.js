// How it works, in five interactive diagrams. Everything is computed here, on boards that are small enough.
import { h, moves, s, wait } from "./dom.js";
import { below, inversions, puzzle, same } from "./puzzle.js";
import { t } from "./texts.js";

export function how(root) {
  root.replaceChildren(h("div", { class: "page how" },
    h("h1", {}, t.howTitle),
    h("p", { class: "lead" }, t.howLead),
    ...[["Parity", parity], ["Rank", rank], ["Wave", wave], ["Bits", bits], ["Pattern", patterns]].map(([name, diagram]) =>
      h("section", {}, h("h2", {}, t[`how${name}`]), h("p", {}, t[`how${name}Text`]), diagram()))));
}

/** A board drawn small, with tiles that can be tapped if `tap` is given. */
function grid(shape, cells, { tap = null, kind = () => null } = {}) {
  return h("div", { class: "grid", style: `--cols:${shape.cols}` }, cells.map((tile, at) =>
    h(tap && tile ? "button" : "span", { type: tap && tile ? "button" : null, class: ["cell", tile ? null : "empty", kind(tile, at)].filter(Boolean).join(" "), onclick: () => tap?.(at) }, tile || " ")));
}

const status = () => h("p", { class: "status", role: "status" });

function slider(label, most, value, oninput) {
  const input = h("input", { type: "range", min: 0, max: most, value, "aria-label": label, oninput: () => oninput(Number(input.value)) });
  return input;
}

// 1. Parity -----------------------------------------------------------------------------------------------------

function parity() {
  const shape = puzzle("3x3");
  let cells = [1, 2, 3, 4, 5, 6, 8, 7, 0];
  let first = null;
  const figure = h("div", { class: "figure" });
  const said = status();
  const draw = (focus) => {
    const pairs = inversions(cells);
    const board = grid(shape, cells, { kind: (_, at) => (at === first ? "chosen" : null), tap });
    const lines = s("svg", { viewBox: "0 0 300 300", "aria-hidden": "true" }, pairs.map(([a, b]) => {
      // Above the figures, which it would cross out.
      const [x, y] = [(at) => (at % 3) * 100 + 50, (at) => Math.floor(at / 3) * 100 + 18];
      const bend = 14 * (a % 2 ? 1 : -1);
      return s("path", { d: `M${x(a)} ${y(a)}Q${(x(a) + x(b)) / 2 + bend} ${(y(a) + y(b)) / 2 + bend} ${x(b)} ${y(b)}` });
    }));
    figure.replaceChildren(h("div", { class: "overlay" }, board, lines));
    said.textContent = t.howParityCount(pairs.length, shape.solvable(cells));
    if (focus !== undefined) board.children[focus].focus();
  };
  const tap = (at) => {
    if (first === null) first = at;
    else {
      cells = [...cells];
      [cells[first], cells[at]] = [cells[at], cells[first]];
      first = null;
    }
    draw(at);
  };
  draw();
  return h("div", {}, figure, said);
}

// 2. Ranks ------------------------------------------------------------------------------------------------------

const six = puzzle("2x3");

/** The board of a number from 0 to 359: the place of the gap, then choices among the tiles left. */
function unrank(number) {
  const gap = Math.floor(number / 60);
  let rest = number % 60;
  const [choices, left, tiles] = [[], [1, 2, 3, 4, 5], []];
  for (const size of [12, 3, 1]) {
    // There are five, four and three tiles to choose from; each choice stands for this many boards.
    const choice = Math.floor(rest / size);
    rest %= size;
    choices.push(choice);
    tiles.push(...left.splice(choice, 1));
  }
  const cells = [...tiles, ...left];
  cells.splice(gap, 0, 0);
  if (!six.solvable(cells)) {
    const last = cells.flatMap((tile, at) => (tile ? [at] : [])).slice(-2);
    [cells[last[0]], cells[last[1]]] = [cells[last[1]], cells[last[0]]];
  }
  return { cells, digits: [gap, ...choices] };
}

function rank() {
  const figure = h("div", { class: "figure" });
  const said = status();
  const draw = (number) => {
    const { cells, digits } = unrank(number);
    figure.replaceChildren(grid(six, cells));
    said.textContent = t.howRankIs(number, digits);
  };
  draw(217);
  return h("div", {}, figure, slider(t.howRankSlider, 359, 217, draw), said);
}

// 3. The wave ---------------------------------------------------------------------------------------------------

/** Every board that can be reached from the goal, with its distance: by breadth-first search. */
function distances(shape) {
  const found = new Map([[shape.goal.join(), 0]]);
  let level = [shape.goal];
  for (let distance = 1; level.length; distance++) {
    const next = [];
    for (const cells of level) {
      for (const step of shape.moves(cells)) {
        if (found.has(step.cells.join())) continue;
        found.set(step.cells.join(), distance);
        next.push(step.cells);
      }
    }
    level = next;
  }
  return found;
}

let known = null;
const ofSix = () => (known ??= distances(six));

function wave() {
  const all = Array.from({ length: 360 }, (_, number) => ofSix().get(unrank(number).cells.join()));
  const most = Math.max(...all);
  const dots = all.map((_, number) => s("circle", { cx: (number % 30) * 10 + 5, cy: Math.floor(number / 30) * 10 + 5, r: 3.6 }));
  const picture = s("svg", { class: "dots", viewBox: "0 0 300 120", "aria-hidden": "true" }, dots);
  const said = status();
  const draw = (distance) => {
    input.value = distance;
    dots.forEach((dot, number) => dot.setAttribute("class", all[number] === distance ? "now" : all[number] < distance ? "done" : ""));
    said.textContent = t.howWaveIs(distance, all.filter((its) => its === distance).length, all.filter((its) => its <= distance).length);
  };
  const input = slider(t.howWaveSlider, most, 4, draw);
  const run = async () => {
    for (let distance = 0; distance <= most && input.isConnected; distance++) {
      draw(distance);
      await wait(moves() ? 260 : 600);
    }
  };
  draw(4);
  return h("div", {}, h("div", { class: "figure" }, picture), h("div", { class: "row" }, input, h("button", { type: "button", onclick: run }, t.howRun)), said);
}

// 4. One bit a position -----------------------------------------------------------------------------------------

function bits() {
  const figure = h("div", { class: "figure" });
  const said = status();
  const farthest = [...ofSix()].reduce((a, b) => (b[1] > a[1] ? b : a))[0].split(",").map(Number);
  let [cells, walked] = [farthest, 0];
  const distance = (its) => ofSix().get(its.join());
  const dark = (at) => (Math.floor(at / 3) + (at % 3)) % 2 === 1;
  const draw = () => {
    const rest = distance(cells) % 4;
    figure.replaceChildren(grid(six, cells, { kind: (_, at) => (dark(at) ? "dark" : "light") }));
    said.textContent = distance(cells) ? t.howBitsIs(rest >> 1, dark(cells.indexOf(0)), rest, walked) : t.howBitsHome(walked);
  };
  const step = () => {
    if (!distance(cells)) [cells, walked] = [farthest, 0];
    else {
      // The neighbour whose distance modulo 4 is one less is one nearer; nothing else is used.
      cells = six.moves(cells).find((step) => distance(step.cells) % 4 === (distance(cells) + 3) % 4).cells;
      walked++;
    }
    draw();
  };
  draw();
  return h("div", {}, figure, h("button", { type: "button", onclick: step }, t.howBitsStep), said);
}

// 5. Patterns ---------------------------------------------------------------------------------------------------

const nine = puzzle("3x3");
const GROUPS = [[1, 2, 3, 4], [5, 6, 7, 8]];

/** The least moves of a group's own tiles, for each placement of the tiles and the gap: a search from the goal in which
 *  other tiles slide for nothing. */
function patternTable(group) {
  const name = (gap, places) => gap + "," + places.join();
  const table = new Map([[name(8, group.map((tile) => tile - 1)), 0]]);
  let level = [[8, group.map((tile) => tile - 1)]];
  for (let cost = 0; level.length; cost++) {
    const next = [];
    for (let at = 0; at < level.length; at++) {
      const [gap, places] = level[at];
      if (table.get(name(gap, places)) !== cost) continue;
      for (const way of [-3, -1, 1, 3]) {
        const to = gap + way;
        if (to < 0 || to > 8 || (way * way === 1 && Math.floor(to / 3) !== Math.floor(gap / 3))) continue;
        const moved = places.map((place) => (place === to ? gap : place));
        const dearer = cost + (places.includes(to) ? 1 : 0);
        const place = name(to, moved);
        if ((table.get(place) ?? Infinity) <= dearer) continue;
        table.set(place, dearer);
        (dearer === cost ? level : next).push([to, moved]);
      }
    }
    level = next;
  }
  return (cells) => table.get(name(cells.indexOf(0), group.map((tile) => cells.indexOf(tile))));
}

let tables = null;

/** IDA*: a depth-first search up to a length, for one length after the other. Returns [length, boards visited] of each. */
function search(start, bound) {
  const rows = [];
  for (let length = bound(start); ; length += 2) {
    let visited = 0;
    const reach = (cells, made, before) => {
      visited++;
      if (same(cells, nine.goal)) return true;
      return nine.moves(cells).some((step) => !(before && same(step.cells, before)) && made + 1 + bound(step.cells) <= length && reach(step.cells, made + 1, cells));
    };
    const found = reach(start, 0, null);
    rows.push([length, visited]);
    if (found) return rows;
  }
}

function patterns() {
  tables ??= GROUPS.map(patternTable);
  const bound = (cells) => tables[0](cells) + tables[1](cells);
  const figure = h("div", { class: "figure" });
  const [said, searched] = [status(), h("p", { class: "soft" })];
  let cells = [8, 6, 7, 2, 5, 4, 3, 0, 1];
  let group = 0;
  const choose = h("div", { class: "pills", role: "group", "aria-label": t.howPatternHide });
  const draw = () => {
    const inGroup = (tile) => (GROUPS[0].includes(tile) ? 1 : 2);
    figure.replaceChildren(grid(nine, cells, { kind: (tile) => tile && (group && group !== inGroup(tile) ? "away" : `group${inGroup(tile)}`) }));
    choose.replaceChildren(...t.howGroups.map((name, which) => h("button", { type: "button", "aria-pressed": String(which === group), onclick: () => { group = which; draw(); choose.children[which].focus(); } }, name)));
  };
  const judge = () => {
    const rows = search(cells, bound);
    said.textContent = t.howPatternIs(tables[0](cells), tables[1](cells), rows.at(-1)[0]);
    searched.textContent = `${t.howSearchSaid} ${t.howSearch(rows)}.`;
  };
  const another = () => {
    cells = nine.random();
    if (below(4) === 0) cells = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    draw();
    judge();
  };
  draw();
  judge();
  return h("div", {}, figure, choose, said, searched, h("button", { type: "button", onclick: another }, t.howPatternNew));
}
