// Answers to numbered questions, in a worker or on the page.
import { TilebaseError, instantiate } from "./tilebase.js";

/** Returns what receives `{ id, question }`. It posts reports and the answer. `source` is the module, as for `instantiate`. */
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
      // Anything but a wrong question leaves the module in an unknown state: it is loaded anew.
      post({ id: asked.id, error: String(error.message ?? error), broken: !(error instanceof TilebaseError) });
    }
  };
}
