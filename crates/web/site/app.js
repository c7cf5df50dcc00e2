// The page: which part of it is shown, and the controls around it.
import { BoardView } from "./board-view.js";
import { bring } from "./bring.js";
import { byId, h } from "./dom.js";
import { Engine, desk } from "./engine.js";
import { how } from "./how.js";
import { actionOf, chooseKey, chosenKeys, usualKeys } from "./keys.js";
import { Play } from "./play.js";
import { ALIKE, BOARDS, MOST_HOLES, OTHER_SIZES, ROWS, puzzle, readAddress, rowName, writeAddress } from "./puzzle.js";
import { pictures } from "./picture.js";
import { sheet } from "./sheet.js";
import { fillTexts, keep, loadTexts, switchLanguage, t } from "./texts.js";

/** For tests and tools outside the page: makes workers like the page's own. */
export { Engine };

await loadTexts();
const play = new Play(new Engine(desk), new Engine(), new Engine());
pictures((text) => play.say(text));
/** The other parts of the page, beside the game. */
const PAGES = { bring, how, sheet };
const VIEWS = ["play", ...Object.keys(PAGES)];
let shown = null;
let address = null;

/** Shows the view, or the puzzle and position, that the address names. */
function open() {
  address = readAddress(location.hash);
  if (address.view === "play" && !address.puzzle) address.puzzle = puzzle("3x3");
  const left = shown;
  shown = address.view;
  for (const view of VIEWS) byId(view).hidden = view !== shown;
  document.body.dataset.view = shown;
  for (const link of document.querySelectorAll("nav a")) link.setAttribute("aria-current", link.dataset.view === shown ? "page" : "false");
  if (shown === "play") {
    play.open(address.puzzle, address.start, address.steps);
    pick();
  } else {
    if (left === "play") play.leave();
    PAGES[shown](byId(shown), address);
    scrollTo(0, 0);
  }
  warn(said(address));
}

/** What is wrong with an address, in words. */
function said({ puzzle, wrong: { name, parts, cells, move, number } }) {
  const all = [
    name && (/^\d+x\d+$/i.test(name) ? t.wrongSize(name) : t.unknownLink(name)),
    cells && t.link.cells(cells, puzzle.name),
    move && t.link.move(move, number),
    parts.length > 0 && t.link.parts(parts),
  ];
  return all.filter(Boolean).join(" ");
}

function go(hash) {
  history.pushState(null, "", hash);
  open();
}

/** Marks the puzzle that is being played. */
function pick() {
  const { family, alike, name: played } = address.puzzle;
  const ofFamily = (name) => (family === "row" ? name.startsWith("oshidori") : alike ? name === ALIKE.name : name === played);
  const sizes = [...OTHER_SIZES, ...(family === "board" && !alike && ![...BOARDS, ...OTHER_SIZES].includes(played) ? [played] : [])];
  byId("sizes").replaceChildren(h("option", { value: "" }, t.otherSize), ...sizes.map((name) => h("option", { value: name, selected: name === played && !alike }, t.puzzle(name))));
  byId("sizes").classList.toggle("chosen", byId("sizes").value !== "");
  for (const button of byId("picker").querySelectorAll("button")) button.setAttribute("aria-pressed", ofFamily(button.dataset.space));
  // On a phone the picker is wider than the screen.
  requestAnimationFrame(() => {
    const picker = byId("picker");
    const chosen = picker.querySelector("[aria-pressed=true], .chosen");
    if (chosen) picker.scrollLeft = chosen.offsetLeft - picker.offsetLeft - (picker.clientWidth - chosen.clientWidth) / 2;
  });
  if (family === "row") pickRules();
}

/** Shows the number of ducks and the rules of the row that is being played. */
function pickRules() {
  const { kind, counts, block, holes, rules } = address.puzzle;
  byId("kindsLabel").textContent = kind === "bw" ? t.ducks.each : t.ducks.kinds;
  byId("kinds").value = kind === "bw" ? counts[0] : counts.length;
  byId("white").closest(".field").hidden = kind !== "bw";
  byId("white").value = counts[1];
  sayStones(counts);
  for (const button of byId("colours").children) button.setAttribute("aria-pressed", button.dataset.kind === kind);
  const numbers = (select, first, last, chosen) => {
    const all = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    byId(select).replaceChildren(...all.map((number) => h("option", { selected: number === chosen }, number)));
  };
  numbers("block", 2, Math.max(6, block), block);
  numbers("holes", block, Math.max(MOST_HOLES, holes), holes);
  byId("unlike").checked = Boolean(rules.unlike);
  byId("turn").replaceChildren(...Object.entries(t.ducks.turns).map(([turn, text]) => h("option", { value: turn, selected: turn === (rules.turn ?? "") }, text)));
}

function sayStones(counts) {
  const each = counts.every((count) => count === 2);
  byId("kindsIs").textContent = address.puzzle.kind === "bw" ? t.ducks.blackWhite(...counts) : each ? t.ducks.pairs(counts.length) : t.ducks.several(counts);
}

/** The row that the controls describe, in the numbers of its stones. */
const chosenStones = () => (address.puzzle.kind === "bw" ? [byId("kinds"), byId("white")].map(({ value }) => Number(value)) : Array(Number(byId("kinds").value)).fill(2));

/** Opens the row that the controls describe; with other stones, or by other rules. */
function changeRow({ kind = address.puzzle.kind, counts = address.puzzle.counts, ...changed } = {}) {
  const rules = { ...address.puzzle.rules, ...changed };
  const block = Number(rules.block ?? 2);
  // An open line stays one.
  if (changed.block && rules.holes) rules.holes = Math.max(block, rules.holes);
  const row = puzzle(rowName(kind, counts), { rules });
  if (row) go(writeAddress(row));
  else pickRules();
}

function warn(text) {
  byId("warning").hidden = !text;
  byId("warning").textContent = text ?? "";
}

/** Fills in every text. */
function write() {
  fillTexts();
  const pill = (name) => h("button", { type: "button", "data-space": name, onclick: () => go(writeAddress(opened(name))) }, t.puzzle(name));
  const opened = (name) => (name === ALIKE.name ? puzzle(ALIKE.board, ALIKE) : puzzle(name, { metric: address.puzzle.metric }));
  const sizes = h("select", { id: "sizes", "aria-label": t.otherSize, onchange: () => go(writeAddress(opened(byId("sizes").value || "3x3"))) });
  byId("picker").replaceChildren(...BOARDS.map(pill), sizes, ...[ALIKE.name, ...ROWS].map(pill));
  const texts = { ducksTitle: "title", usual: "usual", whiteLabel: "white" };
  for (const [id, text] of Object.entries(texts)) byId(id).textContent = t.ducks[text];
  const colour = (kind, text) => h("button", { type: "button", "data-kind": kind, onclick: () => changeRow({ kind, counts: kind === "bw" ? Array(2).fill(Number(byId("kinds").value)) : Array(Number(byId("kinds").value)).fill(2) }) }, text);
  byId("colours").setAttribute("aria-label", t.ducks.colours);
  byId("colours").replaceChildren(colour("kinds", t.ducks.manyKinds), colour("bw", t.ducks.twoKinds));
}

/** Keys that work unless a control uses them; letters only while the visitor wants them. A switch and a choice of a file use none of these. */
function key(event) {
  if (shown !== "play" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox], [type=file]), textarea, select, [role=slider]")) return;
  const action = BoardView.letter(event) ?? (byId("letters").checked ? actionOf(event.key) : undefined);
  if (action?.length > 1) play[action]();
  else if (action && !event.shiftKey) play.slideTowards(action);
  else return;
  event.preventDefault();
}

/** Fills in the keys, each of which can be changed. */
function showKeys() {
  const keys = chosenKeys();
  const changed = (work) => () => {
    work();
    showKeys();
    play.view.renderKeys();
  };
  const one = (action) => {
    const input = h("input", { value: keys[action].toUpperCase(), size: 1, maxlength: 1, autocomplete: "off", onfocus: () => input.select() });
    input.addEventListener("input", changed(() => /^[^\s]$/u.test(input.value) && chooseKey(action, input.value.toLowerCase())));
    return h("label", {}, t.keyFor[action], input);
  };
  byId("ownKeysAre").replaceChildren(...Object.keys(keys).map(one), h("button", { type: "button", class: "plain", onclick: changed(usualKeys) }, t.usualKeys));
}

// In a frame of another page there is only the game.
document.documentElement.classList.toggle("embed", new URLSearchParams(location.search).has("embed"));
write();
byId("language").addEventListener("click", async () => {
  await switchLanguage().catch(() => {});
  write();
  if (shown === "play") {
    play.translate();
    pick();
  } else {
    open();
  }
});
byId("metric").addEventListener("change", () => go(play.addressIn(byId("metric").checked ? "multi" : "single")));
byId("letters").checked = keep("letters") !== "off";
byId("letters").addEventListener("change", () => keep("letters", byId("letters").checked ? "on" : "off"));
byId("pace").value = keep("pace") ?? "normal";
byId("pace").addEventListener("change", () => keep("pace", byId("pace").value));
byId("ownKeys").addEventListener("toggle", showKeys);
byId("goal").addEventListener("change", () => go(byId("goal").value === "bring" ? "#bring" : play.addressTo(byId("goal").value)));
byId("print").addEventListener("click", () => go(writeAddress(play.puzzle).replace("#", "#sheet/")));
for (const number of ["kinds", "white"]) {
  byId(number).addEventListener("input", () => sayStones(chosenStones()));
  byId(number).addEventListener("change", () => changeRow({ counts: chosenStones() }));
}
byId("block").addEventListener("change", () => changeRow({ block: Number(byId("block").value) }));
byId("holes").addEventListener("change", () => changeRow({ holes: Number(byId("holes").value) }));
byId("unlike").addEventListener("change", () => changeRow({ unlike: byId("unlike").checked }));
byId("turn").addEventListener("change", () => changeRow({ turn: byId("turn").value }));
byId("skip").addEventListener("click", () => document.querySelector("#board:not([hidden]) [tabindex='0'], #pond:not([hidden]) [tabindex='0'], main:not([hidden]) :is(button, textarea)")?.focus());
byId("full").hidden = !document.fullscreenEnabled;
byId("full").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.querySelector(".table").requestFullscreen()));
byId("raceAgain").addEventListener("click", () => play.fresh());
// Whoever is about to choose a puzzle may choose one that is searched.
byId("picker").addEventListener("pointerenter", () => fetch("boards.wasm").catch(() => {}), { once: true });
addEventListener("keydown", key);
addEventListener("popstate", open);
open();
document.documentElement.classList.remove("loading");
if (typeof WebAssembly !== "object") warn(t.noWasm);
// Without it the page works, but not offline. It fetches all files again, so it waits until the page has loaded.
const keepOffline = async () => {
  const keeper = navigator.serviceWorker;
  const waiting = (await keeper?.getRegistration())?.waiting;
  // A new version begins when no other page is open, and this page is loaded again, with its game.
  if (waiting) keeper.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("begin");
  await keeper?.register("sw.js");
  if (!keeper || keeper.controller) return;
  // What was fetched before the keeper began is fetched through it, from the browser's cache.
  await new Promise((done) => keeper.addEventListener("controllerchange", done, { once: true }));
  for (const file of [globalThis.early?.file ?? [], play.files, t.language === "ja" ? "japanese.js" : []].flat()) await fetch(file);
};
if (location.protocol !== "file:") addEventListener("load", () => setTimeout(() => keepOffline().catch(() => {}), 500));
addEventListener("load", () => setTimeout(() => play.warm(), 500));
