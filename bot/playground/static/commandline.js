// A slash command being written: its name, a field for each option in use, and a field to add optional ones.

import { el } from "./dom.js";
import { finalValue, parseOptions, suggestions } from "./options.js";

const PAUSE_MS = 120; // after the last key, before the bot is asked for suggestions

export class CommandLine {
  constructor(composer, command) {
    this.composer = composer;
    this.command = command;
    this.fields = new Map(); // option name -> { option, input, text, value, label }
    this.asked = 0;
    const name = el("button", { class: "command-name", type: "button", title: "Take the command back", "aria-label": `/${command.path}, press to take it back`, on: { click: () => composer.cancel() } }, `/${command.path}`);
    this.more = el("input", { class: "more", type: "text", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false", "aria-label": "Add an option" });
    this.row = el("div", { class: "command" }, name, this.more);
    this.more.addEventListener("focus", () => this.suggestMore());
    this.more.addEventListener("input", () => this.typedMore());
    this.more.addEventListener("keydown", (event) => this.keyMore(event));
    for (const option of command.options) if (option.required) this.add(option);
    this.paintMore();
  }

  get popup() {
    return this.composer.popup;
  }

  get left() {
    return this.command.options.filter((option) => !this.fields.has(option.name));
  }

  /** Take over words written after the command's name, then go to the first field that wants something. */
  fill(rest) {
    const { first, found } = parseOptions(rest, this.command.options);
    for (const [name, text] of found) this.put(name, text);
    const blank = [...this.fields.values()].find((field) => field.text === "");
    if (first && (blank ?? this.left[0])) this.put((blank?.option ?? this.left[0]).name, first);
    const next = [...this.fields.values()].find((field) => field.text === "") ?? [...this.fields.values()].at(-1);
    (next?.input ?? this.more).focus();
  }

  put(name, text) {
    const option = this.command.options.find((one) => one.name === name);
    const field = this.fields.get(name) ?? this.add(option);
    field.text = field.input.value = text;
    size(field.input);
  }

  add(option) {
    const input = el("input", { type: "text", class: "option-input", autocomplete: "off", spellcheck: "false", dir: "auto", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-label": `${option.name}: ${option.description}`, "aria-required": option.required || false, "data-option": option.name });
    const field = { option, input, text: "" };
    field.chip = el("label", { class: "option" }, el("span", {}, option.name), input);
    input.addEventListener("focus", () => this.suggest(field));
    input.addEventListener("input", () => this.typed(field));
    input.addEventListener("keydown", (event) => this.key(event, field));
    this.fields.set(option.name, field);
    this.more.before(field.chip);
    size(input);
    this.paintMore();
    return field;
  }

  remove(field) {
    this.fields.delete(field.option.name);
    field.chip.remove();
    this.paintMore();
  }

  paintMore() {
    const count = this.left.length;
    // A command without options still needs a place for the keyboard, from which Enter sends it.
    this.more.hidden = count === 0 && this.fields.size > 0;
    this.more.placeholder = count > 0 ? `+${count} optional` : "Enter sends it";
  }

  // ---- an option's field

  typed(field) {
    const own = `${field.option.name}:`;
    if (field.input.value.startsWith(own)) field.input.value = field.input.value.slice(own.length).trimStart();
    const tail = /\s([\w-]+):$/.exec(field.input.value);
    const other = tail && this.command.options.find((option) => option.name === tail[1] && option !== field.option);
    if (other) {
      field.input.value = field.input.value.slice(0, tail.index);
      this.keep(field);
      (this.fields.get(other.name) ?? this.add(other)).input.focus();
      return;
    }
    this.keep(field);
    this.suggest(field);
  }

  keep(field) {
    field.text = field.input.value;
    field.chip.classList.remove("wrong");
    this.composer.problem.textContent = "";
    size(field.input);
  }

  suggest(field) {
    const { option } = field;
    this.popup.belongTo(field.input);
    const settled = field.value !== undefined && field.text === field.label;
    const title = [el("b", {}, option.name), ` ${option.description}`];
    const show = (items) => {
      // A free text must be sendable with Enter, so only what is chosen from a list is marked from the start.
      const first = !settled && items.length > 0 && (option.required || field.text !== "");
      this.popup.show({ title, items, first, choose: (item) => this.accept(field, item) });
    };
    const known = suggestions(option, settled ? "" : field.text, this.composer.store);
    if (known) show(known);
    else this.ask(field, show);
  }

  /** Suggest again for the field that is being written: what was asked before the bot came was never answered. */
  refresh() {
    const field = [...this.fields.values()].find((one) => one.input === document.activeElement);
    if (field) this.suggest(field);
  }

  /** Ask the bot for suggestions, once the typing pauses; only the newest question's answer is shown. */
  ask(field, show) {
    this.asked += 1;
    const question = this.asked;
    clearTimeout(this.timer);
    if (this.popup.box.hidden) show([]);
    this.timer = setTimeout(async () => {
      if (this.composer.line !== this) return; // it was sent or taken back meanwhile
      const { store, pane } = this.composer;
      const options = { ...this.values().options, [field.option.name]: field.text };
      const answer = await store.act({ do: "autocomplete", place: pane.place, command: this.command.path, options, focused: field.option.name });
      const current = question === this.asked && document.activeElement === field.input && this.composer.line === this;
      if (current) show((answer.choices ?? []).map((choice) => ({ label: choice.name, value: choice.value })));
    }, PAUSE_MS);
  }

  accept(field, item) {
    this.asked += 1; // the answer to a question that was asked before is ignored
    clearTimeout(this.timer);
    field.value = item.value;
    field.label = field.text = field.input.value = item.label;
    field.chip.classList.remove("wrong");
    size(field.input);
    this.popup.hide();
    this.next(field);
  }

  /** Go to the next field that is still empty; with none left, stay, so that Enter sends. */
  next(field) {
    const empty = [...this.fields.values()].find((one) => one !== field && one.text === "");
    if (empty) empty.input.focus();
  }

  key(event, field) {
    const marked = this.popup.open && this.popup.at >= 0;
    if (event.key === "Tab" && !event.shiftKey && !marked && !this.more.hidden && [...this.fields.values()].at(-1) === field) {
      event.preventDefault();
      this.more.focus();
    } else if (this.popup.key(event, { acceptTab: marked })) return;
    else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") this.composer.cancel();
    else if (event.key === "Backspace" && field.input.value === "") {
      event.preventDefault();
      this.back(field);
    }
  }

  back(field) {
    const all = [...this.fields.values()];
    const before = all[all.indexOf(field) - 1];
    if (!field.option.required) this.remove(field);
    if (before) before.input.focus();
    else if (field.option.required) this.composer.cancel();
    else this.more.focus();
  }

  // ---- the field that adds options

  suggestMore() {
    this.popup.belongTo(this.more);
    const wanted = this.more.value.toLowerCase();
    const items = this.left
      .filter((option) => option.name.includes(wanted))
      .map((option) => ({ label: option.name, description: option.description, option }));
    this.popup.show({ title: items.length > 0 ? "Options" : "Press Enter to send", items, first: wanted !== "", choose: (item) => this.pick(item.option) });
  }

  typedMore() {
    const named = this.left.find((option) => this.more.value === `${option.name}:`);
    if (named) this.pick(named);
    else this.suggestMore();
  }

  pick(option) {
    this.more.value = "";
    this.popup.hide();
    this.add(option).input.focus();
  }

  keyMore(event) {
    if (this.popup.key(event, { acceptTab: this.popup.at >= 0 })) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") this.composer.cancel();
    else if (event.key === "Backspace" && this.more.value === "") {
      event.preventDefault();
      const last = [...this.fields.values()].at(-1);
      if (last) last.input.focus();
      else this.composer.cancel();
    }
  }

  // ---- sending

  /** Return the values of all filled fields, and the first thing that is wrong. */
  values() {
    const options = {};
    let wrong = null;
    for (const field of this.fields.values()) {
      if (field.text.trim() === "") {
        if (field.option.required) wrong ??= { field, error: `${field.option.name} is needed: ${field.option.description}` };
        continue;
      }
      const { value, error } = finalValue(field.option, field, this.composer.store);
      if (error) wrong ??= { field, error };
      else options[field.option.name] = value;
    }
    return { options, wrong };
  }

  send() {
    const { options, wrong } = this.values();
    if (!wrong) return this.composer.run(this.command, options);
    wrong.field.chip.classList.add("wrong");
    this.composer.problem.textContent = wrong.error;
    wrong.field.input.focus();
  }
}

/** Make a field as wide as its words. */
function size(input) {
  input.size = Math.max(4, Math.min(28, input.value.length + 1));
}
