// The worker in a browser.
import { answering } from "./answering.js";
import { load } from "./index.js";

const receive = answering(load, (message) => postMessage(message));
addEventListener("message", ({ data }) => receive(data));
