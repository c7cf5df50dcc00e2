// Questions to a worker, or to the page itself, one after the other.
import { respond } from "./respond.js";

/** The question was not answered, because another replaced it or the visitor stopped it. */
export class Dropped extends Error {}

/** The shortest time in milliseconds that a question may take before it is abandoned. */
const PATIENCE = 1500;

/** The file of a module that index.html has begun to compile, once for all workers. Its module is `null` if that is not possible. */
const early = Promise.resolve(globalThis.early?.module).then((module) => ({ file: globalThis.early?.file, module }), () => ({ module: null }));

/** Starts a worker. It loads the modules that it does not receive. */
function worker() {
  const worker = new Worker("worker.js", { type: "module" });
  early.then((sent) => worker.postMessage({ sent }));
  return worker;
}

/** Answers on the page with the interface of a worker, for questions that take less time than starting a worker. */
export function desk() {
  const desk = { terminate() {} };
  // In a task of its own the browser would paint between two answers, and the first distance would come some hundredths of a second later.
  const post = (data) => queueMicrotask(() => desk.onmessage({ data }));
  desk.postMessage = respond(early, post);
  return desk;
}

/**
 * A worker, or a desk, with tables of its own. Questions are numbered and sent one at a time. A question in a slot takes the place of
 * the one there, whose answer is dropped.
 */
export class Engine {
  #open;
  #worker = null;
  #waiting = [];
  #running = null;
  #last = 0;

  /** The module's memory in bytes after the last answer. */
  bytes = 0;
  /** The files of models and modules that it has used. */
  files = new Set();
  /** A question that takes longer than this, in milliseconds, does not delay the one that replaces it. */
  #patience = PATIENCE;

  constructor(open = worker) {
    this.#open = open;
  }

  set patience(milliseconds) {
    this.#patience = Math.max(PATIENCE, milliseconds);
  }

  /** Asks, and resolves to `{ answer, seconds, bytes }`. Rejects with `Dropped`, or with an error that says what is wrong. */
  ask(question, { slot = null, report = () => {} } = {}) {
    if (slot) this.drop(slot);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: ++this.#last, question, slot, report, resolve, reject });
      this.#next();
    });
  }

  /** Removes the question in a slot. */
  drop(slot) {
    const keep = this.#waiting.filter((asked) => asked.slot !== slot);
    for (const asked of this.#waiting) if (asked.slot === slot) asked.reject(new Dropped());
    this.#waiting = keep;
    const running = this.#running;
    if (running?.slot === slot && !running.dropped) {
      running.dropped = true;
      running.reject(new Dropped());
      setTimeout(() => this.#running === running && this.#restart(), Math.max(0, this.#patience - (performance.now() - running.begin)));
    }
  }

  /** Starts the worker, which otherwise waits for the first question. */
  warm() {
    this.#worker ??= this.#start();
  }

  /** Ends the current work and drops all waiting questions. */
  stop() {
    for (const asked of this.#waiting.splice(0)) asked.reject(new Dropped());
    if (this.#running) this.#restart();
  }

  get busy() {
    return Boolean(this.#running && !this.#running.dropped) || this.#waiting.length > 0;
  }

  /** A module that computes cannot receive a request to stop, so the worker is ended, and the next question starts another. */
  #restart() {
    this.#worker?.terminate();
    this.#worker = null;
    const running = this.#running;
    this.#running = null;
    if (running && !running.dropped) running.reject(new Dropped());
    this.#next();
  }

  #next() {
    if (this.#running || !this.#waiting.length) return;
    this.#worker ??= this.#start();
    this.#running = this.#waiting.shift();
    this.#running.begin = performance.now();
    this.#worker.postMessage({ id: this.#running.id, question: this.#running.question });
  }

  #start() {
    const worker = this.#open();
    worker.onmessage = ({ data }) => {
      const asked = this.#running;
      if (asked?.id !== data.id) return;
      if (data.report) {
        if (!asked.dropped) asked.report(data.report);
        return;
      }
      this.#running = null;
      this.bytes = data.bytes ?? this.bytes;
      for (const file of [data.model, data.file]) if (file) this.files.add(file);
      if (data.broken) {
        worker.terminate();
        this.#worker = null;
      }
      if (!asked.dropped) data.error ? asked.reject(Object.assign(new Error(data.error), { ambiguous: data.ambiguous })) : asked.resolve(data);
      this.#next();
    };
    worker.onerror = (event) => {
      const asked = this.#running;
      this.#running = null;
      this.#worker = null;
      if (asked && !asked.dropped) asked.reject(new Error(event.message || "the worker could not start"));
      this.#next();
    };
    return worker;
  }
}
