// The host of the module: the few functions of WASI that it imports, and one call from question to answer.

/** An answer that is an error: the question was invalid, or something was missing. */
export class TilebaseError extends Error {
  name = "TilebaseError";
  /** Whether the text that was to be read can be read in two ways. */
  ambiguous = false;
}

/**
 * Starts the module. `source` is its bytes, a compiled module, an address, or a response (or the promise of one) that brings them.
 * `report` is called with the objects that long work reports. Each instance has tables of its own.
 */
export async function instantiate(source, report = () => {}) {
  let memory, room, ask, give, answer;
  let last = "";
  const view = () => new DataView(memory.buffer);
  const wasi = system(() => memory, view, { 1: (line) => report(JSON.parse(line)), 2: (line) => console.error((last = line)) });
  // There are no files, and nothing else either (errno 8, EBADF).
  const imports = { wasi_snapshot_preview1: new Proxy(wasi, { get: (all, name) => all[name] ?? (() => 8) }) };
  const module = await compiled(await source);
  const take = ({ exports }) => ({ memory, room, ask, give, answer } = exports);
  take(await WebAssembly.instantiate(module, imports));
  /** Hands bytes over, and returns the answer. */
  const exchange = (bytes, work) => {
    let found;
    try {
      // Making room may move the memory.
      const at = room(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = work();
      found = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
    } catch (error) {
      // The module is in an unknown state: the next question gets a new one, without tables.
      take(new WebAssembly.Instance(module, imports));
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new Error(`the module failed and was started anew: ${last || error.message}`, { cause: error });
    }
    if (found.error) throw Object.assign(new TilebaseError(found.error), { ambiguous: Boolean(found.ambiguous) });
    return found;
  };
  return {
    /** Bytes of memory that the module has taken. */
    get bytes() {
      return memory.buffer.byteLength;
    },
    /** Answers a question; see the documentation of the package tilebase-web for its keys. */
    ask: (question) => exchange(new TextEncoder().encode(written(question)), ask),
    /** Gives it a model, as the bytes of its file. */
    give: (file) => exchange(new Uint8Array(file), give),
  };
}

function written(question) {
  try {
    return JSON.stringify(question) ?? "null";
  } catch (error) {
    throw new TilebaseError(`the question cannot be written as JSON: ${error.message}`, { cause: error });
  }
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) source = await fetch(source);
  if (typeof Response === "function" && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url}: ${source.status}`);
    // Streaming fails if the server does not know the type of .wasm files.
    const typed = source.headers.get("content-type")?.startsWith("application/wasm");
    if (typed) return WebAssembly.compileStreaming(source);
    source = await source.arrayBuffer();
  }
  return WebAssembly.compile(source);
}

function system(memory, view, readers) {
  const pending = {};
  return {
    clock_time_get(_clock, _precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(file, pieces, count, out) {
      let written = 0;
      for (let piece = 0; piece < count; piece++) {
        const at = view().getUint32(pieces + 8 * piece, true);
        const length = view().getUint32(pieces + 8 * piece + 4, true);
        pending[file] = (pending[file] ?? "") + new TextDecoder().decode(new Uint8Array(memory().buffer, at, length));
        written += length;
      }
      const lines = pending[file]?.split("\n") ?? [""];
      pending[file] = lines.pop();
      for (const line of lines) readers[file]?.(line);
      view().setUint32(out, written, true);
      return 0;
    },
    random_get(at, length) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, length));
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    proc_exit(code) {
      throw new Error(`the module ended with code ${code}`);
    },
  };
}
