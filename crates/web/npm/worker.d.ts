import type { GivenModels, Report, Tilebase } from "./index.js";

export { TilebaseError } from "./index.js";

/** The methods of `Tilebase`, each of which returns a promise. */
export type Asynchronous = {
  [Method in Exclude<keyof Tilebase, "bytes" | "fetchModel">]: Tilebase[Method] extends {
    (...given: infer First): infer One;
    (...given: infer Second): infer Other;
  }
    ? { (...given: First): Promise<One>; (...given: Second): Promise<Other> }
    : never;
};

/** What an `AbortSignal` is. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The options of one or several calls. */
export interface Call {
  /**
   * Ends a call, which then throws the signal's reason. A call that waits for others is left out. For one that is being answered
   * the worker is ended: the next call starts another, which builds its tables again.
   */
  signal?: Signal;
  /** Receives the progress of long work, in place of that of the connection. */
  onReport?: (report: Report) => void;
}

/** A worker that answers one call after the other. */
export interface Connection extends Asynchronous {
  /** The methods, whose calls have a signal or a function that receives their progress. */
  with(call: Call): Asynchronous;
  /** Ends the worker. Calls that are not answered throw an error, and so do later ones. */
  close(): void;
}

/**
 * Starts a worker, in which a module answers. It fetches the models that solutions of boards need when they are first needed.
 * `source` is as for `load`, or an address to fetch.
 */
export function connect(options?: {
  source?: object | string;
  models?: GivenModels;
  onReport?: (report: Report) => void;
}): Promise<Connection>;
