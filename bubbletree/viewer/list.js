// The list of sentences. Only the rows in sight are in the page, so that it may have any number of them.
"use strict";

const ROW = 68;
const SPARE = 6; // rows that are ready above and below those in sight

class SentenceList {
  /** @param {function} choose is called with a sentence that was clicked or reached by keys. */
  constructor(box, choose) {
    this.box = box;
    this.choose = choose;
    this.sentences = [];
    this.chosen = null;
    this.rows = element("div", { class: "rows", role: "presentation" });
    box.append(this.rows);
    box.addEventListener("scroll", () => this.show());
    box.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.show()).observe(box);
  }

  fill(sentences) {
    this.sentences = sentences;
    this.index = new Map(sentences.map((sentence, index) => [sentence, index]));
    this.rows.style.height = `${sentences.length * ROW}px`;
    this.box.scrollTop = Math.min(this.box.scrollTop, Math.max(0, sentences.length * ROW - this.box.clientHeight));
    this.show();
  }

  mark(sentence) {
    this.chosen = sentence;
    const index = this.index.get(sentence);
    if (index !== undefined) {
      const top = index * ROW;
      if (top < this.box.scrollTop) this.box.scrollTop = top;
      if (top + ROW > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = top + ROW - this.box.clientHeight;
    }
    this.show();
  }

  /** The sentence some rows further down, or up. */
  step(distance) {
    const index = this.index.get(this.chosen) ?? (distance > 0 ? -1 : this.sentences.length);
    const next = Math.max(0, Math.min(this.sentences.length - 1, index + distance));
    if (this.sentences.length && this.sentences[next] !== this.chosen) this.choose(this.sentences[next]);
  }

  onKey(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / ROW) - 1);
    const far = this.sentences.length;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -far, End: far };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.step(steps[event.key]);
  }

  show() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - SPARE);
    const last = Math.min(this.sentences.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + SPARE);
    this.rows.replaceChildren(...this.sentences.slice(first, last).map((one, index) => this.row(one, first + index)));
    const chosen = this.index?.get(this.chosen);
    const isInSight = chosen !== undefined && first <= chosen && chosen < last;
    if (isInSight) this.box.setAttribute("aria-activedescendant", `row-${chosen}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  row(sentence, index) {
    const made = element("div", {
      class: "row", role: "option", id: `row-${index}`, "aria-selected": sentence === this.chosen ? "true" : "false",
      "aria-setsize": this.sentences.length, "aria-posinset": index + 1, click: () => this.choose(sentence),
    },
    element("div", { class: "row-head" }, element("span", { class: "row-id" }, isolated(sentence.name)), ...badges(sentence)),
    element("div", { class: "row-text", dir: "auto" }, sentence.text || sentence.listed[0]?.problems?.[0] || ""));
    made.style.top = `${index * ROW}px`;
    return made;
  }
}

function badges(sentence) {
  const made = [];
  const badge = (kind, text, title) => made.push(element("span", { class: `badge ${kind}`, title }, text));
  if (!sentence.isDrawable) badge("bad", "problem", "No drawing: see what is wrong");
  const { length } = sentence.coordinations;
  if (length) badge("count", String(length), plural(length, "coordination"));
  if (sentence.differences.size) badge("bad", "\u2260", [...sentence.differences].join(", "));
  const unsure = Math.min(...sentence.coordinations.map((one) => one.confidence ?? 1));
  if (unsure < 0.5) badge("unsure", unsure.toFixed(2), "The lowest confidence");
  return made;
}
