// A sheet to print: boards or rows from easy to hard, and their solutions on another page.
import { smallBoard } from "./board-view.js";
import { h } from "./dom.js";
import { Engine } from "./engine.js";
import { smallPond } from "./pond-view.js";
import { farthest, positionAt } from "./positions.js";
import { subject, writeMoves } from "./puzzle.js";
import { t } from "./texts.js";

/** The boards on a sheet. */
const BOARDS = 12;
/** Longer solutions are written in letters only. */
const NAMED = 60;

let engine = null;

/** Shows a sheet of any puzzle, with its goal and its metric. */
export async function sheet(root, { puzzle }) {
  engine?.stop();
  const asked = (engine = new Engine());
  const row = puzzle.family === "row";
  const small = row ? smallPond : smallBoard;
  const status = h("p", { class: "status", role: "status" }, puzzle.table ? t.computing : t.sheetSearching(0, BOARDS));
  const again = h("button", { type: "button", onclick: () => sheet(root, { puzzle }) }, t.sheetAgain);
  const print = h("button", { type: "button", class: "main", disabled: true, onclick: () => globalThis.print() }, t.sheetPrint);
  const boards = h("ol", { class: row ? "sheet rows" : "sheet" });
  const answers = h("ol", { class: "answers" });
  const said = row ? [t.ducks.goal(puzzle)] : [t.sheetSaid, puzzle.metric === "multi" && t.sheetLines, puzzle.alike && t.alikeGoal, puzzle.wanted.includes(null) && t.openGoal];
  const inLetters = row ? t.sheetPlaces : puzzle.metric === "multi" ? t.sheetRuns : t.sheetLetters;
  root.replaceChildren(h("div", { class: "page" },
    h("h1", {}, t.sheetTitle(t.puzzle(puzzle.name))),
    h("div", { class: row ? "wanted row" : "wanted" }, row ? h("p", {}, t.goalIs) : null, small(puzzle, puzzle.wanted ?? puzzle.goal), h("p", { class: "soft" }, [...said, t.sheetHow].filter(Boolean).join(" "))),
    h("div", { class: "buttons" }, print, again, status), boards,
    h("section", {}, h("h2", {}, puzzle.exact ? t.sheetAnswers : t.sheetKnown), h("p", { class: "soft" }, inLetters), answers)));
  /** The moves of a solution, as tiles and as letters. */
  const written = (states) => {
    const steps = states.slice(1).map((next, at) => puzzle.moves(states[at]).find(({ cells }) => String(cells) === String(next)));
    const tiles = !row && puzzle.whole && steps.length <= NAMED ? `${steps.map(({ move }) => move).join(" ")} · ` : "";
    return `${t.movesMade(steps.length)}: ${tiles}${writeMoves(puzzle, steps)}`;
  };
  try {
    const { answer: { eccentricity } } = puzzle.table ? await asked.ask({ do: "prepare", ...subject(puzzle) }) : { answer: {} };
    const most = eccentricity ?? farthest(puzzle);
    const found = [];
    for (let place = 1; place <= Math.min(BOARDS, most); place++) {
      found.push(await positionAt(asked, puzzle, Math.max(place, Math.round((most * place) / BOARDS)), { solved: true }));
      found.sort((a, b) => a.length - b.length);
      boards.replaceChildren(...found.map((states) => h("li", {}, small(puzzle, states[0]), h("p", {}, t.sheetMoves))));
      answers.replaceChildren(...found.map((states) => h("li", {}, written(states))));
      status.textContent = t.sheetSearching(place, BOARDS);
    }
    status.textContent = "";
    print.disabled = false;
  } catch (error) {
    if (asked === engine) status.textContent = t.failed(error.message);
  }
  asked.stop();
}
