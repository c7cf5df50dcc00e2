// The worker's side: answers messages with the methods of `load`.

/** Returns a function that takes messages. `post` sends one back; `load` starts a module. */
export function answering(load, post) {
  let [id, module] = [0, null];
  const answer = async (method, given) => {
    const tilebase = await module;
    if (method === "ready") return null;
    await tilebase.fetchModel(method, ...given);
    return tilebase[method](...given);
  };
  return async ({ options, ...asked }) => {
    if (options) {
      module = load({ ...options, onReport: (report) => post({ id, report }) });
      module.catch(() => {});
      return;
    }
    id = asked.id;
    try {
      post({ id, answer: await answer(asked.method, asked.given) });
    } catch ({ name, message, ambiguous }) {
      post({ id, error: { name, message, ambiguous } });
    }
  };
}
