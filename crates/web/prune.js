// Makes a module smaller: of the functions, it keeps those that a visit to the page calls. Any other ends in a trap, after which the page
// asks a larger module: `node prune.js MODULE SMALLER`.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { instantiate } from "./site/tilebase.js";
import { visit } from "./visit.js";

/** The sections of a module that are read here. */
const [IMPORTS, GLOBALS, EXPORTS, CODE] = [2, 6, 7, 10];
/** What marks a section's entry as a function, and as a global. */
const [FUNCTION, GLOBAL] = [0, 3];
/** The body of a function that is left out: no local variables, `unreachable`, `end`. */
const TRAP = [0x00, 0x00, 0x0b];
/** The length of the magic number and the version. */
const HEAD = 8;

/** Writes a whole number as LEB128. */
function leb(number) {
  const bytes = [];
  for (; number > 0x7f; number >>>= 7) bytes.push((number & 0x7f) | 0x80);
  return [...bytes, number];
}

/** Reads numbers and pieces of bytes, one after another. */
class Reader {
  at = 0;

  constructor(bytes) {
    this.bytes = bytes;
  }

  get more() {
    return this.at < this.bytes.length;
  }

  number() {
    let [number, shift, byte] = [0, 0, 0];
    do {
      byte = this.bytes[this.at++];
      number += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return number;
  }

  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }
}

/** Returns a module whose sections are those that `change` returns for the number and the bytes of each. */
function changed(module, change) {
  const reader = new Reader(module);
  const parts = [reader.take(HEAD)];
  while (reader.more) {
    const [section] = reader.take(1);
    const body = change(section, new Reader(reader.take(reader.number())));
    parts.push([section, ...leb(body.length)], body);
  }
  return Buffer.concat(parts.map((part) => Uint8Array.from(part)));
}

/** Returns the bodies of the functions in the section of code. */
function bodies(reader) {
  return Array.from({ length: reader.number() }, () => reader.take(reader.number()));
}

/** Returns a section of code with these bodies. */
function code(bodies) {
  return Buffer.concat([leb(bodies.length), ...bodies.flatMap((body) => [leb(body.length), body])].map((part) => Uint8Array.from(part)));
}

/** Returns a section with more entries at its end. */
function longer(reader, entries) {
  const count = reader.number() + entries.length;
  return Buffer.concat([leb(count), reader.take(reader.bytes.length), ...entries].map((part) => Uint8Array.from(part)));
}

/** The name of the export that tells whether a function has been called. */
const called = (at) => `called ${at}`;

/** Returns a module in which each function sets a global variable of its own, which is exported. */
export function watched(module) {
  let functions, globals;
  changed(module, (section, reader) => {
    if (section === CODE) functions = bodies(reader).length;
    if (section === GLOBALS) globals = reader.number();
    return [];
  });
  const each = (entry) => Array.from({ length: functions }, (_, at) => entry(at));
  return changed(module, (section, reader) => {
    if (section === IMPORTS) assertFunctions(reader);
    // A variable of 32 bits that is 0.
    if (section === GLOBALS) return longer(reader, each(() => [0x7f, 0x01, 0x41, 0x00, 0x0b]));
    if (section === EXPORTS) return longer(reader, each((at) => [...leb(called(at).length), ...Buffer.from(called(at)), GLOBAL, ...leb(globals + at)]));
    if (section === CODE) return code(bodies(reader).map((body, at) => noting(body, globals + at)));
    return reader.bytes;
  });
}

/** Fails if a module imports variables, which would be numbered before its own. */
function assertFunctions(reader) {
  for (let left = reader.number(); left > 0; left--) {
    for (const _ of ["module", "name"]) reader.take(reader.number());
    assert.equal(reader.take(1)[0], FUNCTION, "only functions can be imported");
    reader.number();
  }
}

/** Returns the body of a function that first sets a variable to 1. */
function noting(body, variable) {
  const reader = new Reader(body);
  for (let left = reader.number(); left > 0; left--) {
    reader.number();
    reader.take(1);
  }
  return Buffer.concat([body.subarray(0, reader.at), Uint8Array.from([0x41, 0x01, 0x24, ...leb(variable)]), body.subarray(reader.at)]);
}

/** Returns whether each function of a watched module has been called. */
export function calls({ exports }) {
  const found = [];
  while (called(found.length) in exports) found.push(exports[called(found.length)].value === 1);
  return found;
}

/** Returns a module without the functions that are not `kept`. */
export function pruned(module, kept) {
  return changed(module, (section, reader) => (section === CODE ? code(bodies(reader).map((body, at) => (kept[at] ? body : TRAP))) : reader.bytes));
}

/** Starts a module, has a visit ask it, and returns what `read` says of the instance afterwards. */
async function visited(module, seed, read = () => null) {
  const { instantiate: start } = WebAssembly;
  let instance;
  WebAssembly.instantiate = async (...words) => (instance = await start(...words));
  const tilebase = await instantiate(new WebAssembly.Module(module));
  WebAssembly.instantiate = start;
  const answers = visit(tilebase, seed);
  return { answers, read: read(instance) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , from, to] = process.argv;
  const whole = readFileSync(from);
  const { read: kept } = await visited(watched(whole), 1, calls);
  const small = pruned(whole, kept);
  // Other positions call the same functions.
  const [{ answers }, { answers: expected }] = [await visited(small, 2), await visited(whole, 2)];
  assert.deepEqual(answers, expected);
  writeFileSync(to, small);
  console.error(`${to}: ${kept.filter(Boolean).length} of ${kept.length} functions are kept, ${small.length} of ${whole.length} bytes`);
}
