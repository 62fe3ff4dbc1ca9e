// The page as a whole: it reads its data, and connects search, filters, list, views, keys and the address.
"use strict";

class App {
  constructor(data) {
    this.data = data;
    this.names = { file: shown(data.file), against: data.against === null ? null : shown(data.against) };
    this.sentences = data.sentences.map((entry, index) => new Sentence(entry, index + 1));
    this.view = data.against === null ? "tree" : "compare";
    this.zoom = 1;
    this.list = new SentenceList(byId("list"), (sentence) => this.go(sentence));
    this.byName = new Map();
    for (const sentence of this.sentences) if (sentence.entry.id !== null) this.name(sentence, sentence.entry.id);
    for (const sentence of this.sentences) if (!sentence.address) this.name(sentence, String(sentence.number));
    this.connect();
    this.filter();
    this.followAddress();
    if (this.data.served?.parses) this.recall();
  }

  /** Give a sentence its address, unless another one has it. */
  name(sentence, address) {
    if (this.byName.has(address)) return;
    this.byName.set(address, sentence);
    sentence.address = address;
  }

  connect() {
    const filters = byId("filters");
    byId("search").addEventListener("input", () => this.filter());
    filters.addEventListener("input", () => this.filter());
    filters.addEventListener("reset", () => setTimeout(() => this.filter()));
    filters.addEventListener("submit", (event) => event.preventDefault());
    byId("filter-box").addEventListener("toggle", () => this.offerChoices());
    byId("help-button").addEventListener("click", () => byId("help").showModal());
    byId("back").addEventListener("click", () => { location.hash = ""; });
    byId("previous").addEventListener("click", () => this.list.step(-1));
    byId("next").addEventListener("click", () => this.list.step(1));
    for (const button of byId("views").querySelectorAll("button")) {
      button.addEventListener("click", () => this.choose(button.dataset.view));
    }
    for (const [id, change] of [["zoom-in", 1.25], ["zoom-out", 0.8], ["zoom-reset", null], ["zoom-fit", "fit"]]) {
      byId(id).addEventListener("click", () => this.changeZoom(change));
    }
    byId("views").querySelector("[data-view=edit]").hidden = this.data.served === null;
    byId("try").hidden = !this.data.served?.parses;
    byId("try").addEventListener("submit", (event) => { event.preventDefault(); this.parse(); });
    byId("try-text").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); this.parse(); }
    });
    byId("views").querySelector("[data-view=compare]").hidden = this.names.against === null;
    byId("difference-field").hidden = this.names.against === null;
    window.addEventListener("hashchange", () => this.followAddress());
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Put the relations and categories that occur into the filters, when these are opened. */
  offerChoices() {
    if (this.hasChoices) return;
    this.hasChoices = true;
    const all = this.sentences.flatMap((sentence) => sentence.coordinations);
    const offer = (id, values) => {
      const sorted = [...new Set(values)].filter((value) => value !== null).sort();
      byId(id).append(...sorted.map((value) => element("option", { value }, shown(value))));
      byId(`${id}-field`).hidden = sorted.length === 0;
    };
    offer("relation", all.map((one) => one.relation));
    offer("category", all.map((one) => one.category));
    byId("confidence-field").hidden = all.every((one) => one.confidence === null);
    const counts = new Map();
    for (const sentence of this.sentences) {
      for (const kind of sentence.differences) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    byId("difference").append(...[...counts].sort().map(([kind, count]) =>
      element("option", { value: kind }, `${changeName(kind, this.names)} (${count})`)));
  }

  filter() {
    const number = (id) => (byId(id).value === "" || !byId(id).validity.valid ? null : Number(byId(id).value));
    const text = (id) => byId(id).value;
    const wanted = {
      query: text("search").trim().toLowerCase(), kind: text("kind"), depth: number("depth"), conjuncts: number("conjuncts"),
      relation: text("relation"), category: text("category"), confidence: number("confidence"),
      least: number("least"), most: number("most"), difference: text("difference"),
    };
    this.list.fill(this.sentences.filter((sentence) => isWanted(sentence, wanted)));
    const [found, all] = [this.list.sentences.length, this.sentences.length];
    byId("found").textContent = found === all ? plural(all, "sentence") : `${found.toLocaleString("en")} of ${plural(all, "sentence")}`;
    const active = [...byId("filters").elements].filter((field) => field.value && field.type !== "reset").length;
    byId("active").textContent = active ? ` (${active} set)` : "";
    this.list.mark(this.sentence);
  }

  go(sentence) {
    const address = `#${encodeURIComponent(sentence.address)}`;
    if (location.hash === address) this.show(sentence);
    else history.pushState(null, "", address);
    this.show(sentence);
  }

  followAddress() {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {
      // A per cent sign that stands for itself.
    }
    const found = this.byName.get(name);
    document.body.classList.toggle("has-sentence", Boolean(found));
    byId("lost").hidden = !name || Boolean(found);
    byId("lost-name").textContent = shown(name);
    const isWide = matchMedia("(min-width: 50rem)").matches;
    if (found) this.show(found);
    else if (!this.sentences.length && this.data.served?.parses) byId("try-text").focus();
    else if (isWide && this.sentences.length && !this.sentence) this.show(this.sentences[0]);
  }

  show(sentence) {
    if (location.hash) document.body.classList.add("has-sentence");
    if (sentence !== this.sentence) byId("sentence").parentElement.scrollTop = 0;
    this.sentence = sentence;
    this.list.mark(sentence);
    byId("name").replaceChildren(isolated(sentence.name));
    byId("link").href = `#${encodeURIComponent(sentence.address)}`;
    document.title = `${shown(sentence.name)} \u00b7 ${shown(this.data.title)}`;
    byId("sentence").hidden = false;
    this.draw();
  }

  choose(view) {
    this.view = view;
    if (this.sentence) this.draw();
  }

  draw() {
    const { sentence, names } = this;
    const { gold } = sentence.entry;
    const canEdit = this.data.served !== null && sentence.records.length === 1 && sentence.records[0].words.length > 0;
    const canStep = sentence.records.length === 1 && Boolean(sentence.records[0].derivation);
    const possible = { tree: sentence.records.length > 0, compare: Boolean(gold), derivation: canStep, edit: canEdit };
    for (const button of byId("views").querySelectorAll("button")) {
      const { view } = button.dataset;
      button.setAttribute("aria-pressed", view === this.view ? "true" : "false");
      button.disabled = !possible[view];
    }
    const view = [this.view, "tree", "compare"].find((one) => possible[one]);
    this.derivation?.stop();
    this.derivation = null;
    let parts;
    if (view === "derivation") {
      this.derivation = new DerivationView(sentence.records[0], this.data.rules, this.opinionOn(sentence));
      this.drawings = [this.derivation];
      parts = [this.derivation.box];
    } else if (view === "compare") {
      const { views, boxes } = comparisonView(sentence, names);
      this.drawings = views;
      parts = boxes;
    } else if (view === "edit") {
      this.drawings = [new EditView(this, sentence)];
      parts = [this.drawings[0].box];
    } else {
      this.drawings = viewsOf(sentence.records);
      parts = this.drawings.map((part) => part.box);
      if (sentence.entry.notes) parts.push(notesView(sentence.entry.notes));
      if (sentence.entry.alternatives) parts.unshift(alternativesView(sentence, (record) => this.chooseAlternative(record)));
    }
    byId("content").replaceChildren(...parts);
    this.changeZoom(this.isFitted ? "fit" : 0);
  }

  /** What the model thinks of the steps of a derivation: from the page, or from the server. Null without a model. */
  opinionOn(sentence) {
    const [record] = sentence.records;
    const { model, served } = this.data;
    if (model === null) return null;
    if (served) {
      record.opinion ??= ask("steps", { sentence: sentence.number, tree: fieldsOf(record) }).catch((error) => {
        record.opinion = null; // to be asked again
        throw error;
      });
    }
    return { name: model, told: served ? record.opinion : Promise.resolve(record) };
  }

  /** Another of the trees that a model thinks of; changes to the one before are dropped. */
  chooseAlternative(record) {
    delete this.sentence.known.changes;
    this.sentence.replaceTree(record);
    this.changed();
    this.draw();
  }

  /** A tree is another one than before: what depends on it is shown again. */
  changed() {
    this.list.show();
    this.changeZoom(this.isFitted ? "fit" : 0);
  }

  /** Parse what was typed. It becomes a new sentence at the end of the list. */
  async parse() {
    const text = byId("try-text").value.trim();
    if (!text || byId("try-button").disabled) return;
    byId("try-button").disabled = true;
    byId("try-status").textContent = "Parsing \u2026";
    try {
      const { sentence } = await ask("parse", { text });
      await this.fetchTyped();
      this.view = "tree";
      this.go(this.sentences[sentence - 1]);
      byId("try-status").textContent = "";
    } catch (error) {
      byId("try-status").textContent = shown(error.message);
    }
    byId("try-button").disabled = false;
  }

  /** After a reload: show what was typed before, which the server still has. */
  async recall() {
    try {
      await this.fetchTyped();
      if (!this.sentence || !byId("lost").hidden) this.followAddress();
    } catch (error) {
      byId("try-status").textContent = shown(error.message);
    }
  }

  /** Put those typed sentences into the list that are not there yet, be they typed here or in another window. */
  async fetchTyped() {
    const { typed } = await ask("typed", { after: this.sentences.length });
    for (const { sentence, id, alternatives } of typed) {
      if (sentence !== this.sentences.length + 1) continue; // another answer has brought it
      const made = new Sentence({ id, trees: [alternatives[0].record], alternatives }, sentence);
      this.sentences.push(made);
      this.name(made, id);
    }
    if (typed.length) this.filter();
  }

  /** @param change a factor, 0 to keep the zoom, null for 100%, or "fit" for the width of the window. */
  changeZoom(change) {
    this.isFitted = change === "fit";
    if (change === null) this.zoom = 1;
    else if (change !== "fit" && change !== 0) this.zoom = Math.max(0.1, Math.min(4, this.zoom * change));
    for (const { drawing, scroller } of this.drawings ?? []) {
      if (!drawing) continue; // there is nothing to draw
      const room = scroller.clientWidth / drawing.width;
      drawing.zoom(this.isFitted ? Math.min(1, room) : this.zoom);
    }
    byId("zoom-fit").setAttribute("aria-pressed", this.isFitted ? "true" : "false");
    byId("zoom-reset").textContent = this.isFitted ? "100%" : `${Math.round(this.zoom * 100)}%`;
  }

  onKey(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    if (target.matches("input:not([type=range], [type=checkbox]), select, textarea")) {
      if (key === "Escape") target.blur();
      return;
    }
    const keys = {
      "/": () => byId("search").focus(), "?": () => byId("help").showModal(),
      j: () => this.list.step(1), k: () => this.list.step(-1),
      t: () => this.choose("tree"), d: () => this.choose("derivation"), c: () => this.choose("compare"), e: () => this.choose("edit"),
      "+": () => this.changeZoom(1.25), "-": () => this.changeZoom(0.8), 0: () => this.changeZoom(null), f: () => this.changeZoom("fit"),
    };
    const inPicture = target.closest(".picture, input");
    if (this.derivation && !inPicture && !target.closest("#list")) {
      keys.ArrowRight = () => this.derivation.go(this.derivation.step + 1);
      keys.ArrowLeft = () => this.derivation.go(this.derivation.step - 1);
      keys.Home = () => this.derivation.go(0);
      keys.End = () => this.derivation.go(this.derivation.derivation.steps.length);
    }
    if (!(key in keys)) return;
    event.preventDefault();
    keys[key]();
  }
}

const app = new App(JSON.parse(byId("data").textContent));
