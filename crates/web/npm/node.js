// For node: the module and the small models are read from the package, the others from tilebase-models, if it is installed.
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { start } from "./library.js";

export { TilebaseError } from "./library.js";

const file = (name) => new URL(`./${name}`, import.meta.url);

/** Where a model lies, or `null`. */
function found(name) {
  const own = file(`${name}.model`);
  if (existsSync(own)) return own;
  try {
    return createRequire(import.meta.url).resolve(`tilebase-models/${name}.model`);
  } catch {
    return null;
  }
}

export function load(options = {}) {
  const read = (name, address) => {
    const path = address ? new URL(address) : found(name);
    return path && readFileSync(path);
  };
  return start(options.source ?? readFile(file("tilebase.wasm")), options, read, { onDemand: true });
}
