// Answers to numbered questions, in a worker or on the page.
import { TilebaseError, instantiate } from "./tilebase.js";

/** Returns a function that receives `{ id, question }` and posts reports and the answer. `source` is the module, as for `instantiate`. */
export function respond(source, post) {
  let id;
  const ready = instantiate(source, (report) => post({ id, report }));
  return async (asked) => {
    try {
      const tilebase = await ready;
      id = asked.id;
      const begin = performance.now();
      const answer = tilebase.ask(asked.question);
      post({ id, answer, seconds: (performance.now() - begin) / 1e3, bytes: tilebase.bytes });
    } catch (error) {
      // After any error except an invalid question, the module is in an unknown state, so it is loaded again.
      post({ id: asked.id, error: String(error.message ?? error), broken: !(error instanceof TilebaseError) });
    }
  };
}
