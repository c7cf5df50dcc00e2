// For node: a worker thread, which does not keep the program alive while nothing is asked.
import { Worker } from "node:worker_threads";
import { connected } from "./connected.js";

export { TilebaseError } from "./library.js";

export function connect(options) {
  return connected((receive) => {
    const worker = new Worker(new URL("./serve-node.js", import.meta.url));
    worker.unref();
    worker.on("message", (message) => {
      if (!message.report) worker.unref();
      receive(message);
    });
    worker.on("error", (error) => receive({ failed: error.message }));
    const post = (message) => {
      if (message.id) worker.ref();
      worker.postMessage(message);
    };
    return { post, end: () => worker.terminate() };
  }, options);
}
