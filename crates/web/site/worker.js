// The worker receives a compiled module and numbered questions, and posts reports and answers.
import { respond } from "./respond.js";

let take;
const receive = respond(new Promise((resolve) => (take = resolve)), (data) => self.postMessage(data));

self.onmessage = ({ data }) => ("sent" in data ? take(data.sent) : receive(data));
