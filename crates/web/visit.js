// The questions that visits to the page ask about boards that have a table.
import { BOARDS, GOALS, colourings, puzzle, run, subject } from "./site/puzzle.js";

/** The moves of a game. */
const MOVES = 12;

/** Boards of more cells have tables that take long to build, so they have few goals here. */
const MANY = 10;

/** Boards and goals as people type them. */
const TEXTS = [
  "867254301", "8 6 7 / 2 5 4 / 3 0 1", "8 6 7\n2 5 4\n3 x 1", "[[8, 6, 7], [2, 5, 4], [3, 0, 1]]", "GEF\nHCB\nD_A", "3\n0 2 6\n4 3 1\n7 5 8",
  "+--+--+\n| 1| 2|\n+--+--+\n| 3|  |\n+--+--+", "10 2 11 4\n5 12 3 7\n1 6 8 15\n9 13 0 14", "D D C / C B B / A A 0",
  "# solvable\n3\n0 2 6\n4 3 1\n7 5 8", "8\n-1\n1 2 3\n4 5 6\n0 7 8", "12346875G 12345678G", "2 3 4 1 5 x 7 6 8", "{8,6,7},{2,5,4},{3,0,1}", "1 2 3 x x x x x x",
];
const GOAL_TEXTS = ["spiral", "1 2 3 x x x x x x", "AABBCCDD0", "012345678"];

/** Goals as an address has them: the usual ones, another arrangement, with open cells, and with tiles that are alike. */
function goals({ rows, cols, cells }) {
  if (cells > MANY) return [GOALS[0], colourings(rows, cols).halves];
  const last = Array.from({ length: cells }, (_, at) => cells - 1 - at);
  const open = Array.from({ length: cells }, (_, at) => (at < cols ? at + 1 : "x"));
  return [...GOALS, last.join("."), open.join("."), ...Object.values(colourings(rows, cols))];
}

/** All boards that have a table, in both metrics, with all kinds of goals. */
function puzzles() {
  const boards = BOARDS.map((name) => puzzle(name)).filter(({ table }) => table);
  const all = boards.flatMap((board) => ["single", "multi"].flatMap((metric) => goals(board).map((goal) => puzzle(board.name, { metric, goal }))));
  return all.filter(({ table, whole, metric }) => table && (whole || metric === "single"));
}

/** Asks what visits ask; `seed` chooses the positions. Returns the answers, errors among them. */
export function visit(tilebase, seed) {
  const answers = [];
  const ask = (question) => {
    try {
      answers.push(tilebase.ask(question));
    } catch (error) {
      if (error.name !== "TilebaseError") throw error;
      answers.push(error.message);
    }
    return answers.at(-1);
  };
  type(ask);
  for (const puzzle of puzzles()) play(puzzle, (question) => ask({ ...subject(puzzle), ...question }), seed);
  return answers;
}

/** Has texts read as they grow. */
function type(ask) {
  const grown = (text) => Array.from(text, (_, end) => text.slice(0, end + 1));
  for (const state of TEXTS.flatMap(grown)) for (const space of [undefined, "3x3"]) ask({ do: "read", space, state });
  for (const goal of GOAL_TEXTS.flatMap(grown)) for (const state of [undefined, TEXTS[0]]) ask({ do: "read", space: "3x3", goal, state });
}

/** Plays a game from one of the hardest positions, and from another. */
function play(puzzle, ask, seed) {
  const hint = (state) => ask({ do: "hint", state, count: true });
  hint(puzzle.goal);
  const { eccentricity } = ask({ do: "prepare" });
  const { states: [far] } = ask({ do: "hardest", limit: 24 });
  const { states: [drawn] } = ask({ do: "at", distance: Math.ceil(eccentricity / 2), limit: 1, seed });
  for (const state of [far, drawn]) {
    hint(state);
    hint(puzzle.moves(state)[0].cells);
    ask({ do: "solve", state });
    const moves = [];
    for (let here = state; moves.length < MOVES; ) {
      const steps = puzzle.moves(here);
      const step = steps[(seed + moves.length) % steps.length];
      moves.push(run(step));
      here = step.cells;
    }
    ask({ do: "review", state, moves: moves.join(" ") });
  }
}
