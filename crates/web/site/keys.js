// The keys of the game: those that everyone has, or the visitor's own.
import { keep } from "./texts.js";

/** Letters by what they do: slide a tile (U, D, L, R), or a button. */
export const USUAL = { U: "w", L: "a", D: "s", R: "d", fresh: "n", undo: "u", best: "b", solve: "p" };

/** The keys that the visitor has chosen, beside the usual ones for the rest. */
export const chosenKeys = () => ({ ...USUAL, ...JSON.parse(keep("keys") ?? "{}") });

/** Gives a key to an action. Another action that has it takes the key that becomes free. */
export function chooseKey(action, key) {
  const keys = chosenKeys();
  const other = Object.keys(keys).find((other) => keys[other] === key);
  if (other) keys[other] = keys[action];
  keys[action] = key;
  keep("keys", JSON.stringify(keys));
}

export const usualKeys = () => keep("keys", "{}");

/** What a key does: the letter of a direction or the name of a button; `undefined` if it does nothing. */
export function actionOf(key) {
  const keys = chosenKeys();
  return Object.keys(keys).find((action) => keys[action] === key.toLowerCase());
}
