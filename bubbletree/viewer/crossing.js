// Drawings of structures that are no projective bubble trees, whose lines may cross: the rules of
// bubbletree/draw/crossing.py, which explains them. Both make the drawings of proofs_tests/data/records/layouts.json alike.
"use strict";

/** Any structure, with its contents as lists of tokens and its arcs as they are; it may have several heads, or circles. */
class Structure {
  constructor(record) {
    this.words = record.words;
    this.size = record.words.length;
    this.record = record;
    this.contents = record.contents;
    this.arcs = record.arcs;
  }

  text(first, last) {
    return this.words.slice(first - 1, last).map(shown).join(" ");
  }

  isWide(bubble) {
    return this.contents[bubble].length > 1;
  }

  isInside(child, bubble) {
    const around = new Set(this.contents[bubble]);
    return this.contents[child].every((token) => around.has(token));
  }

  /** The first and the last token of a bubble. */
  hull(bubble) {
    const content = this.contents[bubble];
    return [content[0], content[content.length - 1]];
  }
}

/** The layout of a structure that is no projective tree. Measures are as for layOut. */
function layOutCrossing(structure, measures, fromRight = false) {
  const layout = new Sheet(structure, measures).layout();
  return fromRight ? mirrored(layout) : layout;
}

const meet = (one, other) => one[0] <= other[1] && other[0] <= one[1];
const largest = (numbers, least) => numbers.reduce((one, other) => Math.max(one, other), least);

/** A drawing in the making: a row of marks, which are words and the left and right edges of boxes. */
class Sheet {
  constructor(structure, measures) {
    this.structure = structure;
    this.measures = measures;
    const { contents, arcs } = structure;
    const wide = contents.map((_, bubble) => bubble).filter((bubble) => structure.isWide(bubble));
    wide.sort((one, other) => contents[one].length - contents[other].length || one - other);
    this.height = new Map();
    for (const bubble of wide) {
      const below = [...this.height].filter(([other]) => meet(structure.hull(other), structure.hull(bubble)));
      this.height.set(bubble, 1 + largest(below.map(([, height]) => height), -1));
    }
    this.runs = new Map(wide.map((bubble) => [bubble, runsOf(contents[bubble])]));
    this.showsRoot = wide.some((bubble) => contents[bubble][0] === ROOT)
      || arcs.some(([, , dependent]) => contents[dependent][0] === ROOT);
    this.drops = arcs.filter((arc) => this.isDrop(arc));
    this.arcs = arcs.filter((arc) => !this.isDrop(arc));
    this.order();
    this.port = new Map([...this.words.keys()].map((token) => [token, this.portOf(token)]));
    this.x = [];
    this.labelX = new Map();
    this.width = this.place();
  }

  isDrop([head, , dependent]) {
    if (!this.height.has(head)) return !this.showsRoot && this.structure.contents[head][0] === ROOT;
    return this.structure.isInside(dependent, head) && (this.height.get(dependent) ?? -1) < this.height.get(head);
  }

  /** List the marks from left to right: the outer boxes begin before the inner ones, and end after them. */
  order() {
    this.marks = [];
    this.words = new Map();
    this.opens = new Map();
    this.closes = new Map();
    const [begin, end] = [new Map(), new Map()];
    for (const [bubble, runs] of this.runs) {
      this.opens.set(bubble, []);
      this.closes.set(bubble, []);
      runs.forEach(([first, last], piece) => {
        begin.set(first, [...(begin.get(first) ?? []), [bubble, piece]]);
        end.set(last, [...(end.get(last) ?? []), [bubble, piece]]);
      });
    }
    const height = ([bubble]) => this.height.get(bubble);
    for (let token = this.showsRoot ? 0 : 1; token <= this.structure.size; token++) {
      for (const [bubble, piece] of (begin.get(token) ?? []).sort((one, other) => height(other) - height(one))) {
        this.opens.get(bubble)[piece] = this.marks.length;
        this.marks.push(["open", bubble, piece]);
      }
      this.words.set(token, this.marks.length);
      this.marks.push(["word", token, 0]);
      for (const [bubble, piece] of (end.get(token) ?? []).sort((one, other) => height(one) - height(other))) {
        this.closes.get(bubble)[piece] = this.marks.length;
        this.marks.push(["close", bubble, piece]);
      }
    }
  }

  text(token) {
    return shown(token === ROOT ? "RT" : this.structure.words[token - 1]);
  }

  labelWidth([, label]) {
    return this.measures.label(shown(label));
  }

  token(bubble) {
    return this.structure.contents[bubble][0];
  }

  portOf(token) {
    const labels = this.drops.filter(([head, , dependent]) =>
      this.height.has(head) && !this.height.has(dependent) && this.token(dependent) === token);
    return Math.max(this.measures.port, half(largest(labels.map((arc) => this.labelWidth(arc)), 0)) + this.measures.line);
  }

  wordWidth(token) {
    const width = this.measures.word(this.text(token));
    const hasLines = this.arcs.some(([head]) => !this.height.has(head) && this.token(head) === token);
    return hasLines ? Math.max(width, 2 * this.port.get(token) + 1) : width;
  }

  /** Where lines from heads end: a mark, and how far from it. */
  arrival(bubble) {
    if (this.height.has(bubble)) return [this.opens.get(bubble)[0], 2 * this.measures.line + 1];
    const token = this.token(bubble);
    return [this.words.get(token), half(this.wordWidth(token) - 1)];
  }

  /** Where the line to a dependent begins. */
  departure(head, dependent) {
    const [one, other] = [this.structure.hull(dependent), this.structure.hull(head)];
    const isLeft = one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
    if (this.height.has(head)) {
      const closes = this.closes.get(head);
      return isLeft ? [this.opens.get(head)[0], this.measures.line] : [closes[closes.length - 1], -this.measures.line];
    }
    const token = this.token(head);
    const middle = half(this.wordWidth(token) - 1);
    return [this.words.get(token), isLeft ? middle - this.port.get(token) : middle + this.port.get(token)];
  }

  /** The upper edge from which a drop falls, as a key. */
  edge([head, , dependent]) {
    if (!this.height.has(head)) return "top";
    const token = this.token(dependent);
    return `${head} ${this.runs.get(head).findIndex(([first, last]) => first <= token && token <= last)}`;
  }

  /** Place the marks from left to right as near to each other as boxes and labels allow; the width of it all. */
  place() {
    const { gap, padding, line } = this.measures;
    const [needs, hanging, freeLabel] = [new Map(), new Map(), new Map()];
    const listed = (map, key) => map.get(key) ?? [];
    for (const arc of this.arcs) {
      const ends = [this.departure(arc[0], arc[2]), this.arrival(arc[2])];
      ends.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
      const [[first, from], [second, to]] = ends;
      if (first === second) continue;
      needs.set(second, [...listed(needs, second), [first, from + this.labelWidth(arc) + 2 * line + 1 - to]]);
    }
    for (const arc of this.drops) {
      const [mark, offset] = this.arrival(arc[2]);
      hanging.set(mark, [...listed(hanging, mark), [arc, offset]]);
    }
    let [free, room] = [0, 0];
    this.marks.forEach(([kind, number, piece], mark) => {
      let x = free + (kind === "close" ? padding - 1 : room);
      for (const [other, distance] of listed(needs, mark)) x = Math.max(x, this.x[other] + distance);
      for (const [arc, offset] of listed(hanging, mark)) {
        x = Math.max(x, (freeLabel.get(this.edge(arc)) ?? 0) + half(this.labelWidth(arc) - 1) - offset);
      }
      const own = `${number} ${piece}`;
      if (kind === "close") x = Math.max(x, freeLabel.get(own) + line);
      this.x.push(x);
      for (const [arc, offset] of listed(hanging, mark)) {
        const width = this.labelWidth(arc);
        this.labelX.set(arc, x + offset - half(width - 1));
        freeLabel.set(this.edge(arc), this.labelX.get(arc) + width + line);
      }
      if (kind === "open") {
        freeLabel.set(own, x + 3 * line + 2);
        [free, room] = [x + padding, 0];
      } else {
        [free, room] = [kind === "word" ? x + this.wordWidth(number) : x + 1, gap];
      }
    });
    return largest([...freeLabel.values()].map((end) => end - line), free);
  }

  top(bubble) {
    return this.height.has(bubble) ? 2 * (this.height.get(bubble) + 1) : 0;
  }

  at([mark, offset]) {
    return this.x[mark] + offset;
  }

  depth(bubble) {
    return [...this.height].filter(([other, height]) =>
      height > this.height.get(bubble) && this.structure.isInside(bubble, other)).length;
  }

  layout() {
    const boxes = this.boxes();
    const lines = this.lines(boxes);
    const rows = lines.map((one) => one.row);
    const tops = boxes.map((one) => one.top);
    let top = largest([...rows, ...tops], 0);
    if (this.drops.some(([head]) => !this.height.has(head))) {
      top = largest([...rows.map((row) => row + 1), ...tops.map((high) => high + ROOM_FOR_ARROW)], ROOM_FOR_ARROW);
    }
    const drops = this.drops.map((arc) => ({
      bubble: arc[2], frame: arc[0], label: shown(arc[1]), end: this.at(this.arrival(arc[2])),
      row: this.height.has(arc[0]) ? this.top(arc[0]) : top, endRow: this.top(arc[2]),
      labelX: this.labelX.get(arc), width: this.labelWidth(arc),
    }));
    for (const line of lines) line.shift = this.clear(line, lines, drops);
    const words = [...this.words].map(([token, mark]) => {
      const text = this.text(token);
      const width = this.measures.word(text);
      return { token, text, x: this.x[mark] + half(this.wordWidth(token) - 1) - half(width - 1), width };
    });
    const bottom = boxes.reduce((lowest, box) => Math.min(lowest, box.bottom), 0);
    return { width: this.width, top, bottom, words, boxes, lines, drops, joins: this.joins() };
  }

  /** How far from the middle of a line its label stands: between the lines that cross it, as near as there is room. */
  clear(line, lines, drops) {
    const [low, high] = [Math.min(line.start, line.end), Math.max(line.start, line.end)];
    const rises = lines.flatMap((one) => [[one.start, one.row], [one.end, one.row]]);
    rises.push(...drops.filter((drop) => drop.endRow < line.row).map((drop) => [drop.end, drop.row]));
    const crossing = rises.filter(([x, top]) => top > line.row && low < x && x < high).map(([x]) => x);
    crossing.sort((one, other) => one - other);
    const [width, margin] = [this.measures.label(line.label), this.measures.line];
    const wanted = half(line.start + line.end) - half(width - 1);
    const ends = [low, ...crossing, high];
    const places = [];
    for (let gap = 1; gap < ends.length; gap++) {
      const [before, after] = [ends[gap - 1], ends[gap]];
      if (after - before < width + 2 * margin - 1) continue;
      places.push(Math.min(Math.max(wanted, before + margin), after - margin - width + 1));
    }
    places.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted) || one - other);
    return (places[0] ?? wanted) - wanted;
  }

  /** The boxes, the higher ones first. */
  boxes() {
    const order = [...this.height].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    return order.flatMap(([bubble, height]) => this.runs.get(bubble).map((_, piece) => {
      const x = this.x[this.opens.get(bubble)[piece]];
      const width = this.x[this.closes.get(bubble)[piece]] - x + 1;
      return { bubble, x, width, top: this.top(bubble), bottom: -1 - height, depth: this.depth(bubble) };
    }));
  }

  joins() {
    return [...this.height].flatMap(([bubble, height]) => this.runs.get(bubble).slice(1).map((_, piece) => ({
      bubble, start: this.x[this.closes.get(bubble)[piece]], end: this.x[this.opens.get(bubble)[piece + 1]],
      row: -1 - height, depth: this.depth(bubble),
    })));
  }

  /** The arcs that are no drops, in rows: each above all boxes and shorter lines in its way. */
  lines(boxes) {
    const ends = this.arcs.map(([head, , dependent]) => [this.at(this.departure(head, dependent)), this.at(this.arrival(dependent))]);
    const spans = this.arcs.map((arc, index) => {
      const [start, end] = ends[index];
      const width = this.labelWidth(arc);
      const label = half(start + end) - half(width - 1);
      return [Math.min(start, end, label), Math.max(start, end, label + width - 1)];
    });
    const order = spans.map((_, index) => index);
    const length = (index) => spans[index][1] - spans[index][0];
    order.sort((one, other) => length(one) - length(other) || spans[one][0] - spans[other][0] || one - other);
    const row = new Map();
    for (const one of order) {
      const floor = boxes.filter((box) => meet([box.x, box.x + box.width - 1], spans[one])).map((box) => box.top);
      const below = [...row].filter(([other]) => meet(spans[other], spans[one])).map(([, height]) => height);
      row.set(one, Math.max(largest(floor, 0) + ROOM_FOR_ARROW, largest(below, 0) + 1));
    }
    return this.arcs.map(([head, label, dependent], index) => {
      const [start, end] = ends[index];
      return { bubble: dependent, label: shown(label), start, startRow: this.top(head), row: row.get(index), end, endRow: this.top(dependent) };
    });
  }
}

/** Tokens, in order, as spans: consecutive ones together. */
function runsOf(tokens) {
  const found = [];
  for (const token of tokens) {
    const last = found[found.length - 1];
    if (last && last[1] === token - 1) last[1] = token;
    else found.push([token, token]);
  }
  return found;
}
