// For node: the module and the models are read from the package.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { start } from "./library.js";

export { TilebaseError } from "./library.js";

const file = (name) => new URL(`./${name}`, import.meta.url);

export function load(options = {}) {
  const read = (model) => readFileSync(file(`${model}.model`));
  return start(options.source ?? readFile(file("tilebase.wasm")), options, read, { onDemand: true });
}
