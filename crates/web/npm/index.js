// For browsers and bundlers: the module and the models lie beside this file.
import { start } from "./library.js";

export { TilebaseError } from "./library.js";

/** Bundlers copy files that are named like this. */
const MODELS = {
  "4x4": () => new URL("./4x4.model", import.meta.url),
  "5x5": () => new URL("./5x5.model", import.meta.url),
  "3x10": () => new URL("./3x10.model", import.meta.url),
  "2x15": () => new URL("./2x15.model", import.meta.url),
  "6x6": () => new URL("./6x6.model", import.meta.url),
  "7x7": () => new URL("./7x7.model", import.meta.url),
};

async function read(name) {
  const response = await fetch(MODELS[name]());
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}

export function load(options = {}) {
  return start(options.source ?? fetch(new URL("./tilebase.wasm", import.meta.url)), options, read);
}
