// The worker in node.
import { parentPort } from "node:worker_threads";
import { answering } from "./answering.js";
import { load } from "./node.js";

const receive = answering(load, (message) => parentPort.postMessage(message));
parentPort.on("message", receive);
