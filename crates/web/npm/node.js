// For node: the module is read from the package.
import { readFile } from "node:fs/promises";
import { start } from "./library.js";

export { TilebaseError } from "./library.js";

export function load(options = {}) {
  return start(options.source ?? readFile(new URL("./tilebase.wasm", import.meta.url)), options);
}
