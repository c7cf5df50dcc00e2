// A small module with the exports of the real one.

const text = (string) => [string.length, ...Buffer.from(string)];
const section = (number, ...entries) => [number, entries.flat().length + 1, entries.length, ...entries.flat()];
const body = (...code) => [code.length + 2, 0, ...code, 0x0b];
const i32 = 0x7f;

/** Returns its bytes. It answers each question with an object, or traps if there is none. */
export function module(answer) {
  const written = JSON.stringify(answer ?? null);
  const functions = ["room", "ask", "give", "answer"];
  const constant = (number) => body(0x41, number);
  return Uint8Array.from([
    ...Buffer.from("\0asm"), 1, 0, 0, 0,
    // Types: from a number to a number, and from nothing to a number. The functions, a memory, and a variable.
    ...section(1, [0x60, 1, i32, 1, i32], [0x60, 0, 1, i32]),
    ...section(3, [0], [1], [1], [1]),
    ...section(5, [0, 1]),
    ...section(6, [i32, 1, 0x41, 0, 0x0b]),
    ...section(7, [...text("memory"), 2, 0], ...functions.map((name, at) => [...text(name), 0, at])),
    // The question is written behind the answer.
    ...section(10, constant(60), answer ? constant(written.length) : body(0), constant(0), constant(0)),
    ...section(11, [0, 0x41, 0, 0x0b, ...text(written)]),
  ]);
}
