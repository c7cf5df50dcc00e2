// A sheet to print: boards from easy to hard, and their solutions on another page.
import { smallBoard } from "./board-view.js";
import { h } from "./dom.js";
import { Engine } from "./engine.js";
import { below, subject } from "./puzzle.js";
import { t } from "./texts.js";

/** The boards on a sheet. */
const BOARDS = 12;
/** The greatest distance of boards that have no table. */
const FAR = 48;

let engine = null;

/** Shows a sheet of a board that has a table, or of the 15-puzzle. */
export async function sheet(root, { puzzle }) {
  engine?.stop();
  const asked = (engine = new Engine());
  const status = h("p", { class: "status", role: "status" }, t.computing);
  const again = h("button", { type: "button", onclick: () => sheet(root, { puzzle }) }, t.sheetAgain);
  const print = h("button", { type: "button", class: "main", disabled: true, onclick: () => globalThis.print() }, t.sheetPrint);
  const boards = h("ol", { class: "sheet" });
  const answers = h("ol", { class: "answers" });
  root.replaceChildren(h("div", { class: "page" },
    h("h1", {}, t.sheetTitle(t.puzzle(puzzle.name))), h("p", { class: "soft" }, t.sheetSaid),
    h("div", { class: "buttons" }, print, again, status), boards, h("section", {}, h("h2", {}, t.sheetAnswers), answers)));
  try {
    const about = subject(puzzle);
    const { answer: { eccentricity } } = await asked.ask({ do: "prepare", ...about });
    const most = eccentricity ?? FAR;
    for (let place = 1; place <= Math.min(BOARDS, most); place++) {
      const distance = Math.max(place, Math.round((most * place) / BOARDS));
      const question = puzzle.table ? { do: "at", limit: 1 } : { do: "random", n: 1 };
      const { answer } = await asked.ask({ ...question, ...about, distance, seed: below(2 ** 31) });
      const state = answer.states[0].state ?? answer.states[0];
      const { answer: solution } = await asked.ask({ do: "solve", ...about, state });
      boards.append(h("li", {}, smallBoard(puzzle, state), h("p", {}, t.sheetMoves)));
      answers.append(h("li", {}, `${t.movesMade(solution.distance)}: ${solution.letters}`));
    }
    status.textContent = "";
    print.disabled = false;
  } catch (error) {
    if (asked === engine) status.textContent = t.failed(error.message);
  }
  asked.stop();
}
