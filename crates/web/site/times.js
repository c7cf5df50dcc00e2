// The times of games that were solved without help, in this browser only.
import { keep } from "./texts.js";

/** The times that are kept of each puzzle. */
const KEPT = 1000;

/** The times in milliseconds of a puzzle, by its address, the first first. */
export function timesOf(address) {
  return JSON.parse(keep("times") ?? "{}")[address] ?? [];
}

export function addTime(address, time) {
  const all = JSON.parse(keep("times") ?? "{}");
  keep("times", JSON.stringify({ ...all, [address]: [...timesOf(address), time].slice(-KEPT) }));
}

export function forgetTimes(address) {
  const { [address]: _, ...others } = JSON.parse(keep("times") ?? "{}");
  keep("times", JSON.stringify(others));
}

/** The mean of the last `count` times without the best and the worst of them, as in competitions; `null` if there are fewer. */
export function average(times, count) {
  if (times.length < count) return null;
  const counted = times.slice(-count).sort((a, b) => a - b).slice(1, -1);
  return counted.reduce((sum, time) => sum + time, 0) / counted.length;
}
