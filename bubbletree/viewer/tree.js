// Bubble trees as the page has them, and what can be read off them.
//
// A record comes from bubbletree/viewer/records.py. Its bubbles are numbered: 0 is RT, 1..n are the words, and the
// bubbles of two words or more follow, sorted by first word, the wider ones first.
"use strict";

const ROOT = 0;

class Tree {
  constructor(record) {
    this.words = record.words;
    this.size = record.words.length;
    this.record = record;
    this.contents = [[0, 0]];
    for (let token = 1; token <= this.size; token++) this.contents.push([token, token]);
    this.contents.push(...record.bubbles);
    this.heads = [null, ...record.heads];
    this.labels = [null, ...record.labels];
    this.children = this.contents.map(() => []);
    this.heads.forEach((head, bubble) => {
      if (head !== null) this.children[head].push(bubble);
    });
  }

  isWide(bubble) {
    return bubble > this.size;
  }

  isInside(child, bubble) {
    const [inner, outer] = [this.contents[child], this.contents[bubble]];
    return outer[0] <= inner[0] && inner[1] <= outer[1];
  }

  /** The internal children of a bubble, from left to right. */
  parts(bubble) {
    const inside = this.children[bubble].filter((child) => this.isInside(child, bubble));
    return inside.sort((one, other) => this.contents[one][0] - this.contents[other][0]);
  }

  /** For each bubble the first and the last word that it and all below it cover. */
  get projections() {
    if (this.knownProjections) return this.knownProjections;
    const spans = this.contents.map((span) => [...span]);
    for (const bubble of this.topDown().reverse()) {
      const head = this.heads[bubble];
      if (head === null) continue;
      spans[head][0] = Math.min(spans[head][0], spans[bubble][0]);
      spans[head][1] = Math.max(spans[head][1], spans[bubble][1]);
    }
    this.knownProjections = spans;
    return spans;
  }

  /** All bubbles, every one after its head. */
  topDown() {
    const order = [ROOT];
    for (const bubble of order) order.push(...this.children[bubble]);
    return order;
  }

  text(first, last) {
    return this.words.slice(first - 1, last).map(shown).join(" ");
  }

  /** The coordinations, sorted by first word, wider ones first. */
  get coordinations() {
    if (this.knownCoordinations) return this.knownCoordinations;
    const spans = this.projections;
    const found = [];
    for (let bubble = this.size + 1; bubble < this.contents.length; bubble++) {
      const parts = this.parts(bubble);
      const labelled = (label) => parts.filter((part) => this.labels[part] === label);
      const conjuncts = labelled("conj");
      if (!conjuncts.length) continue;
      const shared = this.children[bubble].filter((child) => !this.isInside(child, bubble));
      shared.sort((one, other) => spans[one][0] - spans[other][0]);
      const first = this.contents[bubble][0];
      found.push({
        bubble,
        conjuncts: conjuncts.map((part) => spans[part]),
        coordinators: labelled("cc").map((part) => spans[part]),
        sharedLeft: shared.filter((child) => this.contents[child][0] < first),
        sharedRight: shared.filter((child) => this.contents[child][0] > first),
        relation: this.labels[bubble],
        governor: this.heads[bubble],
        whole: [spans[conjuncts[0]][0], spans[conjuncts[conjuncts.length - 1]][1]],
        category: this.record.categories?.[bubble] ?? null,
        confidence: this.record.confidences?.[bubble] ?? null,
      });
    }
    found.sort((one, other) =>
      one.whole[0] - other.whole[0] || other.whole[1] - one.whole[1] || one.bubble - other.bubble);
    const numbers = new Map(found.map((one, index) => [one.bubble, index]));
    for (const one of found) {
      one.parent = this.parentOf(one.bubble, numbers);
      one.depth = one.parent === null ? 1 : found[one.parent].depth + 1;
    }
    this.knownCoordinations = found;
    return found;
  }

  /** The index of the innermost coordination that a bubble is in a part of; null if there is none. */
  parentOf(bubble, numbers) {
    let inner = bubble;
    for (let outer = this.heads[bubble]; outer !== null; [inner, outer] = [outer, this.heads[outer]]) {
      if (numbers.has(outer) && this.isInside(inner, outer)) return numbers.get(outer);
    }
    return null;
  }
}

const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/gu;
const NOT_FOR_SHOW = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]/gu;

/** A text as it can be shown: characters that would break a drawing are replaced, never dropped. */
function shown(text) {
  return text.replace(BLANKS, " ").replace(NOT_FOR_SHOW, "\ufffd");
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

function hasRightToLeft(text) {
  return RIGHT_TO_LEFT.test(text);
}
