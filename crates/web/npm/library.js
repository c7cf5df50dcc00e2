// The questions, as methods.
import { TilebaseError, instantiate } from "./tilebase.js";

export { TilebaseError };

/** Seeds are drawn below this. */
const SEEDS = 2 ** 31;

/** The options that every method has. */
const SUBJECT = ["goal", "metric", "block", "holes", "unlike", "turn", "seconds"];

/** The options of methods that search for solutions. */
const BEST = ["best", "width"];

/** The options that a method has as well. */
const OWN = { distance: BEST, solve: ["count", "stages", "endings", ...BEST], hints: ["count", ...BEST], review: ["better", "stages", "notation", ...BEST], shorten: ["notation", ...BEST], start: ["notation"], link: ["notation"], hardest: ["limit"], at: ["limit", "seed"], random: ["n", "distance", "walk", "stage", "seed"] };

/** The methods that answer questions. */
export const METHODS = ["ask", "read", "prepare", "distance", "distances", "solve", "hints", "review", "shorten", "moves", "start", "link", "replay", "check", "depths", "chance", "hardest", "at", "random"];

/** Boards of more cells are always answered with the best solution known. */
const PROVEN = 25;

/** The cells of a board by its name; `NaN` if it is not one of a board. */
const cellsOf = (space) => {
  const [, rows, cols] = /^(\d+)x(\d+)$/i.exec(space) ?? [];
  return rows ? rows * cols : Number(/^(\d+)-puzzle$/.exec(space)?.[1]) + 1;
};

/** The models in the order of their names' boards. The first two are in this package, the others in tilebase-models. */
const MODELS = ["4x4", "5x5", "3x10", "2x15", "6x6", "7x7"];

/**
 * Starts a module; see `load` in index.d.ts. `read` returns the bytes of a model, or the promise of them, or `null` if it is not
 * there. It has its name, and its address if there is one. `onDemand`: it does so at once, when a board first needs one.
 */
export async function start(source, { onReport, models = [] } = {}, read, { onDemand = false } = {}) {
  const module = await instantiate(source, onReport).catch((error) => {
    throw new TilebaseError(`the module cannot be loaded (${error.message}): pass its bytes, or a response with them, as \`source\``, { cause: error });
  });
  const files = new Map();
  const addresses = models?.[Symbol.iterator] ? {} : { ...models };
  for (const model of models?.[Symbol.iterator] ? models : []) {
    if (typeof model !== "string") files.set(module.give(await model).model, await model);
    else if (MODELS.includes(model)) files.set(model, await read(model));
    else throw new TilebaseError(`there is no model \`${model}\`: there are ${MODELS.join(", ")}`);
    if (files.get(model) === null) throw new TilebaseError(`the model \`${model}\` is in the package tilebase-models: install it, and pass its default export as \`models\``);
  }
  /** Gives the module the model that the solutions of a puzzle need. */
  const provide = (space) => {
    const { model } = module.ask({ do: "model", space });
    const file = model && (files.get(model) ?? (onDemand ? read(model, addresses[model]) : null));
    if (file) module.give(file);
  };
  /** Fetches the model that the answer to a call needs, if the answer is the best solution known. */
  const fetchModel = async (method, space, ...given) => {
    const searched = given.some((options) => options?.best || options?.width || options?.seconds !== undefined);
    if (!OWN[method]?.includes("best") || !(searched || cellsOf(space) > PROVEN)) return;
    const { model } = module.ask({ do: "model", space });
    if (model && !files.has(model)) files.set(model, await read(model, addresses[model]));
  };
  const ask = (method, space, rest, options) => {
    options ??= {};
    if (typeof options !== "object") throw new TilebaseError(`the options of ${method} are an object, not ${typeof options}`);
    check(method, options);
    if (OWN[method]?.includes("best")) provide(space);
    const question = { ...options, do: method === "hints" ? "hint" : method, space, ...rest };
    if (options.goal !== undefined) question.goal = goal(options.goal);
    return module.ask(question);
  };
  return {
    fetchModel,
    ask: (question) => module.ask(question),
    get bytes() {
      return module.bytes;
    },
    read: (text, { space, goal: wanted } = {}) => module.ask({ do: "read", state: text, space, goal: goal(wanted) }),
    prepare: (space, options) => ask("prepare", space, {}, options),
    distance: (space, state, options) => ask("distance", space, { state: plain(state) }, options),
    distances: (space, states, options) => ask("distances", space, { states: states?.[Symbol.iterator] ? Array.from(states, plain) : states }, options).distances,
    solve: (space, state, options) => ask("solve", space, { state: plain(state) }, options),
    hints: (space, state, options) => ask("hints", space, { state: plain(state), soon: true }, options),
    review: (space, state, moves, options) => ask("review", space, { state: plain(state), moves: listed(moves) }, options),
    shorten: (space, state, moves, options) => ask("shorten", space, { state: plain(state), moves: listed(moves) }, options),
    moves: (tool, moves, { notation } = {}) => module.ask({ do: "moves", tool, moves: listed(moves), notation }),
    start: (space, moves, options) => ask("start", space, { moves: listed(moves) }, options),
    link: (space, state, moves, options) => ask("link", space, { state: plain(state), moves: listed(moves) }, options).link,
    replay: (link) => module.ask({ do: "replay", link }),
    check: (space, state, options) => ask("check", space, { state: plain(state) }, options),
    depths: (space, options) => ask("depths", space, {}, options),
    chance: (space, n, below, options) => ask("chance", space, { n: finite("n", n), below: finite("below", below) }, options),
    hardest: (space, options) => ask("hardest", space, {}, options),
    at: (space, distance, options) => ask("at", space, { distance: finite("distance", distance) }, options),
    random(space, options) {
      const seed = options?.seed ?? Math.floor(Math.random() * SEEDS);
      const { states } = ask("random", space, { seed }, options);
      return options?.n == null ? states[0] : states;
    },
  };
}

/** Refuses options that a method does not have, which would otherwise be ignored. */
function check(method, options) {
  const known = [...SUBJECT, ...(OWN[method] ?? [])];
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name)) throw new TilebaseError(`${method} has no option \`${name}\`: it has ${known.join(", ")}`);
    finite(name, value);
  }
}

/** Refuses numbers that JSON does not have. */
function finite(name, value) {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
    throw new TilebaseError(`${name} must be a finite number, not ${value}`);
  }
  return value;
}

/** Cells may be an array of rows, or of any type; the module takes plain ones. */
function plain(state) {
  if (Array.isArray(state)) return state.flat();
  return ArrayBuffer.isView(state) ? Array.from(state, Number) : state;
}

/** Moves may be an array of tiles or words; the module takes text. */
function listed(moves) {
  return Array.isArray(moves) || ArrayBuffer.isView(moves) ? Array.from(moves).join(" ") : moves;
}

/** A goal may be an array of cells; the module takes text. */
function goal(goal) {
  const cells = plain(goal);
  return Array.isArray(cells) ? cells.join(" ") : cells;
}
