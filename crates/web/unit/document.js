// As much of a document as the modules of the page use. Import it before them.

class Element extends EventTarget {
  attributes = new Map();
  children = [];
  dataset = {};
  properties = new Map();
  classes = new Set();
  clientWidth = 300;
  #text = "";

  constructor(tag) {
    super();
    this.tag = tag;
  }

  classList = {
    add: (...names) => names.forEach((name) => this.classes.add(name)),
    toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)),
  };

  style = { setProperty: (name, value) => this.properties.set(name, value) };

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  toggleAttribute(name, on) {
    if (on) this.setAttribute(name, "");
    else this.attributes.delete(name);
  }

  append(...parts) {
    this.children.push(...parts);
  }

  replaceChildren(...parts) {
    this.children = parts;
  }

  replaceWith() {}

  cloneNode() {
    return new Element(this.tag);
  }

  contains() {
    return false;
  }

  querySelector(tag) {
    return this.all(tag)[0] ?? null;
  }

  getBoundingClientRect() {
    return { left: 0, width: this.clientWidth };
  }

  get textContent() {
    return this.#text + this.children.map((part) => part.textContent ?? String(part)).join("");
  }

  set textContent(text) {
    this.children = [];
    this.#text = text;
  }

  /** All elements in it that have this tag. */
  all(tag) {
    return this.children.filter((part) => part instanceof Element).flatMap((part) => [...(part.tag === tag ? [part] : []), ...part.all(tag)]);
  }
}

const byId = new Map();

globalThis.document = {
  createElement: (tag) => new Element(tag),
  createElementNS: (_space, tag) => new Element(tag),
  getElementById(id) {
    if (!byId.has(id)) byId.set(id, new Element("div"));
    return byId.get(id);
  },
};
globalThis.ResizeObserver = class {
  constructor(draw) {
    this.observe = draw;
  }
};
const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
Object.defineProperty(globalThis, "navigator", { value: { language: "en", languages: ["en"] }, configurable: true });
