// Answers to numbered questions, by the modules that they need.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { respond } from "../site/respond.js";
import { module } from "./module.js";

/** The modules of the page by their files, and the files that were fetched. */
let modules, fetched;

beforeEach(() => {
  [modules, fetched] = [{}, []];
  globalThis.fetch = async (file) => {
    fetched.push(file);
    return new Response(modules[file], { headers: { "content-type": "application/wasm" }, status: modules[file] ? 200 : 404 });
  };
});

/** Asks one question after the other, and returns what is posted without times. */
async function posted(...questions) {
  const all = [];
  const receive = respond(Promise.resolve({}), ({ seconds, bytes, ...data }) => all.push(data));
  for (const [id, question] of questions.entries()) await receive({ id, question });
  return all;
}

const DISTANCE = { do: "distance", space: "3x3" };

test("a question that the first module does not answer is one for the second, and so are all others", async () => {
  modules = { "tables.wasm": module(), "boards.wasm": module({ a: 1 }) };
  const answer = { answer: { a: 1 }, model: null, file: "boards.wasm" };
  assert.deepEqual(await posted(DISTANCE, DISTANCE), [{ id: 0, ...answer }, { id: 1, ...answer }]);
  assert.deepEqual(fetched, ["tables.wasm", "boards.wasm"]);
});

test("what the first module answers, be it an error, is the answer", async () => {
  modules = { "tables.wasm": module({ error: "no" }) };
  assert.deepEqual(await posted(DISTANCE), [{ id: 0, error: "no", ambiguous: false, broken: false }]);
  assert.deepEqual(fetched, ["tables.wasm"]);
});

test("a larger module that fails is loaded again", async () => {
  modules = { "boards.wasm": module() };
  const [{ error, broken }] = await posted({ do: "hint", space: "4x4" });
  assert.match(error, /^the module failed and was started anew: /);
  assert.ok(broken);
});

test("what could not be fetched is fetched again", async () => {
  const [{ error, broken }] = await posted(DISTANCE);
  assert.ok(/: 404$/.test(error) && broken, error);
});
