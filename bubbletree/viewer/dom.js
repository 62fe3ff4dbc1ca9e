// Small helpers to make elements. Text is only ever set as text, never as markup.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: attributes (null and false are left out, functions are listeners), then children or texts. */
function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
function drawn(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A text that keeps its direction to itself. */
function isolated(text) {
  return element("bdi", {}, shown(text));
}

function plural(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** A text whose middle is left out if it has many words. */
function shortened(text) {
  const words = text.split(" ");
  return words.length <= 12 ? text : [...words.slice(0, 6), "\u2026", ...words.slice(-3)].join(" ");
}

function percent(probability) {
  return probability < 0.0005 ? "< 0.1%" : `${(100 * probability).toFixed(1)}%`;
}

const byId = (id) => document.getElementById(id);
