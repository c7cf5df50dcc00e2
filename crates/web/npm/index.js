// For browsers and bundlers: the module and the small models lie beside this file.
import { start } from "./library.js";

export { TilebaseError } from "./library.js";

/** Bundlers copy files that are named like this. */
const MODELS = {
  "4x4": () => new URL("./4x4.model", import.meta.url),
  "5x5": () => new URL("./5x5.model", import.meta.url),
};

async function read(name, address = MODELS[name]?.()) {
  if (!address) return null;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}

export function load(options = {}) {
  return start(options.source ?? fetch(new URL("./tilebase.wasm", import.meta.url)), options, read);
}
