// Times and keys, which the browser keeps.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./document.js";
import { USUAL, actionOf, chooseKey, chosenKeys, usualKeys } from "../site/keys.js";
import { t } from "../site/texts.js";
import { addTime, average, forgetTimes, timesOf } from "../site/times.js";
import { exactTime } from "../site/words.js";

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
});

test("averages leave the best and the worst of the last times out", () => {
  assert.equal(average([5, 1, 2, 3], 5), null);
  assert.equal(average([99, 5, 1, 2, 3, 4], 5), 3);
  assert.equal(average([0, 10, 10, 10, 1000], 5), 10);
  assert.equal(average(Array.from({ length: 12 }, (_, at) => at), 12), 5.5);
});

test("times are kept for each puzzle, and forgotten", () => {
  for (const time of [3000, 1000]) addTime("#3x3", time);
  addTime("#4x4", 60_000);
  assert.deepEqual([timesOf("#3x3"), timesOf("#4x4"), timesOf("#5x5")], [[3000, 1000], [60_000], []]);
  forgetTimes("#3x3");
  assert.deepEqual([timesOf("#3x3"), timesOf("#4x4")], [[], [60_000]]);
  assert.deepEqual([9870, 62_340, 600_000, 59_996].map(exactTime), ["9.87", "1:02.34", "10:00.00", "1:00.00"]);
  assert.equal(t.times(1, 3000, 3000, null, null), "1 solved without help: last 3.00, best 3.00.");
  assert.equal(t.times(12, 3000, 1000, 2000, 2500), "12 solved without help: last 3.00, best 1.00, average of 5 2.00, of 12 2.50.");
});

test("keys can be chosen, each for one thing", () => {
  assert.deepEqual(["W", "a", "n", "x"].map(actionOf), ["U", "L", "fresh", undefined]);
  chooseKey("U", "i");
  assert.deepEqual(["i", "w"].map(actionOf), ["U", undefined]);
  // The key of another action: that one gets the key that is free now.
  chooseKey("L", "n");
  assert.deepEqual([chosenKeys().L, chosenKeys().fresh], ["n", "a"]);
  assert.equal(new Set(Object.values(chosenKeys())).size, Object.keys(USUAL).length);
  usualKeys();
  assert.deepEqual(chosenKeys(), USUAL);
});
