// Answers to numbered questions, in a worker or on the page.
import { TilebaseError, instantiate } from "./tilebase.js";

/** Fetches the model that solutions of a puzzle need, and returns its file. Without one they are longer. */
async function provide(tilebase, space) {
  const { model } = tilebase.ask({ do: "model", space });
  if (!model) return null;
  const file = await fetch(`${model}.model`).catch(() => null);
  if (!file?.ok) return null;
  tilebase.give(await file.arrayBuffer());
  return `${model}.model`;
}

/** The most cells of a board whose questions a table answers, if no search is asked for. */
const TABLED = 12;

/**
 * The modules; each contains those before it. The first has only those functions that visits to boards with a table usually call: it
 * fails where another is called.
 */
const MODULES = ["tables.wasm", "boards.wasm", "tilebase.wasm"];

/** The file of a module that answers a question: of those that are there, if one does, or else the smallest. `failed`: not the first. */
export function fileOf(question, isThere = () => false, failed = false) {
  const able = MODULES.slice(Math.max(MODULES.indexOf(smallest(question)), Number(failed)));
  return able.find(isThere) ?? able[0];
}

function smallest({ do: task, space = "", stages, best, width, seconds }) {
  if (task === "read") return "tables.wasm";
  if (task === "replay" || space.startsWith("oshidori")) return "tilebase.wasm";
  const [rows, cols] = space.split("x");
  return rows * cols <= TABLED && !stages && !best && !width && seconds === undefined ? "tables.wasm" : "boards.wasm";
}

/**
 * Returns a function that receives `{ id, question }` and posts reports and the answer. Modules are fetched when a question needs them,
 * except for the one that is `early`, the promise of its `file` and its compiled `module`.
 */
export function respond(early, post) {
  let id;
  let failed = false;
  const modules = {};
  const opened = async (question) => {
    const there = await early;
    const compiled = (name) => name === there.file && there.module;
    const file = fileOf(question, (name) => name in modules || compiled(name), failed);
    modules[file] ??= instantiate(compiled(file) || fetch(file), (report) => post({ id, report }));
    // What could not be fetched is fetched again for the next question.
    modules[file].catch(() => delete modules[file]);
    return { tilebase: await modules[file], file };
  };
  const answered = async (asked) => {
    const { question } = asked;
    const { tilebase, file } = await opened(question);
    const { best, seconds, width } = question;
    const model = best || seconds || width ? await provide(tilebase, question.space) : null;
    id = asked.id;
    const begin = performance.now();
    try {
      const answer = tilebase.ask(question);
      return { answer, seconds: (performance.now() - begin) / 1e3, bytes: tilebase.bytes, model, file };
    } catch (error) {
      if (error instanceof TilebaseError || file !== MODULES[0]) throw error;
      failed = true;
      delete modules[file];
      return answered(asked);
    }
  };
  return async (asked) => {
    try {
      post({ id: asked.id, ...(await answered(asked)) });
    } catch (error) {
      // After any error except an invalid question, the module is in an unknown state, so it is loaded again.
      post({ id: asked.id, error: String(error.message ?? error), ambiguous: error.ambiguous, broken: !(error instanceof TilebaseError) });
    }
  };
}
