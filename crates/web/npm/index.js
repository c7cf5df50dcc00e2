// For browsers and bundlers: the module lies beside this file.
import { start } from "./library.js";

export { TilebaseError } from "./library.js";

export function load(options = {}) {
  return start(options.source ?? fetch(new URL("./tilebase.wasm", import.meta.url)), options);
}
