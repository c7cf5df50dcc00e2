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

/**
 * Returns a function that receives `{ id, question }` and posts reports and the answer. `boards` returns the module for boards, as for
 * `instantiate`; the whole module is fetched for the first question about a row or a replay.
 */
export function respond(boards, post) {
  let id;
  const modules = {};
  const opened = ({ do: task, space }) => {
    const rows = task === "replay" || (space?.startsWith("oshidori") ?? false);
    modules[rows] ??= instantiate(rows ? fetch("tilebase.wasm") : boards(), (report) => post({ id, report }));
    // What could not be fetched is fetched again for the next question.
    modules[rows].catch(() => delete modules[rows]);
    return modules[rows];
  };
  return async (asked) => {
    try {
      const tilebase = await opened(asked.question);
      const { best, seconds, width } = asked.question;
      const model = best || seconds || width ? await provide(tilebase, asked.question.space) : null;
      id = asked.id;
      const begin = performance.now();
      const answer = tilebase.ask(asked.question);
      post({ id, answer, seconds: (performance.now() - begin) / 1e3, bytes: tilebase.bytes, model });
    } catch (error) {
      // After any error except an invalid question, the module is in an unknown state, so it is loaded again.
      post({ id: asked.id, error: String(error.message ?? error), broken: !(error instanceof TilebaseError) });
    }
  };
}
