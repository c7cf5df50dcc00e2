// The player's own board, and a goal for it: pasted, or tapped in order.
import { h } from "./dom.js";
import { smallBoard } from "./board-view.js";
import { Dropped, Engine } from "./engine.js";
import { isPosition, letterOf, puzzle, reachableGoals, readAddress, readBoard, readGoal, readMoves, readPasted, shapes, startOf, writeAddress } from "./puzzle.js";
import { t } from "./texts.js";

let kept = "";
let keptGoal = "";
/** Reads replays, once there is one. */
let reader = null;

const SHAPES = ["2x2", "2x3", "2x4", "3x3", "2x5", "5x2", "3x4", "4x3", "2x6", "6x2", "4x4", "5x5", "6x6"];


/** A board, or the beginning of one, as people write it. */
function rowsOf({ cols, label }, cells) {
  const rows = [];
  for (let at = 0; at < cells.length; at += cols) rows.push(cells.slice(at, at + cols).map((tile) => (tile ? label(tile) : 0)).join(" "));
  return rows.join(" / ");
}

/** How often each tile is in a list. */
const counted = (cells) => cells.reduce((counts, tile) => counts.set(tile, (counts.get(tile) ?? 0) + 1), new Map());

/** Shows the board that was typed last, or another one: of a link that leads to no game. */
export function bring(root, { puzzle: asked, start } = {}) {
  if (start) [kept, keptGoal] = [rowsOf(asked, start), (asked.given ?? "").replaceAll(".", " ")];

  const area = (id, rows, placeholder) => h("textarea", { id, rows, spellcheck: "false", autocomplete: "off", placeholder, oninput: () => read() });
  const text = area("pasted", 4, "10 8 4 14 / 15 12 13 0 / 7 11 6 1 / 5 9 2 3");
  const goalText = area("goalText", 1, "1 2 3 4 / x x x x / x x x x / x x x x");
  const shape = h("div", { class: "pills", role: "group", "aria-label": t.bringShape });
  const order = h("div", { class: "order", role: "group", "aria-label": t.bringOrder });
  const said = h("p", { role: "status", class: "proof" });
  const picture = h("div", { class: "picture" });
  const swap = h("button", { type: "button", onclick: () => exchange() });
  const playIt = h("button", { type: "button", class: "main", onclick: () => (location.hash = writeAddress(found, cells, steps)) }, t.bringPlay);
  const goal = h("button", { type: "button", onclick: () => (location.hash = writeAddress(puzzle(found.name, { goal: asGoal(text.value) }))) }, t.bringGoal);
  /** The goals for which a board that cannot be solved can be. */
  const others = h("div", { class: "buttons" });
  /** A text as the goal of an address: the name of a goal, or its cells, whose rows may be on lines of their own. */
  const asGoal = (text) => (readGoal(found, text.trim()) ? text.trim() : readBoard(text).words.join("."));
  let name = "4x4";
  /** The puzzle with the goal that fits the board. */
  let found = puzzle(name);
  let cells = [];
  let pair = null;
  /** The moves of a pasted game, and what is wrong with what was pasted. */
  let [steps, wrong] = [[], ""];

  const write = () => {
    text.value = rowsOf(found, cells);
    read();
  };

  /** Reads the texts that have been typed. */
  const read = () => {
    const { address, link, moves, board: pasted = "" } = readPasted(text.value);
    [steps, wrong] = [[], ""];
    if (address) return follow(address);
    if (link) return replay(link);
    if (moves && !pasted) {
      found = puzzle(name, { goal: goalText.value.trim() ? asGoal(goalText.value) : undefined });
      cells = startOf(found, moves) ?? [];
      wrong = cells.length ? "" : t.bringNoStart(found.name);
      return join(moves);
    }
    const board = readBoard(pasted);
    cells = board.cells;
    const names = shapes(cells.length);
    const named = board.rows && `${board.rows}x${cells.length / board.rows}`;
    if (names.includes(named)) name = named;
    else if (names.length && !names.includes(name)) name = names[0];
    found = puzzle(name);
    found = puzzle(name, { goal: goalText.value.trim() ? asGoal(goalText.value) : inOrder(board.letters) });
    join(moves);
  };

  /** Takes the moves of a game from the board, and shows both. */
  const join = (moves) => {
    if (moves && isPosition(found, cells)) {
      const game = readMoves(found, cells, moves);
      steps = game.wrong ? [] : game.steps;
      if (game.wrong) wrong = t.bringMove(game.wrong, game.number);
    }
    show();
  };

  /** Takes the board and the game of an address of this page. */
  const follow = (address) => {
    const read = readAddress(address);
    if (read.start && read.puzzle.family === "board") {
      [found, cells, name, steps] = [read.puzzle, read.start, read.puzzle.name, read.steps ?? []];
      show();
    } else {
      cells = [];
      wrong = t.bringLink;
      show();
    }
  };

  /** Takes the game of a replay, which the whole module reads. */
  const replay = async (link) => {
    [cells, wrong] = [[], t.searching];
    show();
    reader ??= new Engine();
    try {
      const { answer } = await reader.ask({ do: "replay", link }, { slot: "replay" });
      [found, cells, name] = [puzzle(answer.space), answer.state, answer.space];
      wrong = "";
      join(answer.moves.replace(/[\s,]/g, ""));
    } catch (error) {
      if (error instanceof Dropped) return;
      wrong = t.failed(error.message);
      show();
    }
  };

  /** The goal of a board with tiles that are alike, unless another is given: they are in order, and the gap is last. */
  const inOrder = (letters) => {
    if (counted(cells).size === cells.length || cells.some(Number.isNaN)) return undefined;
    const sorted = [...cells].sort((a, b) => (a || Infinity) - (b || Infinity));
    return sorted.map((tile) => (tile && letters ? letterOf(tile) : tile)).join(".");
  };

  /** The two tiles to exchange: the last two, which are most often set the wrong way round. */
  const exchange = () => {
    [cells[pair[0]], cells[pair[1]]] = [cells[pair[1]], cells[pair[0]]];
    write();
  };

  const choose = (chosen) => {
    name = chosen;
    found = puzzle(name);
    if (cells.length > found.cells) cells = [];
    write();
  };

  const judge = (whole, solvable) => {
    const goalIsGoal = !goalText.value.trim() || readGoal(found, asGoal(goalText.value));
    if (wrong) return wrong;
    if (!goalIsGoal) return t.bringGoalBad;
    if (!cells.length) return t.bringEmpty;
    if (whole && !solvable) return t.bringOdd(...pair.map((at) => found.label(cells[at])), reachableGoals(found, cells).map(t.goal));
    if (whole && steps.length) return t.bringGame(steps.length);
    if (whole) return found.alike && !goalText.value.trim() ? t.bringAlike : t.bringGood;
    if (cells.some(Number.isNaN) && readGoal(found, asGoal(text.value))) return t.bringIsGoal;
    const [has, needs] = [counted(cells), counted(found.goal)];
    const partial = cells.length < found.cells && [...has].every(([tile, times]) => times <= (needs.get(tile) ?? 0));
    if (partial) return t.bringMore(found.cells - cells.length);
    return shapes(cells.length).length ? t.bringTiles(found.cells - 1) : t.bringBad(cells.length);
  };

  const show = () => {
    [kept, keptGoal] = [text.value, goalText.value];
    const names = SHAPES.includes(name) ? SHAPES : [...SHAPES, name];
    shape.replaceChildren(...names.map((other) => h("button", { type: "button", "aria-pressed": String(other === name), onclick: () => choose(other) }, other.replace("x", "×"))));
    const has = counted(cells);
    const tap = (tile) => {
      cells = [...cells, tile];
      write();
      order.querySelector(":enabled")?.focus();
    };
    const needs = counted(found.goal);
    order.replaceChildren(...[...needs.keys()].filter(Boolean).concat(0).map((tile) =>
      h("button", { type: "button", disabled: (has.get(tile) ?? 0) >= needs.get(tile), onclick: () => tap(tile) }, tile ? found.label(tile) : t.gap)),
      h("button", { type: "button", class: "plain", onclick: () => { cells = []; write(); } }, t.bringClear));
    const whole = cells.length === found.cells && isPosition(found, cells);
    const solvable = whole && found.solvable(cells);
    const last = [...found.goal].sort((a, b) => b - a).slice(0, 2);
    pair = whole && !solvable ? last.map((tile) => cells.indexOf(tile)) : null;
    said.textContent = judge(whole, solvable);
    picture.hidden = !whole;
    picture.replaceChildren(whole ? smallBoard(found, cells, () => solvable && playIt.click()) : "");
    playIt.textContent = steps.length ? t.bringGrade : t.bringPlay;
    playIt.disabled = !solvable || wrong !== "" || said.textContent === t.bringGoalBad;
    goal.disabled = !readGoal(found, asGoal(text.value));
    swap.hidden = !pair;
    others.replaceChildren(...(pair ? reachableGoals(found, cells) : []).map((goal) =>
      h("button", { type: "button", onclick: () => (location.hash = writeAddress(puzzle(found.name, { goal }), cells)) }, t.bringWith(t.goal(goal)))));
    if (pair) swap.textContent = t.bringSwap(...pair.map((at) => found.label(cells[at])));
  };

  root.replaceChildren(
    h("div", { class: "page" },
      h("h1", {}, t.bring),
      h("p", {}, t.bringSaid),
      h("label", { for: "pasted", class: "soft" }, t.bringLabel),
      text,
      h("div", { class: "verdicts" }, picture, h("div", {}, said, h("div", { class: "buttons" }, playIt, goal, swap), others)),
      shape,
      order,
      h("label", { for: "goalText", class: "soft" }, t.bringGoalLabel),
      goalText,
    ));
  [text.value, goalText.value] = [kept, keptGoal];
  read();
}
