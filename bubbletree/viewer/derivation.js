// A derivation, step by step: the stack, the buffer, what is allowed, why the rest is not, and the tree as it grows.
"use strict";

const STACK_SHOWN = 10;
const BUFFER_SHOWN = 14;

class DerivationView {
  /** @param model what to call the model, and a promise of what it thinks of the steps; null without a model. */
  constructor(record, rules, model = null) {
    this.tree = new Tree(record);
    this.rules = rules;
    this.derivation = derivationOf(this.tree);
    this.step = 0;
    this.playing = null;
    this.drawing = new Drawing(this.tree);
    this.madeIn = this.whenMade();
    const { length } = this.derivation.steps;
    const button = (name, text, act) => element("button", { type: "button", "aria-label": name, title: name, click: act }, text);
    this.slider = element("input", {
      type: "range", min: 0, max: length, value: 0, "aria-label": "Step of the derivation",
      input: () => this.go(Number(this.slider.value)),
    });
    this.player = button("Play", "\u25b6", () => this.play());
    this.counter = element("output", { class: "counter" });
    this.normalForm = element("input", { type: "checkbox", change: () => this.show() });
    this.said = element("p", { class: "said", role: "status" });
    this.items = element("div", { class: "items" });
    this.estimates = null;
    this.head = element("tr");
    this.table = element("tbody");
    this.opinion = element("p", { class: "quiet opinion" });
    this.history = element("ol", { class: "history", "aria-label": "Transitions" },
      ...this.derivation.steps.map((step, index) => element("li", {},
        element("button", { type: "button", click: () => this.go(index + 1) }, this.nameOf(step)))));
    this.scroller = element("div", {
      class: record.rtl ? "picture rtl" : "picture", tabindex: 0, role: "group", "aria-label": "The tree so far",
    }, this.drawing.svg);
    this.box = element("section", { class: "derivation", "aria-label": "Derivation" },
      element("div", { class: "controls" },
        button("To the start", "\u23ee", () => this.go(0)), button("Back", "\u25c0", () => this.go(this.step - 1)),
        this.player, button("Forward", "\u25b6|", () => this.go(this.step + 1)), button("To the end", "\u23ed", () => this.go(length)),
        this.slider, this.counter),
      this.said, this.items, this.scroller,
      element("div", { class: "transitions" },
        element("table", {},
          element("caption", {}, "What the parser may do next"),
          element("thead", {}, this.head), this.table),
        this.opinion,
        element("label", {}, this.normalForm, " also ask for normal form")),
      element("details", { class: "steps" }, element("summary", {}, "All transitions"), this.history));
    this.show();
    if (model) this.hear(model);
  }

  /** Show what a model thinks of the steps, once that is known. */
  async hear({ name, told }) {
    try {
      const { steps, no_steps: reason } = await told;
      if (steps) {
        const whole = steps.reduce((product, step, index) => product * this.probability(step, index), 1);
        this.opinion.textContent = `Probabilities by ${shown(name)}. The whole derivation: ${percent(whole)}.`;
        this.estimates = steps;
      } else {
        this.opinion.textContent = `No probabilities by ${shown(name)}: ${shown(reason)}.`;
      }
    } catch (error) {
      this.opinion.textContent = shown(error.message);
    }
    this.show();
  }

  /** How probable the step of the derivation is that comes at a place: its transition and its label. */
  probability(step, index) {
    return step[letterOf(this.derivation.steps[index].kind)] * (step.label ?? 1);
  }

  nameOf({ kind, label }) {
    const { name } = this.rules.transitions.find((rule) => rule.kind === kind);
    return label === null ? name : `${name}(${shown(label)})`;
  }

  /** By bubble of the tree, after which step its arc is there, its outline begins, and its outline is closed. */
  whenMade() {
    const made = { arc: new Map(), opened: new Map(), closed: new Map() };
    const { steps, configurations, bubbles } = this.derivation;
    steps.forEach(({ kind }, index) => {
      const [before, after] = [configurations[index], configurations[index + 1]];
      for (const [, , dependent] of after.arcs.slice(before.arcs.length)) made.arc.set(bubbles[dependent], index + 1);
      if (kind === "BUBBLE_OPEN") made.opened.set(bubbles[onStack(after, 1).bubble], index + 1);
      if (kind === "BUBBLE_CLOSE") made.closed.set(bubbles[after.buffer[0].bubble], index + 1);
    });
    return made;
  }

  go(step) {
    this.step = Math.max(0, Math.min(this.derivation.steps.length, step));
    this.show();
  }

  play() {
    if (this.playing) return this.stop();
    if (this.step === this.derivation.steps.length) this.go(0);
    this.playing = setInterval(() => {
      if (!this.box.isConnected || this.step === this.derivation.steps.length) return this.stop();
      this.go(this.step + 1);
    }, 900);
    this.named(this.player, "Pause", "\u23f8");
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.named(this.player, "Play", "\u25b6");
  }

  named(button, name, text) {
    button.textContent = text;
    button.setAttribute("aria-label", name);
    button.title = name;
  }

  show() {
    const { steps, configurations } = this.derivation;
    const configuration = configurations[this.step];
    this.slider.value = this.step;
    this.counter.textContent = `${this.step} / ${steps.length}`;
    const next = steps[this.step];
    const last = steps[this.step - 1];
    this.said.replaceChildren(
      last ? `Done: ${this.nameOf(last)}. ` : "The sentence is in the buffer, RT on the stack. ",
      next ? element("strong", {}, `Next: ${this.nameOf(next)}.`) : element("strong", {}, "The tree is complete."));
    this.items.replaceChildren(this.stack(configuration), this.buffer(configuration));
    const columns = ["Transition", ...(this.estimates ? ["Probability"] : []), "Allowed?"];
    this.head.replaceChildren(...columns.map((name) => element("th", { scope: "col" }, name)));
    this.table.replaceChildren(...this.rules.transitions.map((rule) => this.rule(rule, configuration, next)));
    this.grow();
    this.follow(configuration);
    for (const [index, one] of [...this.history.children].entries()) {
      const button = one.firstChild;
      button.setAttribute("aria-current", index + 1 === this.step ? "step" : "false");
      if (!this.estimates) continue;
      const probability = this.probability(this.estimates[index], index);
      button.classList.toggle("doubtful", probability < 0.5);
      button.title = percent(probability);
    }
  }

  /** Bring the top of the stack into sight. */
  follow({ stack }) {
    const lane = this.items.querySelector(".stack ul");
    lane.scrollLeft = lane.scrollWidth;
    const [, last] = onStack({ stack }, 1).content;
    if (this.box.isConnected && last > 0) reveal(this.scroller, this.drawing, [last, last]);
  }

  stack({ stack }) {
    const seen = stack.slice(-STACK_SHOWN);
    return this.lane("Stack", seen.map((item, index) => [item, seen.length - index <= 2 ? `s${seen.length - index}` : ""]),
      stack.length - seen.length, true);
  }

  buffer({ buffer }) {
    const seen = buffer.slice(0, BUFFER_SHOWN);
    return this.lane("Buffer", seen.map((item, index) => [item, index === 0 ? "b1" : ""]), buffer.length - seen.length, false);
  }

  lane(name, items, more, isBefore) {
    const rest = more ? [element("li", { class: "more" }, `\u2026 ${more} more`)] : [];
    const chips = items.map(([item, place]) => this.chip(item, place));
    const list = isBefore ? [...rest, ...chips] : [...chips, ...rest];
    return element("div", { class: `lane ${name.toLowerCase()}` }, element("h3", {}, name),
      list.length ? element("ul", { "aria-label": name }, ...list) : element("p", { class: "quiet" }, "empty"));
  }

  chip({ bubble, content, isOpen }, place) {
    const isWide = bubble > this.tree.size;
    const text = bubble === ROOT ? "RT" : this.tree.text(...content);
    const kind = bubble === ROOT ? "root" : isWide ? `wide${isOpen ? " open" : ""}` : "word-item";
    return element("li", { class: `item ${kind}` }, element("span", {}, isolated(isOpen ? `${text} \u2026` : text)),
      element("span", { class: "place" }, place));
  }

  rule(rule, configuration, next) {
    const estimate = next && this.estimates?.[this.step];
    const probability = estimate?.[letterOf(rule.kind)];
    const isRefused = Boolean(estimate) && probability === undefined; // perhaps by the model's restrictions alone
    const failing = firstFailing(rule, configuration, {
      normalForm: this.normalForm.checked || isRefused, singleRoot: isRefused,
    });
    const isTaken = next?.kind === rule.kind;
    return element("tr", { class: failing ? "refused" : isTaken ? "taken" : "allowed" },
      element("th", { scope: "row" }, isTaken ? this.nameOf(next) : rule.name),
      this.estimates ? this.estimated(probability, isTaken && estimate.label !== undefined ? estimate.label : null) : null,
      element("td", {}, failing ? this.refusal(this.rules.preconditions[failing]) : isTaken ? "yes, and taken" : "yes"));
  }

  /** Why a transition is refused: by a precondition, or by a restriction, whose name comes first. */
  refusal(precondition) {
    const [name, restriction] = precondition.split(": ");
    return restriction ? `no: ${name} requires that ${restriction}` : `no: requires that ${name}`;
  }

  /** A cell with the probability of a transition and, if it is taken, that of its label. */
  estimated(probability, label) {
    if (probability === undefined) return element("td", { class: "probability" });
    return element("td", { class: "probability" },
      drawn("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        drawn("rect", { width: 100 * probability, height: 10 })),
      percent(probability), label === null ? null : element("small", {}, `label: ${percent(label)}`));
  }

  /** Show what is there so far; the rest of the tree is faint. */
  grow() {
    for (const group of this.drawing.svg.querySelectorAll("[data-bubble]")) {
      const bubble = Number(group.dataset.bubble);
      const isArc = group.classList.contains("arc");
      const since = (isArc ? this.madeIn.arc : this.madeIn.opened).get(bubble);
      group.classList.toggle("pending", since > this.step);
      group.classList.toggle("new", since === this.step);
      if (!isArc) group.classList.toggle("open", since <= this.step && this.madeIn.closed.get(bubble) > this.step);
    }
  }
}
