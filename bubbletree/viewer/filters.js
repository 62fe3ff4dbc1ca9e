// What the list can be searched and filtered by.
"use strict";

/** A sentence of the page with what was found out about it, when somebody asks. */
class Sentence {
  constructor(entry, number) {
    this.entry = entry;
    this.number = number;
    this.id = entry.id ?? String(number);
    this.name = entry.id ?? `sentence ${number}`;
    this.known = {};
  }

  once(name, find) {
    if (!(name in this.known)) this.known[name] = find();
    return this.known[name];
  }

  /** Another tree in place of the one that the sentence had. */
  replaceTree(record) {
    const { changes } = this.known;
    this.entry.trees = [record];
    this.known = changes ? { changes } : {};
  }

  get records() {
    return this.entry.trees;
  }

  /** What the list shows and is searched by: the other analysis, if only that one has the sentence. */
  get listed() {
    return this.records.length ? this.records : this.entry.gold ?? [];
  }

  get text() {
    return this.once("text", () => this.listed.map(textOf).join(" "));
  }

  get searched() {
    return this.once("searched", () => `${this.id}\n${this.text}`.toLowerCase());
  }

  get length() {
    return this.once("length", () => this.listed.reduce((sum, record) => sum + record.words.length, 0));
  }

  get isDrawable() {
    return this.listed.every((record) => !record.problems);
  }

  /** Of each coordination what filters ask for. */
  get coordinations() {
    return this.once("coordinations", () => this.listed.filter((record) => !record.problems).flatMap((record) =>
      // Most sentences have no bubbles, and need no tree to know that.
      record.bubbles.length === 0 ? [] : new Tree(record).coordinations.map((one) => ({
        depth: one.depth,
        conjuncts: one.conjuncts.length,
        relation: one.relation,
        category: one.category,
        confidence: one.confidence,
        isShared: one.sharedLeft.length + one.sharedRight.length > 0,
      }))));
  }

  /** How the sentence differs from the one that it is compared with: a set of kinds, empty if it does not. */
  get differences() {
    return this.once("differences", () => {
      const { gold, differences } = this.entry;
      if (!gold) return new Set();
      if (gold.length === 0 || this.records.length === 0) return new Set(["no partner"]);
      if (differences === null) return new Set(["not comparable"]);
      const found = new Set(differences.map((one) => one.change));
      if (found.size === 0 && hasOtherArcs(this.records, gold)) found.add("other arcs");
      return found;
    });
  }
}

/** The words with the blanks between them. */
function textOf(record) {
  const glued = new Set(record.glued ?? []);
  return record.words.map((word, index) => shown(word) + (glued.has(index + 1) ? "" : " ")).join("").trim();
}

/** The arcs of a tree, by the bubble that they lead to, as texts that other trees over the same words can have, too. */
function arcKeys(tree) {
  // A coordination goes by its first coordinator, so that arcs do not differ because its ends do.
  const names = tree.contents.map((content, bubble) => {
    const coordinator = tree.isWide(bubble) ? tree.parts(bubble).find((part) => tree.labels[part] === "cc") : undefined;
    return coordinator === undefined ? content.join("-") : `around ${tree.contents[coordinator][0]}`;
  });
  return tree.heads.map((head, bubble) => (head === null ? null : `${names[head]} ${tree.labels[bubble]} ${names[bubble]}`));
}

function hasSameWords(one, other) {
  return one.words.length === other.words.length && one.words.every((word, index) => word === other.words[index]);
}

function hasOtherArcs(records, others) {
  if (records.length !== others.length) return false;
  return records.some((record, index) => {
    const other = others[index];
    if (record.problems || other.problems || !hasSameWords(record, other)) return false;
    const keys = new Set(arcKeys(new Tree(other)));
    return arcKeys(new Tree(record)).some((key) => !keys.has(key));
  });
}

/** Whether a sentence is asked for. The conditions on coordinations must hold of one and the same coordination. */
function isWanted(sentence, { query, kind, depth, conjuncts, relation, category, confidence, least, most, difference }) {
  if (query && !query.split(/\s+/).every((word) => sentence.searched.includes(word))) return false;
  if (least !== null && sentence.length < least) return false;
  if (most !== null && sentence.length > most) return false;
  if (difference === "any" && sentence.differences.size === 0) return false;
  if (difference === "none" && sentence.differences.size > 0) return false;
  if (!["", "any", "none"].includes(difference) && !sentence.differences.has(difference)) return false;
  if (kind === "problem" && sentence.isDrawable) return false;
  if (kind === "changed" && !sentence.entry.notes) return false;
  if (kind === "none") return sentence.isDrawable && sentence.coordinations.length === 0;
  const isAny = ["", "problem", "changed"].includes(kind) && depth === null && conjuncts === null && !relation && !category && confidence === null;
  return isAny || sentence.coordinations.some((one) =>
    (kind !== "shared" || one.isShared)
    && (kind !== "private" || !one.isShared)
    && (depth === null || one.depth >= depth)
    && (conjuncts === null || one.conjuncts >= conjuncts)
    && (!relation || one.relation === relation || one.relation.split(":")[0] === relation)
    && (!category || one.category === category)
    && (confidence === null || (one.confidence !== null && one.confidence < confidence)));
}
