// One sentence: its text, its drawing, and its coordinations, which light up in all of them.
"use strict";

/** The text of a tree, word by word. */
class RunningText {
  constructor(tree, record) {
    this.tree = tree;
    const glued = new Set(record.glued ?? []);
    this.pieces = [];
    record.words.forEach((word, index) => {
      this.pieces.push({ from: index + 1, to: index + 1, made: element("span", { "data-token": index + 1 }, isolated(word)) });
      if (!glued.has(index + 1) && index + 1 < record.words.length) {
        this.pieces.push({ from: index + 1, to: index + 2, made: element("span", {}, " ") });
      }
    });
    this.box = element("p", { class: "text", dir: record.rtl ? "rtl" : "ltr" }, ...this.pieces.map((piece) => piece.made));
  }

  light(spans) {
    for (const { from, to, made } of this.pieces) {
      const kinds = spans.filter(([[first, last]]) => first <= from && to <= last).map(([, kind]) => kind);
      made.className = kinds.length ? `lit ${kinds.join(" ")}` : "";
    }
  }
}

/** A tree that can be drawn, with its text and its coordinations. */
class TreeView {
  constructor(record, { marks = null, title = null } = {}) {
    this.tree = new Tree(record);
    this.drawing = new Drawing(this.tree);
    this.text = new RunningText(this.tree, record);
    this.cards = new Map();
    const coordinations = this.tree.coordinations;
    for (const [index, one] of coordinations.entries()) this.cards.set(one.bubble, this.card(one, index));
    this.scroller = element("div", {
      class: record.rtl ? "picture rtl" : "picture", tabindex: 0, role: "group", "aria-label": "Drawing of the tree, scrollable",
    }, this.drawing.svg);
    const drawing = this.drawing.svg;
    drawing.addEventListener("mouseover", (event) => this.onDrawing(event.target));
    drawing.addEventListener("mouseleave", () => this.light(null));
    if (marks) this.mark(marks);
    if (record.rtl) requestAnimationFrame(() => { this.scroller.scrollLeft = this.scroller.scrollWidth; });
    this.partner = null; // the other analysis of the same words, which lights up too
    this.heading = title ? element("h3", {}, isolated(title)) : null;
    this.outline = element("details", { class: "outline" }, element("summary", {}, "Outline"),
      element("pre", { dir: "auto" }, outlineOf(this.tree)));
    this.coordinations = coordinations.length
      ? element("ol", { class: "coordinations", "aria-label": "Coordinations" }, ...this.cards.values())
      : element("p", { class: "quiet" }, "No coordinations.");
    this.box = element("section", { class: "tree", "aria-label": title ?? "Tree" },
      this.heading, this.text.box, this.scroller, this.outline, this.coordinations);
  }

  card(one, index) {
    const { tree } = this;
    const phrase = (kind) => ([first, last]) =>
      element("li", {}, element("span", { class: `chip ${kind}` }, isolated(tree.text(first, last))));
    const modifier = (bubble) => {
      const [first, last] = tree.projections[bubble];
      return element("li", {}, element("span", { class: "chip shared" }, isolated(tree.text(first, last))),
        element("span", { class: "relation" }, shown(tree.labels[bubble])));
    };
    const shared = [...one.sharedLeft, ...one.sharedRight];
    const row = (name, items) => items.length
      ? [element("dt", {}, name), element("dd", {}, element("ul", {}, ...items))] : [];
    const facts = [
      one.category && `category ${shown(one.category)}`,
      one.depth > 1 && `inside coordination ${one.parent + 1}`,
      one.confidence !== null && `confidence ${one.confidence.toFixed(2)}`,
    ].filter(Boolean);
    return element("li", {
      class: `coordination d${this.depthOfBox(one.bubble)}`, tabindex: 0, "data-bubble": one.bubble,
      mouseenter: () => this.pointAt(one), mouseleave: () => this.light(null),
      focus: () => this.pointAt(one), blur: () => this.light(null),
    },
    element("p", { class: "card-head" }, element("span", { class: "number" }, String(index + 1)),
      element("strong", {}, isolated(tree.text(...one.whole)))),
    element("p", { class: "card-facts" },
      element("span", { class: "relation" }, shown(one.relation)), " of ",
      one.governor === ROOT ? "the sentence" : element("em", {}, isolated(shortened(tree.text(...tree.contents[one.governor])))),
      ...facts.map((fact) => ` \u00b7 ${fact}`)),
    element("dl", {},
      ...row("Conjuncts", one.conjuncts.map(phrase("conjunct"))),
      ...row("Coordinators", one.coordinators.map(phrase("coordinator"))),
      ...row("Shared", shared.map(modifier))));
  }

  /** Light up a coordination, and bring it into sight. */
  pointAt(one) {
    this.light(one);
    for (const { scroller, drawing } of [this, this.partner].filter(Boolean)) reveal(scroller, drawing, one.whole);
  }

  depthOfBox(bubble) {
    return this.drawing.layout.boxes.find((box) => box.bubble === bubble).depth % 4;
  }

  /** Light up a coordination in the text, the drawing and the list; null puts all lights out. */
  light(one) {
    const { tree } = this;
    const spans = !one ? [] : [
      ...one.conjuncts.map((span) => [span, "conjunct"]),
      ...one.coordinators.map((span) => [span, "coordinator"]),
      ...[...one.sharedLeft, ...one.sharedRight].map((child) => [tree.projections[child], "shared"]),
    ];
    this.text.light(spans);
    this.drawing.light(spans);
    this.partner?.drawing.light(spans);
    for (const lit of [...this.cards.values(), ...this.drawing.svg.querySelectorAll(".is-lit")]) lit.classList.remove("is-lit");
    if (!one) return;
    this.cards.get(one.bubble).classList.add("is-lit");
    for (const bubble of [one.bubble, ...tree.children[one.bubble]]) {
      for (const group of this.drawing.parts(bubble)) {
        // Of a child only the arc: its outline belongs to another coordination.
        if (bubble === one.bubble || group.classList.contains("arc")) group.classList.add("is-lit");
      }
    }
  }

  /** What is under the pointer in the drawing lights up the innermost coordination around it. */
  onDrawing(target) {
    const group = target.closest("[data-bubble], [data-token]");
    if (!group) return this.light(null);
    let bubble = Number(group.dataset.bubble ?? group.dataset.token);
    const isOutline = group.classList.contains("bubble");
    if (!isOutline) bubble = this.tree.heads[bubble];
    while (bubble !== null && !this.cards.has(bubble)) bubble = this.tree.heads[bubble];
    this.light(this.tree.coordinations.find((one) => one.bubble === bubble) ?? null);
  }

  /** Mark the arcs and bubbles that another tree does not have. */
  mark({ arcs, bubbles }) {
    for (const bubble of arcs) {
      for (const group of this.drawing.parts(bubble)) if (group.classList.contains("arc")) group.classList.add("differs");
    }
    for (const bubble of bubbles) {
      for (const group of this.drawing.parts(bubble)) if (group.classList.contains("bubble")) group.classList.add("differs");
      this.cards.get(bubble)?.classList.add("differs");
    }
  }
}

/** What a tree has that another over the same words has not: arcs and bubbles, by their numbers. */
function differing(record, other) {
  const [tree, second] = [new Tree(record), new Tree(other)];
  const known = new Set(arcKeys(second));
  const arcs = arcKeys(tree).flatMap((key, bubble) => (key === null || known.has(key) ? [] : [bubble]));
  const conjuncts = (one) => JSON.stringify(one.conjuncts);
  const found = new Set(second.coordinations.map(conjuncts));
  return { arcs, bubbles: tree.coordinations.filter((one) => !found.has(conjuncts(one))).map((one) => one.bubble) };
}

/** The tree in lines of text, one for each bubble, below its head. */
function outlineOf(tree) {
  const lines = [];
  const waiting = [];
  const children = (bubble) =>
    [...tree.children[bubble]].sort((one, other) => tree.projections[one][0] - tree.projections[other][0]);
  waiting.push(...children(ROOT).reverse().map((child) => [child, "", ""]));
  while (waiting.length) {
    const [bubble, lead, below] = waiting.pop();
    const [first, last] = tree.contents[bubble];
    const head = tree.heads[bubble];
    const words = tree.isWide(bubble) ? `[${tree.text(first, last)}]` : tree.text(first, last);
    const isShared = tree.isWide(head) && !tree.isInside(bubble, head);
    lines.push(`${lead}${shown(tree.labels[bubble])}: ${words}${isShared ? " (shared)" : ""}`);
    const inside = children(bubble);
    for (const child of inside.reverse()) {
      const isLast = child === inside[0];
      waiting.push([child, below + (isLast ? "\u2514\u2500 " : "\u251c\u2500 "), below + (isLast ? "   " : "\u2502  ")]);
    }
  }
  return lines.join("\n");
}

/** A sentence without a projective tree: what is wrong with it, and a drawing of what there is. */
class ProblemView {
  constructor(record, title = null) {
    const hasArcs = record.arcs?.length > 0;
    this.drawing = hasArcs ? new Drawing(new Structure(record)) : null;
    this.scroller = hasArcs ? element("div", {
      class: record.rtl ? "picture rtl" : "picture", tabindex: 0, role: "group", "aria-label": "Drawing, scrollable",
    }, this.drawing.svg) : null;
    this.box = element("section", { class: "tree problem", "aria-label": title ?? "Problem" },
      title ? element("h3", {}, isolated(title)) : null,
      record.words.length ? element("p", { class: "text", dir: "auto" }, textOf(record)) : null,
      problemsView(record.problems),
      this.scroller,
      record.outline ? element("details", { class: "outline" }, element("summary", {}, "Outline"),
        element("pre", { dir: "auto" }, record.outline)) : null);
  }
}

function problemsView(problems) {
  return element("div", { class: "problems", role: "note" },
    element("p", {}, "This is not a projective bubble tree:"),
    element("ul", {}, ...problems.map((problem) => element("li", { dir: "auto" }, shown(problem)))));
}

/** Two analyses: what differs in words, both drawings, then the coordinations of each. */
function comparisonView(sentence, names) {
  const { gold } = sentence.entry;
  const lefts = viewsOf(sentence.records, gold, names.file);
  const rights = viewsOf(gold, sentence.records, names.against);
  const views = [...lefts, ...rights];
  const boxes = [differencesView(sentence, names)];
  if (lefts.length === 1 && rights.length === 1 && lefts[0] instanceof TreeView && rights[0] instanceof TreeView) {
    const [left, right] = [lefts[0], rights[0]];
    if (hasSameWords(left.tree, right.tree)) {
      [left.partner, right.partner] = [right, left];
      right.text.box.remove();
    }
    const columns = [left, right].map((view, index) => element("section", { class: "tree" },
      element("h3", {}, isolated(index ? names.against : names.file)), view.coordinations, view.outline));
    boxes.push(left.box, right.box, element("div", { class: "columns" }, ...columns));
  } else {
    boxes.push(...views.map((view) => view.box));
  }
  return { views, boxes };
}

/** What was changed to make a tree. */
function notesView(notes) {
  return element("section", { class: "notes" }, element("h3", {}, "Changed to make the tree"),
    element("ul", {}, ...notes.map((note) => element("li", { dir: "auto" }, shown(note)))));
}

/** The trees of one side of a comparison, or of a sentence. */
function viewsOf(records, others = null, title = null) {
  return records.map((record, index) => {
    const heading = index === 0 ? title : null;
    if (record.problems) return new ProblemView(record, heading);
    const other = others?.length === records.length ? others[index] : null;
    const isComparable = other && !other.problems && hasSameWords(record, other);
    return new TreeView(record, { title: heading, marks: isComparable ? differing(record, other) : null });
  });
}

/** The differences between two analyses in words. */
function differencesView(sentence, names) {
  const { gold, differences } = sentence.entry;
  const missing = (name) => element("p", { class: "quiet" }, `${name} has no sentence with this text.`);
  if (gold.length === 0) return missing(names.against);
  if (sentence.records.length === 0) return missing(names.file);
  if (differences === null) {
    return element("p", { class: "quiet" }, "They cannot be compared: not all of them are projective bubble trees.");
  }
  const side = (texts) => texts.length ? element("span", { class: "analysis" }, isolated(texts.join(" | "))) : null;
  const items = differences.map((one) => element("li", {},
    element("strong", {}, changeName(one.change, names)), " ", side(one.left),
    one.left.length && one.right.length ? " \u2192 " : "", side(one.right),
    element("ul", {}, ...one.edits.map((edit) => element("li", { dir: "auto" }, shown(edit))))));
  if (items.length) return element("ul", { class: "differences", "aria-label": "Differences" }, ...items);
  const same = sentence.differences.has("other arcs")
    ? "The coordinations are the same. The arcs that differ are marked." : "Both trees are the same.";
  return element("p", { class: "quiet" }, same);
}

function changeName(change, names) {
  return { "only left": `only in ${names.file}`, "only right": `only in ${names.against}` }[change] ?? change;
}
