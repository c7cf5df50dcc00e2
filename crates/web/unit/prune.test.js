// The module without the functions that visits do not call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calls, pruned, watched } from "../prune.js";
import { module } from "./module.js";

const started = (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes));

test("a watched module answers, and knows what was called", () => {
  const instance = started(watched(module({ a: 1 })));
  assert.deepEqual(calls(instance), [false, false, false, false]);
  assert.deepEqual([instance.exports.room(1), instance.exports.ask()], [60, 7]);
  assert.deepEqual(calls(instance), [true, true, false, false]);
});

test("a pruned module has the functions that are kept, and traps at others", () => {
  const whole = module({ a: 1 });
  const { exports } = started(pruned(whole, [true, true, false, false]));
  assert.deepEqual([exports.room(1), exports.ask()], [60, 7]);
  for (const name of ["give", "answer"]) assert.throws(() => exports[name](), WebAssembly.RuntimeError);
  assert.deepEqual(pruned(whole, [true, true, true, true]), Buffer.from(whole));
});
