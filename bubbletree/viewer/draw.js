// Trees drawn as SVG, as bubbletree/draw/svg.py draws them, but with the true widths of words.
"use strict";

const ROW_HEIGHT = 17;
const MARGIN = 8;
const WORD_SIZE = 16;
const LABEL_SIZE = 12;
const ROUNDING = 6;
const FONTS = 'Helvetica, Arial, "Liberation Sans", sans-serif';

const textWidth = (() => {
  const context = document.createElement("canvas").getContext("2d");
  const known = new Map();
  return (text, size) => {
    const key = `${size} ${text}`;
    if (!known.has(key)) {
      context.font = `${size}px ${FONTS}`;
      known.set(key, Math.ceil(context.measureText(text).width) + 2);
    }
    return known.get(key);
  };
})();

const PICTURE = {
  word: (text) => textWidth(text, WORD_SIZE),
  label: (text) => textWidth(text, LABEL_SIZE),
  gap: 12, padding: 14, port: 7, line: 7,
};

/** Scroll a box sideways until some words of its drawing are in the middle, unless they are in sight. */
function reveal(scroller, drawing, span) {
  const place = drawing.middleOf(span) * drawing.svg.getBoundingClientRect().width;
  const [left, right] = [scroller.scrollLeft, scroller.scrollLeft + scroller.clientWidth];
  if (place < left + 60 || place > right - 60) scroller.scrollLeft = place - scroller.clientWidth / 2;
}

/** A drawing of a Tree or a Structure. Groups carry the number of their bubble, words that of their token. */
class Drawing {
  constructor(tree) {
    this.tree = tree;
    const lay = tree instanceof Structure ? layOutCrossing : layOut;
    this.layout = lay(tree, PICTURE, Boolean(tree.record.rtl));
    this.onEdge = new Map();
    for (const drop of this.layout.drops) {
      if (drop.label) this.onEdge.set(drop.frame, [...(this.onEdge.get(drop.frame) ?? []), drop]);
    }
    this.width = this.layout.width + 2 * MARGIN;
    this.height = (this.layout.top - this.layout.bottom + 1) * ROW_HEIGHT + 2 * MARGIN;
    this.halos = drawn("g", { class: "halos" });
    this.svg = drawn("svg", {
      class: "bubbletree", role: "img", "aria-label": tree.text(1, tree.size), direction: "ltr",
      width: this.width, height: this.height, viewBox: `0 0 ${this.width} ${this.height}`,
    },
    ...this.layout.boxes.map((box) => this.box(box)),
    ...this.layout.joins.map((join) => this.join(join)),
    this.halos,
    ...this.layout.lines.map((line) => this.line(line)),
    ...this.layout.drops.map((drop) => this.drop(drop)),
    ...this.layout.words.map((word) => this.word(word)));
  }

  x(x) {
    return MARGIN + x;
  }

  /** The middle of a row. */
  y(row) {
    return MARGIN + (this.layout.top - row + 0.5) * ROW_HEIGHT;
  }

  /** Where lines to and from an item end: the edge of a box, the upper rim of a word. */
  above(row) {
    return row ? this.y(row) : this.y(row) - 0.5 * ROW_HEIGHT;
  }

  box(box) {
    const [left, right] = [this.x(box.x), this.x(box.x + box.width)];
    const [top, bottom, r] = [this.y(box.top), this.y(box.bottom), ROUNDING];
    const onPiece = (drop) => box.x <= drop.labelX && drop.labelX < box.x + box.width;
    const labels = (this.onEdge.get(box.bubble) ?? []).filter(onPiece).sort((one, other) => one.labelX - other.labelX);
    const gaps = labels.map(({ labelX, width }) => `H${this.x(labelX)}M${this.x(labelX + width)} ${top}`);
    const edge = `M${left + r} ${top}${gaps.join("")}`
      + `H${right - r}a${r} ${r} 0 0 1 ${r} ${r}V${bottom - r}a${r} ${r} 0 0 1 ${-r} ${r}`
      + `H${left + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${top + r}a${r} ${r} 0 0 1 ${r} ${-r}`;
    return drawn("g", { class: `bubble d${box.depth % 4}`, "data-bubble": box.bubble },
      drawn("rect", { class: "fill", x: left, y: top, width: right - left, height: bottom - top, rx: r }),
      drawn("path", { class: "edge", d: edge }));
  }

  /** Between two pieces of a bubble, from outline to outline. */
  join({ bubble, start, end, row, depth }) {
    const [first, last] = [start, end].map((x) => this.x(x)).sort((one, other) => one - other);
    return drawn("g", { class: `bubble d${depth % 4}`, "data-bubble": bubble },
      drawn("path", { class: "edge", "stroke-dasharray": "5 4", d: `M${first + 1} ${this.y(row)}H${last}` }));
  }

  line({ bubble, label, start, startRow, row, end, endRow, shift }) {
    const [from, to, y] = [this.x(start), this.x(end), this.y(row)];
    const space = label ? PICTURE.label(label) / 2 : 0;
    const middle = (from + to) / 2 + shift;
    const sign = to > from ? 1 : -1;
    const r = Math.min(ROUNDING, Math.abs(to - from) / 2);
    const turn = sign > 0 ? 1 : 0;
    const path = `M${from} ${this.above(startRow)}V${y + r}a${r} ${r} 0 0 ${turn} ${sign * r} ${-r}`
      + `H${middle - sign * space}M${middle + sign * space} ${y}`
      + `H${to - sign * r}a${r} ${r} 0 0 ${turn} ${sign * r} ${r}V${this.above(endRow) - 3}`;
    return this.arc(bubble, path, label, middle, y, to, endRow);
  }

  drop({ bubble, label, end, row, endRow, labelX, width }) {
    const [x, y] = [this.x(end), this.y(row)];
    const path = `M${x} ${y + (label ? 0.55 * LABEL_SIZE : 0)}V${this.above(endRow) - 3}`;
    return this.arc(bubble, path, label, this.x(labelX) + width / 2, y, x, endRow);
  }

  arc(bubble, path, label, middle, y, end, endRow) {
    return drawn("g", { class: "arc", "data-bubble": bubble },
      drawn("path", { class: "line", d: path }),
      label ? this.text("label", label, middle, y + 0.35 * LABEL_SIZE) : null,
      drawn("path", { class: "head", d: `M${end} ${this.above(endRow) - 1}l-4 -7h8z` }));
  }

  word({ token, text, x, width }) {
    const made = this.text("word", text, this.x(x) + width / 2, this.y(0) + 0.35 * WORD_SIZE);
    made.setAttribute("data-token", token);
    return made;
  }

  text(kind, text, x, y) {
    return drawn("text", { class: kind, x, y, direction: hasRightToLeft(text) ? "rtl" : null }, text);
  }

  /** The groups of a bubble: its outline, and the arc to it. */
  parts(bubble) {
    return this.svg.querySelectorAll(`[data-bubble="${bubble}"]`);
  }

  /** Light up words: pairs of a span of tokens and a kind. */
  light(spans) {
    const places = new Map(this.layout.words.map((word) => [word.token, word]));
    this.halos.replaceChildren(...spans.map(([[first, last], kind]) => {
      const ends = [places.get(first), places.get(last)];
      const left = Math.min(...ends.map((word) => word.x)) - 4;
      const right = Math.max(...ends.map((word) => word.x + word.width)) + 4;
      const height = ROW_HEIGHT + 6;
      return drawn("rect", {
        class: `halo ${kind}`, x: this.x(left), y: this.y(0) - height / 2, width: right - left, height, rx: 4,
      });
    }));
  }

  /** Where some words stand, as a part of the width of the drawing: from 0 to 1. */
  middleOf([first, last]) {
    const words = this.layout.words.filter((word) => first <= word.token && word.token <= last);
    const [left, right] = [Math.min(...words.map((word) => word.x)), Math.max(...words.map((word) => word.x + word.width))];
    return this.x((left + right) / 2) / this.width;
  }

  zoom(factor) {
    this.svg.setAttribute("width", Math.round(this.width * factor));
    this.svg.setAttribute("height", Math.round(this.height * factor));
  }
}
