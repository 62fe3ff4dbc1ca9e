// The places of words, bubbles, arcs and labels in a drawing: the rules of bubbletree/draw/layout.py, which explains
// them. The file proofs_tests/vectors/layouts.json holds drawings that both must make alike.
"use strict";

const ROOM_FOR_ARROW = 2;

/** The layout of a tree. Measures: functions `word` and `label`, numbers `gap`, `padding`, `port` and `line`. */
function layOut(tree, measures, fromRight = false) {
  const frames = framesOf(tree);
  const items = new Map();
  const rows = new Map();
  for (const [frame, inside] of [...frames].reverse()) { // a frame after all frames inside it
    for (const bubble of inside) {
      if (!items.has(bubble)) items.set(bubble, wordItem(tree, bubble, measures));
    }
    const row = new LayoutRow(tree, frame, inside.map((bubble) => items.get(bubble)), measures);
    rows.set(frame, row);
    items.set(frame, row.asBox());
  }
  const layout = assemble(tree, frames, rows);
  return fromRight ? mirrored(layout) : layout;
}

/** What lies in each frame, from left to right; each frame is listed before those inside it. */
function framesOf(tree) {
  const width = (bubble) => tree.contents[bubble][1] - tree.contents[bubble][0];
  const order = tree.contents.map((_, bubble) => bubble);
  order.sort((one, other) => tree.contents[one][0] - tree.contents[other][0] || width(other) - width(one));
  const frames = new Map([[ROOT, []]]);
  const around = [ROOT];
  for (const bubble of order.slice(1)) {
    const innermost = () => around[around.length - 1];
    while (innermost() !== ROOT && tree.contents[bubble][0] > tree.contents[innermost()][1]) around.pop();
    frames.get(innermost()).push(bubble);
    if (tree.isWide(bubble)) {
      frames.set(bubble, []);
      around.push(bubble);
    }
  }
  return frames;
}

const half = (length) => Math.floor(length / 2);

function wordItem(tree, bubble, measures) {
  let width = measures.word(shown(tree.words[bubble - 1]));
  if (tree.children[bubble].length) width = Math.max(width, 2 * measures.port + 1);
  const centre = half(width - 1);
  const ports = { left: centre - measures.port, in: centre, right: centre + measures.port };
  return { bubble, width, top: 0, bottom: 0, ports };
}

/** The items of a frame with their places inside it, and the lines between them. */
class LayoutRow {
  constructor(tree, frame, items, measures) {
    this.tree = tree;
    this.frame = frame;
    this.items = new Map(items.map((item) => [item.bubble, item]));
    this.position = new Map(items.map((item, index) => [item.bubble, index]));
    this.measures = measures;
    this.isBox = frame !== ROOT;
    this.x = new Map();
    this.row = new Map(); // the row of the line from its head, by item
    this.labelX = new Map();
    this.stackLines();
    this.width = this.place();
    this.bottom = Math.min(0, ...items.map((item) => item.bottom)) - (this.isBox ? 1 : 0);
  }

  label(bubble) {
    return shown(this.tree.labels[bubble] ?? "");
  }

  isAtTop(bubble) {
    return this.tree.heads[bubble] === this.frame;
  }

  /** Give each line the lowest row above all that it spans; edges of frames stand above it all. */
  stackLines() {
    const place = (bubble) => this.position.get(bubble);
    const order = [...this.items.keys()].filter((bubble) => this.isAtTop(bubble));
    const roots = order.length;
    const sides = [];
    for (const bubble of order) { // grows while it is walked: heads before dependents
      const below = this.tree.children[bubble].filter((child) => this.position.has(child));
      below.sort((one, other) => place(one) - place(other));
      sides.push([
        below.filter((child) => place(child) < place(bubble)).reverse(),
        below.filter((child) => place(child) > place(bubble)),
      ]);
      order.push(...below);
    }
    const leftRoof = new Map();
    const rightRoof = new Map();
    for (let index = order.length - 1; index >= 0; index--) {
      const bubble = order[index];
      const floor = this.items.get(bubble).top + ROOM_FOR_ARROW;
      const [left, right] = sides[index];
      for (const [dependents, roof, facing] of [[left, leftRoof, rightRoof], [right, rightRoof, leftRoof]]) {
        let highest = floor - 1;
        for (const dependent of dependents) { // from the nearest to the farthest
          this.row.set(dependent, Math.max(highest, facing.get(dependent)) + 1);
          highest = Math.max(this.row.get(dependent), roof.get(dependent));
        }
        roof.set(bubble, highest);
      }
    }
    const tops = order.slice(0, roots);
    this.top = 1 + Math.max(0, ...tops.map((bubble) => Math.max(leftRoof.get(bubble), rightRoof.get(bubble))));
    for (const bubble of tops) this.row.set(bubble, this.top);
  }

  /** Place the items from left to right as near to each other as their lines' labels allow. */
  place() {
    const { gap, padding, line, label } = this.measures;
    let free = this.isBox ? padding : 0;
    let freeLabel = this.isBox ? 2 * line + 1 : 0;
    const needs = new Map([...this.items.keys()].map((bubble) => [bubble, []]));
    for (const bubble of this.items.keys()) {
      const head = this.tree.heads[bubble];
      if (!this.position.has(head)) continue;
      const isAfter = this.position.get(bubble) > this.position.get(head);
      const [first, second] = isAfter ? [head, bubble] : [bubble, head];
      needs.get(second).push([first, label(this.label(bubble)) + 2 * line + 1]);
    }
    for (const [bubble, item] of this.items) {
      let x = free;
      for (const [other, distance] of needs.get(bubble)) {
        const start = this.x.get(other) + this.lineEnd(other, bubble);
        x = Math.max(x, start + distance - this.lineEnd(bubble, other));
      }
      if (this.isAtTop(bubble)) {
        const width = label(this.label(bubble));
        x = Math.max(x, freeLabel + half(width - 1) - item.ports.in);
        this.labelX.set(bubble, x + item.ports.in - half(width - 1));
        freeLabel = this.labelX.get(bubble) + width + line;
      }
      this.x.set(bubble, x);
      free = x + item.width + gap;
    }
    if (!this.isBox) return Math.max(free - gap, freeLabel - line);
    return Math.max(free - gap + padding, freeLabel + line + 1);
  }

  /** Where on `bubble` the line between it and `other` ends. */
  lineEnd(bubble, other) {
    const { ports } = this.items.get(bubble);
    if (this.tree.heads[bubble] === other) return ports.in;
    return this.tree.contents[other][0] < this.tree.contents[bubble][0] ? ports.left : ports.right;
  }

  /** The frame as an item of the frame around it. */
  asBox() {
    const { line, label } = this.measures;
    const taken = [...this.labelX].map(([bubble, x]) => [x - line, x + label(this.label(bubble)) + line - 1]);
    const centre = half(this.width - 1);
    // The arrow to the box points at its edge, not at one of the labels that stand on the edge.
    const clear = [centre, ...taken.flat()].filter((x) => taken.every(([first, last]) => x <= first || last <= x));
    clear.sort((one, other) => Math.abs(one - centre) - Math.abs(other - centre) || one - other);
    const ports = { left: line, in: clear[0], right: this.width - 1 - line };
    return { bubble: this.frame, width: this.width, top: this.top, bottom: this.bottom, ports };
  }
}

/** Turn offsets into places, from the outermost frame inwards. */
function assemble(tree, frames, rows) {
  const [words, boxes, lines, drops] = [[], [], [], []];
  const origin = new Map([[ROOT, 0]]);
  const depth = new Map([[ROOT, -1]]);
  for (const frame of frames.keys()) {
    const row = rows.get(frame);
    const left = origin.get(frame);
    const { measures } = row;
    if (row.isBox) {
      boxes.push({ bubble: frame, x: left, width: row.width, top: row.top, bottom: row.bottom, depth: depth.get(frame) });
    }
    for (const [bubble, item] of row.items) {
      const x = left + row.x.get(bubble);
      const label = row.label(bubble);
      const head = tree.heads[bubble];
      if (rows.has(bubble)) {
        origin.set(bubble, x);
        depth.set(bubble, depth.get(frame) + 1);
      } else {
        const text = shown(tree.words[bubble - 1]);
        const width = measures.word(text);
        words.push({ token: bubble, text, x: x + half(item.width - 1) - half(width - 1), width });
      }
      const end = { bubble, label, end: x + item.ports.in, endRow: item.top };
      if (head === frame) {
        const labelX = left + row.labelX.get(bubble);
        drops.push({ ...end, frame, row: row.top, labelX, width: measures.label(label) });
      } else {
        const start = left + row.x.get(head) + row.lineEnd(head, bubble);
        lines.push({ ...end, start, startRow: row.items.get(head).top, row: row.row.get(bubble), shift: 0 });
      }
    }
  }
  const outer = rows.get(ROOT);
  return { width: outer.width, top: outer.top, bottom: outer.bottom, words, boxes, lines, drops, joins: [] };
}

/** The same drawing with left and right exchanged, words and labels apart. */
function mirrored(layout) {
  const place = (x, width = 1) => layout.width - x - width;
  return {
    ...layout,
    words: layout.words.map((one) => ({ ...one, x: place(one.x, one.width) })),
    boxes: layout.boxes.map((one) => ({ ...one, x: place(one.x, one.width) })),
    lines: layout.lines.map((one) => ({ ...one, start: place(one.start), end: place(one.end), shift: -one.shift })),
    drops: layout.drops.map((one) => ({ ...one, end: place(one.end), labelX: place(one.labelX, one.width) })),
    joins: layout.joins.map((one) => ({ ...one, start: place(one.start), end: place(one.end) })),
  };
}
