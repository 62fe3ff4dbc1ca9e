// Only in a served page: sentences typed in and parsed, and trees changed by dragging, by keys, or in a form.
"use strict";

const RELATIONS = [
  "acl", "acl:relcl", "advcl", "advmod", "amod", "appos", "aux", "aux:pass", "case", "cc", "ccomp", "compound", "conj", "cop",
  "csubj", "dep", "det", "discourse", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark", "nmod", "nmod:poss", "nsubj",
  "nsubj:pass", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "root", "vocative", "xcomp",
];

/** Ask the server that the page comes from. */
async function ask(question, body) {
  const reply = await fetch(question, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  }).catch(() => {
    throw new Error("The server does not answer any more. Start it again, and open the address that it prints.");
  });
  const type = reply.headers.get("Content-Type") ?? "";
  const told = type.startsWith("application/json") ? await reply.json() : { error: (await reply.text()).trim() };
  if (!reply.ok) throw new Error(told.error);
  return told;
}

/** The fields of a tree from its record. */
function fieldsOf(record) {
  if (record.problems) return { words: record.words, contents: record.contents, arcs: record.arcs };
  const tree = new Tree(record);
  const range = ([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const arcs = tree.heads.flatMap((head, bubble) => (head === null ? [] : [[head, tree.labels[bubble], bubble]]));
  return { words: tree.words, contents: tree.contents.map(range), arcs };
}

/** The changes of a sentence, to undo and to do again. */
class Changes {
  constructor(sentence) {
    this.sentence = sentence;
    const [record] = sentence.records;
    this.states = [{ record, tree: fieldsOf(record) }];
    this.at = 0;
  }

  get now() {
    return this.states[this.at];
  }

  add(state) {
    this.states.splice(this.at + 1, Infinity, state);
    this.go(1);
  }

  go(distance) {
    this.at = Math.max(0, Math.min(this.states.length - 1, this.at + distance));
    this.sentence.replaceTree(this.now.record);
  }
}

class EditView {
  constructor(app, sentence) {
    this.app = app;
    this.sentence = sentence;
    this.changes = sentence.once("changes", () => new Changes(sentence));
    this.selected = [];
    const button = (text, title, act) => element("button", { type: "button", title, click: act }, text);
    this.undo = button("Undo", "Ctrl+Z", () => this.go(-1));
    this.redo = button("Redo", "Ctrl+Shift+Z", () => this.go(1));
    this.join = button("Make a bubble", "b: around what is selected", () => this.coordinate());
    this.split = button("Remove bubble", "Delete: the bubble that is selected", () => this.dissolve());
    this.dependent = element("select", { id: "edit-dependent", change: () => this.choose() });
    this.head = element("select", { id: "edit-head" });
    this.label = element("input", { id: "edit-label", list: "edit-relations", autocomplete: "off", spellcheck: "false", size: 12 });
    this.faults = new Map([this.dependent, this.head, this.label].map((field) => {
      const fault = element("span", { class: "fault", id: `${field.id}-fault` });
      field.setAttribute("aria-describedby", fault.id);
      return [field, fault];
    }));
    this.apply = element("button", {}, "Apply");
    this.outlook = element("p", { class: "outlook", role: "status" });
    this.asked = 0;
    const form = element("form", {
      class: "edit-form", submit: (event) => { event.preventDefault(); this.attach(); }, input: () => this.checkForm(),
    },
    ...[["Attach ", this.dependent], ["to ", this.head], ["as ", this.label]].map(([name, field]) =>
      element("div", { class: "field" }, element("label", {}, name, field), this.faults.get(field))),
    this.apply,
    element("datalist", { id: "edit-relations" }, ...RELATIONS.map((value) => element("option", { value }))));
    this.status = element("div", { class: "edit-status", role: "status" });
    this.chips = element("div", { class: "chips", role: "group", "aria-label": "Words and bubbles to select" });
    this.scroller = element("div", { class: "picture editable", tabindex: 0, role: "group", "aria-label": "Drawing of the tree, to change" });
    for (const kind of ["pointerdown", "pointermove", "pointerup"]) {
      this.scroller.addEventListener(kind, (event) => this.onPointer(event));
    }
    this.box = element("section", { class: "tree edit", "aria-label": "Edit" },
      element("div", { class: "controls" }, this.undo, this.redo, this.join, this.split,
        button("Save all as CoNLL-U", "Download all sentences, with your changes", () => this.save())),
      element("p", { class: "quiet" }, "Drag a word, or the edge of a bubble, to its governor. Click to select; select several to put them into a bubble."),
      this.scroller, this.chips, form, this.outlook, this.status);
    this.box.addEventListener("keydown", (event) => this.onKey(event));
    this.show();
  }

  get tree() {
    return this.changes.now.tree;
  }

  text(bubble) {
    const { words, contents } = this.tree;
    if (bubble === ROOT) return "RT (the sentence)";
    const text = contents[bubble].map((token) => shown(words[token - 1])).join(" ");
    return bubble > words.length ? `[${text}]` : `${bubble} ${text}`;
  }

  show(message = null) {
    const { record, tree } = this.changes.now;
    this.undo.disabled = this.changes.at === 0;
    this.redo.disabled = this.changes.at === this.changes.states.length - 1;
    this.drawing = new Drawing(record.problems ? new Structure(record) : new Tree(record));
    this.scroller.replaceChildren(this.drawing.svg);
    const numbers = tree.contents.map((_, bubble) => bubble);
    const options = (list) => list.map((bubble) => element("option", { value: bubble }, this.text(bubble)));
    this.dependent.replaceChildren(element("option", { value: "" }, "\u2013"), ...options(numbers.slice(1)));
    this.head.replaceChildren(...options(numbers));
    this.chips.replaceChildren(...numbers.slice(1).map((bubble) => element("button", {
      type: "button", "data-chip": bubble, class: bubble > tree.words.length ? "chip-wide" : null, click: () => this.toggle(bubble),
    }, isolated(this.text(bubble)))));
    this.tell(message, record.problems);
    this.select(this.selected.filter((bubble) => bubble in tree.contents));
  }

  tell(message, problems = this.changes.now.record.problems) {
    this.status.replaceChildren(
      message ? element("p", { class: "problems" }, shown(message)) : "",
      problems ? problemsView(problems) : element("p", { class: "valid" }, "A valid bubble tree."));
  }

  select(bubbles) {
    this.selected = bubbles;
    for (const chip of this.chips.children) chip.setAttribute("aria-pressed", bubbles.includes(Number(chip.dataset.chip)) ? "true" : "false");
    for (const made of this.drawing.svg.querySelectorAll("[data-token], .bubble")) {
      made.classList.toggle("selected", bubbles.includes(Number(made.dataset.token ?? made.dataset.bubble)));
    }
    const one = bubbles[bubbles.length - 1];
    const arc = this.tree.arcs.find(([, , dependent]) => dependent === one);
    this.dependent.value = one ?? "";
    this.head.value = arc ? arc[0] : ROOT;
    this.label.value = arc ? arc[1] : "";
    this.join.disabled = bubbles.length < 2;
    this.split.disabled = bubbles.length !== 1 || one <= this.tree.words.length;
    if (bubbles.length > 1) this.foresee({ change: "coordinate", members: bubbles }, "As a bubble");
    else this.checkForm(bubbles.length === 0);
  }

  /** What is chosen in the form is selected; the dash selects nothing. */
  choose() {
    this.select(this.dependent.value === "" ? [] : [Number(this.dependent.value)]);
  }

  /** The change that the form describes; null if a field has no sense, which is then told beside the field. */
  inForm() {
    const [dependent, head, label] = [this.dependent, this.head, this.label].map((field) => field.value.trim());
    const faults = new Map();
    if (dependent === "") faults.set(this.dependent, "choose a word or a bubble");
    if (dependent !== "" && dependent === head) faults.set(this.head, "nothing is its own head");
    if (!label) faults.set(this.label, "the relation needs a name");
    else if (/\s/u.test(label)) faults.set(this.label, "no blanks in a relation");
    this.mark(faults);
    return faults.size ? null : { change: "attach", dependent: Number(dependent), head: Number(head), label };
  }

  /** Show what is wrong with each field beside it. */
  mark(faults) {
    for (const [field, fault] of this.faults) {
      fault.textContent = faults.get(field) ?? "";
      field.setAttribute("aria-invalid", faults.has(field) ? "true" : "false");
    }
  }

  /** Check the form at each keystroke. While nothing is selected, nothing is wrong with it; nor is an arc that is there. */
  checkForm(isEmpty = false) {
    const change = this.inForm();
    this.apply.disabled = change === null;
    if (isEmpty) this.mark(new Map());
    const isOld = this.tree.arcs.some(([head, label, dependent]) =>
      dependent === change?.dependent && head === change.head && label === change.label);
    if (change && !isOld) return this.foresee(change, "With this arc");
    this.asked += 1; // what is still under way is no longer wanted
    this.outlook.replaceChildren();
    return null;
  }

  /** Say what the tree would be after a change, without making it. The last question counts. */
  async foresee(change, name) {
    const number = ++this.asked;
    let problems;
    try {
      const { record } = await ask("edit", { sentence: this.sentence.number, tree: this.tree, ...change });
      problems = record.problems ?? [];
    } catch (error) {
      problems = [error.message];
    }
    if (number !== this.asked) return null;
    this.outlook.className = problems.length ? "outlook bad" : "outlook good";
    this.outlook.textContent = problems.length
      ? `${name}, this would not be a projective bubble tree: ${shown(problems[0])}` : `${name}, this would be a valid bubble tree.`;
    return problems;
  }

  toggle(bubble) {
    this.select(this.selected.includes(bubble) ? this.selected.filter((one) => one !== bubble) : [...this.selected, bubble]);
  }

  /** The bubble under a pointer: a word, an outline, or the dependent of an arc. */
  at(event) {
    const made = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-token], [data-bubble]");
    return made && this.scroller.contains(made) ? Number(made.dataset.token ?? made.dataset.bubble) : null;
  }

  onPointer(event) {
    if (event.button > 0) return;
    if (event.type === "pointerdown") {
      this.dragged = this.at(event);
      this.start = [event.clientX, event.clientY];
      if (this.dragged !== null) this.scroller.setPointerCapture(event.pointerId);
    } else if (this.dragged === null || this.dragged === undefined) {
      return;
    } else if (event.type === "pointermove") {
      this.pull(event);
    } else {
      const [bubble, target] = [this.dragged, this.at(event)];
      this.dragged = null;
      this.over = null;
      this.rubber?.remove();
      for (const made of this.drawing.svg.querySelectorAll(".target")) made.classList.remove("target", "unfit");
      if (target === bubble) this.toggle(bubble);
      else if (target !== null) this.attachTo(bubble, target);
      else if (Math.hypot(event.clientX - this.start[0], event.clientY - this.start[1]) > 20) this.attachTo(bubble, ROOT);
    }
  }

  /** A line from what is dragged to the pointer, and a light on what is under it. */
  pull(event) {
    const { svg } = this.drawing;
    const scale = this.drawing.width / svg.getBoundingClientRect().width;
    const { left, top } = svg.getBoundingClientRect();
    const [x1, y1, x2, y2] = [this.start[0] - left, this.start[1] - top, event.clientX - left, event.clientY - top].map((v) => v * scale);
    this.rubber?.remove();
    this.rubber = drawn("line", { class: "rubber", x1, y1, x2, y2 });
    svg.append(this.rubber);
    const target = this.at(event);
    for (const made of svg.querySelectorAll("[data-token], .bubble")) {
      const bubble = Number(made.dataset.token ?? made.dataset.bubble);
      made.classList.toggle("target", bubble === target && bubble !== this.dragged);
      if (bubble !== target) made.classList.remove("unfit");
    }
    if (target !== this.over) this.checkTarget(target);
  }

  /** Check a governor as soon as something is dragged over it. */
  async checkTarget(target) {
    this.over = target;
    if (target === null || target === this.dragged) return this.checkForm();
    const problems = await this.foresee(this.arcTo(this.dragged, target), "With this arc");
    if (problems?.length) for (const made of this.drawing.svg.querySelectorAll(".target")) made.classList.add("unfit");
    return null;
  }

  /** The change that attaches what is dragged: it keeps its relation, unless it was the root, or becomes it. */
  arcTo(dependent, head) {
    const arc = this.tree.arcs.find(([, , child]) => child === dependent);
    const label = head === ROOT ? "root" : arc && arc[1] !== "root" ? arc[1] : "dep";
    return { change: "attach", dependent, head, label };
  }

  attachTo(dependent, head) {
    this.selected = [dependent];
    return this.change(this.arcTo(dependent, head));
  }

  attach() {
    const change = this.inForm();
    return change && this.change(change);
  }

  coordinate() {
    const members = this.selected;
    this.selected = [];
    return this.change({ change: "coordinate", members });
  }

  dissolve() {
    const [bubble] = this.selected;
    this.selected = [];
    return this.change({ change: "dissolve", bubble });
  }

  async change(change) {
    try {
      this.changes.add(await ask("edit", { sentence: this.sentence.number, tree: this.tree, ...change }));
      this.show();
    } catch (error) {
      this.show(error.message);
    }
    this.app.changed();
  }

  go(distance) {
    this.changes.go(distance);
    this.show();
    this.app.changed();
  }

  async save() {
    const edited = {};
    for (const sentence of this.app.sentences) {
      if (sentence.known.changes?.at > 0) edited[sentence.number] = sentence.known.changes.now.tree;
      else if (sentence.entry.alternatives) edited[sentence.number] = fieldsOf(sentence.records[0]);
    }
    try {
      const { text, left_out: leftOut, refused } = await ask("save", { edited });
      if (refused) return this.refuse(refused);
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      element("a", { href: address, download: "trees.conllu" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
      const names = leftOut.map(({ sentence }) => this.app.sentences[sentence - 1].name).join(", ");
      this.tell(leftOut.length ? `Not well-formed when they were read, and left out: ${names}` : null);
    } catch (error) {
      this.tell(error.message);
    }
    return null;
  }

  /** Say which changed sentences have to be mended before anything is saved. */
  refuse(refused) {
    this.status.replaceChildren(element("div", { class: "problems" },
      element("p", {}, "Nothing was saved. These trees have to be mended first:"),
      element("ul", {}, ...refused.map(({ sentence, reason }) => {
        const one = this.app.sentences[sentence - 1];
        return element("li", {}, element("button", { type: "button", click: () => this.app.go(one) }, isolated(one.name)), " ", shown(reason));
      }))));
  }

  onKey(event) {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (isUndo) {
      event.preventDefault();
      if (!(event.shiftKey ? this.redo : this.undo).disabled) this.go(event.shiftKey ? 1 : -1);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    if (event.key === "b" && !this.join.disabled) this.coordinate();
    if (event.key === "Delete" && !this.split.disabled) this.dissolve();
  }
}

/** The trees that a model thinks of, to choose from. */
function alternativesView(sentence, choose) {
  const { alternatives } = sentence.entry;
  return element("p", { class: "alternatives", role: "group", "aria-label": "Possible trees" }, "Possible trees: ",
    ...alternatives.map(({ record, probability }, index) => element("button", {
      type: "button", "aria-pressed": record === sentence.records[0] ? "true" : "false", click: () => choose(record),
    }, `${index + 1}${probability === null ? "" : ` (${percent(probability)})`}`)));
}
