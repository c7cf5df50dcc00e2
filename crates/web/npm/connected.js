// The client of a worker that answers: the methods of `load`, as promises.
import { METHODS, TilebaseError } from "./library.js";

/**
 * Starts a worker, and answers through it; see `connect` in worker.d.ts. `open` starts one that calls a function with each message,
 * or with `{ failed }` if it ends, and returns `{ post, end }`.
 */
export async function connected(open, { onReport, ...options } = {}) {
  const { source, models } = options;
  options.source = await sendable(source);
  options.models = models?.[Symbol.iterator] ? await Promise.all(models) : { ...models };
  const waiting = [];
  let [worker, running, last, closed] = [null, null, 0, null];

  const next = () => {
    if (running || !waiting.length) return;
    running = waiting.shift();
    worker ??= start();
    try {
      worker.post({ id: running.id, method: running.method, given: running.given });
    } catch (error) {
      // Something that cannot be posted, such as a function.
      settle(({ reject }) => reject(new TilebaseError(error.message, { cause: error })));
    }
  };
  const settle = (work) => {
    const asked = running;
    running = null;
    asked?.done();
    if (asked) work(asked);
    next();
  };
  const start = () => {
    const started = open((message) => {
      if (started !== worker) return;
      if (message.failed) {
        worker = null;
        settle(({ reject }) => reject(new Error(`the worker failed: ${message.failed}`)));
      } else if (message.id === running?.id) {
        const { report, error, answer } = message;
        if (report) (running.onReport ?? onReport)?.(report);
        else settle(({ resolve, reject }) => (error ? reject(thrown(error)) : resolve(answer)));
      }
    });
    started.post({ options });
    return started;
  };
  /** A module that computes receives no message, so its worker is ended, and the next question starts another. */
  const restart = () => {
    worker?.end();
    worker = null;
  };

  const ask = (method, given, { signal, onReport } = {}) => new Promise((resolve, reject) => {
    if (closed) throw closed;
    signal?.throwIfAborted();
    const asked = { id: ++last, method, given, onReport, resolve, reject, done: () => signal?.removeEventListener("abort", abort) };
    const abort = () => {
      if (asked === running) {
        restart();
        settle(() => {});
      } else waiting.splice(waiting.indexOf(asked), 1);
      reject(signal.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    waiting.push(asked);
    next();
  });
  const methods = (call) => Object.fromEntries(METHODS.map((method) => [method, (...given) => ask(method, given, call)]));
  const connection = {
    ...methods(),
    with: methods,
    close() {
      closed = new Error("the connection is closed");
      restart();
      for (const { reject, done } of [running, ...waiting.splice(0)].filter(Boolean)) {
        done();
        reject(closed);
      }
      running = null;
    },
  };
  // What is wrong with the module is said at once.
  await ask("ready", []).catch((error) => {
    connection.close();
    throw error;
  });
  return connection;
}

/** A module that can be posted: a response cannot. */
async function sendable(source) {
  const given = await source;
  return typeof Response === "function" && given instanceof Response ? given.arrayBuffer() : given instanceof URL ? given.href : given;
}

/** An error of the worker, as one of this side. */
function thrown({ name, message, ambiguous }) {
  const known = { TilebaseError, RangeError, TypeError }[name] ?? Error;
  return Object.assign(new known(message), ambiguous === undefined ? {} : { ambiguous });
}
