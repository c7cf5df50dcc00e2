// Announcements for screen readers: the last message, at most once a second.
import { byId } from "./dom.js";

const PAUSE = 1000;
let next = null;
let quiet = false;

export function say(text) {
  next = text;
  if (!quiet) speak();
}

function speak() {
  if (next === null) {
    quiet = false;
    return;
  }
  byId("live").textContent = next;
  next = null;
  quiet = true;
  setTimeout(speak, PAUSE);
}
