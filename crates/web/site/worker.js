// The worker receives the compiled module for boards and numbered questions, and posts reports and answers.
import { respond } from "./respond.js";

let take;
const module = new Promise((resolve) => (take = resolve));
const receive = respond(() => module.then((sent) => sent ?? fetch("boards.wasm")), (data) => self.postMessage(data));

self.onmessage = ({ data }) => ("module" in data ? take(data.module) : receive(data));
