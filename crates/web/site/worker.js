// The worker: is sent the compiled module and numbered questions, posts reports and answers.
import { TilebaseError, instantiate } from "./tilebase.js";

let id;
let take;
const ready = new Promise((resolve) => (take = resolve))
  .then((module) => instantiate(module ?? fetch("tilebase.wasm"), (report) => self.postMessage({ id, report })));

self.onmessage = async ({ data }) => {
  if ("module" in data) return take(data.module);
  try {
    const tilebase = await ready;
    id = data.id;
    const begin = performance.now();
    const answer = tilebase.ask(data.question);
    self.postMessage({ id, answer, seconds: (performance.now() - begin) / 1e3, bytes: tilebase.bytes });
  } catch (error) {
    // Anything but a wrong question leaves the module in an unknown state: it is loaded anew.
    self.postMessage({ id: data.id, error: String(error.message ?? error), broken: !(error instanceof TilebaseError) });
  }
};
