// For browsers and bundlers: a module worker.
import { connected } from "./connected.js";

export { TilebaseError } from "./library.js";

export function connect(options) {
  return connected((receive) => {
    const worker = new Worker(new URL("./serve.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => receive({ failed: event.message || "its script could not be loaded" });
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  }, options);
}
