// Makes an element in one expression.

/** Makes an element: attributes by name, `on…` as listeners, `null` and `false` left out, the rest as content. */
export function h(tag, attributes = {}, ...content) {
  return fill(document.createElement(tag), attributes, content);
}

/** Makes an element of an SVG drawing in the same way as `h`. */
export function s(tag, attributes = {}, ...content) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, content);
}

function fill(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...content.flat(Infinity).filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

/** Shows one of the texts of a button, which is as wide as the longest, so that its neighbours stay where they are. */
export function showText(button, texts, chosen) {
  button.classList.add("texts");
  button.replaceChildren(...texts.map((text) => h("span", { class: text === chosen ? null : "unseen" }, text)));
}

export const byId = (id) => document.getElementById(id);

/** Whether the visitor allows animations. */
export const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Calls `draw` when the width of an element changes. */
export function onWidth(element, draw) {
  let width = 0;
  new ResizeObserver(() => {
    if (element.clientWidth !== width) {
      width = element.clientWidth;
      draw();
    }
  }).observe(element);
}
