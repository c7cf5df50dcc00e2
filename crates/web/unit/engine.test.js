// Questions to a worker, one after the other.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Dropped, Engine } from "../site/engine.js";
import { fileOf } from "../site/respond.js";

/** The workers that an engine has started, and what was posted to each. */
let workers;

function open() {
  const worker = { asked: [], ended: false, postMessage: (message) => worker.asked.push(message), terminate: () => (worker.ended = true) };
  workers.push(worker);
  return worker;
}

/** Has the last worker answer the question that it was asked last. */
function answer(data) {
  const worker = workers.at(-1);
  worker.onmessage({ data: { id: worker.asked.at(-1).id, ...data } });
}

beforeEach(() => (workers = []));

test("questions are asked one at a time, in order", async () => {
  const engine = new Engine(open);
  const reports = [];
  const first = engine.ask({ do: "first" }, { report: (report) => reports.push(report) });
  const second = engine.ask({ do: "second" });
  assert.deepEqual(workers[0].asked.map(({ question }) => question.do), ["first"]);
  answer({ report: 1 });
  answer({ answer: "one", bytes: 7, model: "a.model", file: "b.wasm" });
  assert.equal((await first).answer, "one");
  assert.deepEqual([reports, engine.bytes, [...engine.files], engine.busy], [[1], 7, ["a.model", "b.wasm"], true]);
  answer({ error: "the board cannot be solved" });
  await assert.rejects(second, /^Error: the board cannot be solved$/);
  assert.deepEqual([engine.busy, workers.length], [false, 1]);
});

test("a question takes the place of the one in its slot", async () => {
  const engine = new Engine(open);
  const running = engine.ask({ do: "solve" });
  const old = engine.ask({ do: "hint", state: 1 }, { slot: "hint" });
  const late = engine.ask({ do: "hint", state: 2 }, { slot: "hint" });
  await assert.rejects(old, Dropped);
  answer({ answer: 0 });
  await running;
  answer({ answer: 2 });
  assert.equal((await late).answer, 2);
  assert.deepEqual(workers[0].asked.map(({ question }) => question.state), [undefined, 2]);
});

test("a running question that is replaced ends with its worker if it takes too long", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const engine = new Engine(open);
  const old = engine.ask({ do: "solve", state: 1 }, { slot: "solve" });
  const late = engine.ask({ do: "solve", state: 2 }, { slot: "solve" });
  await assert.rejects(old, Dropped);
  assert.deepEqual([workers.length, workers[0].ended], [1, false]);
  context.mock.timers.tick(1500);
  assert.deepEqual([workers.length, workers[0].ended], [2, true]);
  answer({ answer: 2 });
  assert.equal((await late).answer, 2);
});

test("stopping drops everything, and the next question starts another worker", async () => {
  const engine = new Engine(open);
  const asked = [engine.ask({ do: "solve" }), engine.ask({ do: "hint" })];
  engine.stop();
  for (const one of asked) await assert.rejects(one, Dropped);
  assert.ok(workers[0].ended && !engine.busy);
  const next = engine.ask({ do: "solve" });
  answer({ answer: 3 });
  assert.equal((await next).answer, 3);
  assert.equal(workers.length, 2);
});

test("a module that broke is not asked again", async () => {
  const engine = new Engine(open);
  const broken = engine.ask({ do: "solve" });
  const next = engine.ask({ do: "solve" });
  answer({ error: "unreachable", broken: true });
  await assert.rejects(broken, /^Error: unreachable$/);
  assert.deepEqual([workers.length, workers[0].ended], [2, true]);
  workers[1].onerror({ message: "" });
  await assert.rejects(next, /^Error: the worker could not start$/);
});

test("a question goes to the smallest module that answers it", () => {
  for (const [question, file] of [
    [{ do: "distance", space: "3x3" }, "tables"], [{ do: "prepare", space: "2x6", metric: "multi" }, "tables"], [{ do: "read", space: "7x7" }, "tables"], [{ do: "read" }, "tables"],
    [{ do: "solve", space: "3x3", stages: "rows" }, "boards"], [{ do: "solve", space: "3x3", seconds: 0 }, "boards"], [{ do: "solve", space: "3x4", best: true }, "boards"],
    [{ do: "hint", space: "4x4" }, "boards"], [{ do: "model", space: "10x10" }, "boards"],
    [{ do: "solve", space: "oshidori-kinds-4" }, "tilebase"], [{ do: "replay", link: "https://slidysim.github.io/replay?r=eNoB" }, "tilebase"],
  ]) assert.equal(fileOf(question), `${file}.wasm`, JSON.stringify(question));
});

test("a larger module that is there answers, too", () => {
  for (const [question, there, file] of [
    [{ do: "distance", space: "3x3" }, ["boards"], "boards"], [{ do: "distance", space: "3x3" }, ["tilebase", "tables"], "tables"],
    [{ do: "hint", space: "4x4" }, ["tables"], "boards"], [{ do: "hint", space: "4x4" }, ["tables", "tilebase"], "tilebase"],
  ]) assert.equal(fileOf(question, (name) => there.includes(name.replace(".wasm", ""))), `${file}.wasm`, JSON.stringify(question));
});
