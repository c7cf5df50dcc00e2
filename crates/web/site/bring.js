// The player's own board, and a goal for it: pasted, or tapped in order.
import { h } from "./dom.js";
import { smallBoard } from "./board-view.js";
import { Dropped, Engine } from "./engine.js";
import { smallRow } from "./pond-view.js";
import { GOALS, beginningOf, goalPart, inOrder, isPosition, puzzle, reachableGoals, readAddress, readMoves, readPasted, shapes, signsOf, startOf, writeAddress } from "./puzzle.js";
import { t } from "./texts.js";
import { isUnfetched } from "./words.js";

let kept = "";
let keptGoal = "";
/** Reads what is typed, once something is. A text takes the place of the one that is being read. */
let reader = null;
const SLOT = "read";

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
  const note = h("p", { class: "soft" });
  const picture = h("div", { class: "picture" });
  const swap = h("button", { type: "button", onclick: () => exchange() });
  const playIt = h("button", { type: "button", class: "main", onclick: () => (location.hash = writeAddress(found, cells, steps)) }, t.bringPlay);
  const goal = h("button", { type: "button", onclick: () => (location.hash = writeAddress(asGoal)) }, t.bringGoal);
  /** The goals for which a board that cannot be solved can be. */
  const others = h("div", { class: "buttons" });
  let name = "4x4";
  /** The text that the page itself wrote last. */
  let written = "";
  /** The puzzle with the goal that fits the board. */
  let found = puzzle(name);
  let cells = [];
  let pair = null;
  /** The moves of a pasted game, what is wrong with what was pasted, how it was read, and the puzzle whose goal it may be. */
  let [steps, wrong, noted, asGoal] = [[], "", "", null];

  const write = () => {
    text.value = written = rowsOf(found, cells);
    show();
    read();
  };

  /** Reads the texts that have been typed. */
  const read = () => {
    const { address, link, moves, board: pasted = "" } = readPasted(text.value);
    [steps, wrong, noted, asGoal] = [[], "", "", null];
    reader?.drop(SLOT);
    if (address) return follow(address);
    const reading = link ? replay(link) : moves && !pasted ? solution(moves) : pasted ? board(pasted, moves) : nothing();
    reading.catch((error) => {
      if (!(error instanceof Dropped)) fail(t.failed(error.message));
    });
  };

  /** Shows that something is wrong, and no board. */
  const fail = (said) => {
    [cells, wrong] = [[], said];
    show();
  };

  /** Asks the module to read; resolves to `{ problem, ambiguous }` if it cannot. */
  const ask = (question) => (reader ??= new Engine()).ask({ do: "read", ...question }, { slot: SLOT }).then(({ answer }) => answer, (error) => {
    if (error instanceof Dropped || isUnfetched(error.message)) throw error;
    return { problem: error.message, ambiguous: error.ambiguous };
  });

  /** The goal that is typed, for a board of this shape: as an address has it, `undefined` if none is; or says that it is none. */
  const wanted = async (space) => {
    const goal = goalText.value.trim();
    if (!goal) return undefined;
    const { goal: read, problem } = await ask({ space, goal });
    if (problem) wrong = t.bringGoalBad;
    return problem ? undefined : goalPart(read, goal);
  };

  const nothing = async () => {
    cells = [];
    await wanted(name);
    show();
  };

  /** Takes the moves of a solution, and the board from which they lead to the goal. */
  const solution = async (moves) => {
    found = puzzle(name, { goal: await wanted(name) });
    cells = startOf(found, moves) ?? [];
    if (!cells.length) wrong ||= t.bringNoStart(found.name);
    join(moves);
  };

  /** Has the module read a board: of the shape that the text shows or, if it shows none, of the one that is chosen. */
  const board = async (state, moves) => {
    const goal = goalText.value.trim() || undefined;
    const signs = signsOf(state);
    const [names, tapped] = [shapes(signs.length), state === written];
    const space = names.length && !names.includes(name) && !tapped ? names[0] : name;
    const alike = goal ? undefined : inOrder(signs);
    // The puzzle that the text names, the one that is chosen, and one of as many cells. A board that is being tapped is none yet.
    const spaces = tapped ? [name].filter(() => signs.length === found.cells) : [undefined, name, ...(space === name ? [] : [space])];
    const problems = [];
    for (const question of [...spaces.map((space) => ({ space, state, goal })), ...(alike && spaces.length ? [{ space, state, goal: alike }] : [])]) {
      const read = await ask(question);
      if (!read.problem) return take(read, question.goal, moves);
      problems.push(read.problem);
      // What may be two boards is not taken for a third.
      if (read.ambiguous) break;
    }
    const problem = problems.length > spaces.length ? problems.at(-2) : problems.at(-1);
    await part(state, space, signs, problem);
  };

  /** Takes the first board, or row, of a text that has been read. */
  const take = ({ space, rules, goal: read, states: [first, ...others] }, typed, moves) => {
    const opened = puzzle(space, { goal: first.goal ? goalPart(first.goal) : typed && goalPart(read, typed), rules });
    if (!opened) return fail(t.bringSize(space));
    [found, cells] = [opened, first.state];
    const board = found.family === "board";
    if (board) name = found.name;
    asGoal = board ? puzzle(name, { goal: cells.map((tile) => (tile ? found.label(tile) : 0)).join(".") }) : null;
    const named = first.goal || typed ? found.given ?? GOALS[0] : null;
    if (text.value !== written) noted = t.bringRead(found.name, named && (GOALS.includes(named) ? t.goal(named) : named.replaceAll(".", " ")), first.read_as?.form.split("; ") ?? [], others.length);
    join(moves);
  };

  /** Says what a text is that is no state: a goal, the beginning of a board, or something that cannot be read. */
  const part = async (text, space, signs, problem) => {
    found = puzzle(name, { goal: await wanted(name) });
    cells = beginningOf(found, signs) ?? [];
    if (!cells.length && !wrong) {
      const shown = await ask({ goal: text });
      const read = shown.problem ? await ask({ space, goal: text }) : shown;
      const open = read.goal?.includes("x");
      asGoal = open ? puzzle(read.space, { goal: goalPart(read.goal, text) }) : null;
      wrong = open ? t.bringIsGoal : t.bringUnread(problem);
    }
    show();
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
      fail(t.bringLink);
    }
  };

  /** Takes the game of a replay, which the whole module reads. */
  const replay = async (link) => {
    fail(t.searching);
    const { answer } = await (reader ??= new Engine()).ask({ do: "replay", link }, { slot: SLOT });
    [found, cells, name, wrong] = [puzzle(answer.space), answer.state, answer.space, ""];
    join(answer.moves.replace(/[\s,]/g, ""));
  };

  /** The two tiles to exchange: the last two, which are most often set the wrong way round. */
  const exchange = () => {
    [cells[pair[0]], cells[pair[1]]] = [cells[pair[1]], cells[pair[0]]];
    write();
  };

  /** Puts other buttons into a group; one of them has the focus if one of the old ones had it. */
  const refill = (group, next, buttons) => {
    const focused = group.contains(document.activeElement);
    group.replaceChildren(...buttons);
    if (focused) group.querySelector(next)?.focus();
  };

  const choose = (chosen) => {
    name = chosen;
    found = puzzle(name);
    if (cells.length > found.cells) cells = [];
    write();
  };

  const judge = (whole, solvable) => {
    if (wrong) return wrong;
    if (!cells.length) return t.bringEmpty;
    if (whole && !solvable) return t.bringOdd(...pair.map((at) => found.label(cells[at])), reachableGoals(found, cells).map(t.goal));
    if (whole && steps.length) return t.bringGame(steps.length);
    if (whole) return found.alike && !goalText.value.trim() ? t.bringAlike : t.bringGood;
    return t.bringMore(found.cells - cells.length);
  };

  const show = () => {
    [kept, keptGoal] = [text.value, goalText.value];
    const names = SHAPES.includes(name) ? SHAPES : [...SHAPES, name];
    refill(shape, "[aria-pressed=true]", names.map((other) => h("button", { type: "button", "aria-pressed": String(other === name), onclick: () => choose(other) }, other.replace("x", "×"))));
    const row = found.family === "row";
    const has = counted(cells);
    const tap = (tile) => {
      cells = [...cells, tile];
      write();
    };
    const needs = counted(found.goal);
    refill(order, ":enabled", row ? [] : [
      ...[...needs.keys()].filter(Boolean).concat(0).map((tile) =>
        h("button", { type: "button", disabled: (has.get(tile) ?? 0) >= needs.get(tile), onclick: () => tap(tile) }, tile ? found.label(tile) : t.gap)),
      h("button", { type: "button", class: "plain", onclick: () => { cells = []; write(); } }, t.bringClear),
    ]);
    const whole = cells.length === found.cells && isPosition(found, cells);
    const solvable = whole && found.solvable(cells);
    const last = [...found.goal].sort((a, b) => b - a).slice(0, 2);
    pair = whole && !solvable ? last.map((tile) => cells.indexOf(tile)) : null;
    said.textContent = judge(whole, solvable);
    picture.hidden = !whole;
    picture.replaceChildren(whole ? (row ? smallRow : smallBoard)(found, cells, () => solvable && playIt.click()) : "");
    playIt.textContent = steps.length ? t.bringGrade : t.bringPlay;
    playIt.disabled = !solvable || wrong !== "";
    goal.disabled = !asGoal;
    note.textContent = noted;
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
      h("div", { class: "verdicts" }, picture, h("div", {}, note, said, h("div", { class: "buttons" }, playIt, goal, swap), others)),
      shape,
      order,
      h("label", { for: "goalText", class: "soft" }, t.bringGoalLabel),
      goalText,
    ));
  [text.value, goalText.value] = [kept, keptGoal];
  read();
}
