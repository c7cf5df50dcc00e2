// The questions, as methods.
import { TilebaseError, instantiate } from "./tilebase.js";

export { TilebaseError };

/** Seeds are drawn below this. */
const SEEDS = 2 ** 31;

/** Starts a module; see `load` in index.d.ts. */
export async function start(source, { onReport } = {}) {
  const module = await instantiate(source, onReport);
  const ask = (task, space, rest, { goal, metric, seconds } = {}) =>
    module.ask({ do: task, space, goal: text(goal), metric, seconds, ...rest });
  return {
    ask: (question) => module.ask(question),
    get bytes() {
      return module.bytes;
    },
    prepare: (space, options) => ask("prepare", space, {}, options),
    distance: (space, state, options) => ask("distance", space, { state }, options),
    solve: (space, state, options) => ask("solve", space, { state, count: options?.count ?? false }, options),
    hints: (space, state, options) => ask("hint", space, { state, count: options?.count ?? false }, options),
    review: (space, state, moves, options) => ask("review", space, { state, moves }, options),
    check: (space, state, options) => ask("check", space, { state }, options),
    depths: (space, options) => ask("depths", space, {}, options),
    hardest: (space, options) => ask("hardest", space, { limit: options?.limit }, options),
    at: (space, distance, options) => ask("at", space, { distance, limit: options?.limit, seed: options?.seed }, options),
    random(space, options = {}) {
      const seed = options.seed ?? Math.floor(Math.random() * SEEDS);
      const { states } = ask("random", space, { n: options.n ?? 1, distance: options.distance, seed }, options);
      return options.n === undefined ? states[0] : states;
    },
  };
}

/** A goal may be an array of cells; the module takes text. */
function text(goal) {
  return Array.isArray(goal) ? goal.join(" ") : goal;
}
