// Where a person writes: plain words, or a slash command with its options.

import { el, icon, ICONS } from "./dom.js";
import { CommandLine } from "./commandline.js";
import { pendingCommand } from "./pending.js";
import { Popup } from "./popup.js";

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.line = null; // the command being written
    this.words = el("textarea", { class: "words", rows: 1, maxlength: 2000, dir: "auto", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list" });
    this.popup = new Popup(this.words);
    this.slot = el("div", { class: "slot" }, this.words);
    this.problem = el("div", { class: "problem", role: "alert" });
    const slash = el("button", { class: "slash", type: "button", "aria-label": "Commands", title: "Commands", on: { click: () => this.begin() } }, "/");
    const send = el("button", { class: "icon-button send", type: "submit", "aria-label": "Send" }, icon(ICONS.send));
    this.form = el("form", { class: "composer" }, this.popup.box, this.problem, el("div", { class: "bar" }, slash, this.slot, send));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.words.addEventListener("input", () => this.typed());
    this.words.addEventListener("keydown", (event) => this.key(event));
    this.words.addEventListener("focus", () => this.typed());
    this.form.addEventListener("focusout", (event) => {
      if (!this.form.contains(event.relatedTarget)) this.popup.hide();
    });
  }

  focus() {
    (this.line?.row.querySelector("input, textarea") ?? this.words).focus({ preventScroll: true });
  }

  get store() {
    return this.pane.store;
  }

  /** Say where the words will go. */
  aim() {
    const place = this.store.place(this.pane.place);
    const where = place?.kind === "dm" ? `@${place.name}` : place?.kind === "group" ? place.name : `#${place?.name ?? ""}`;
    this.words.placeholder = `Message ${where} or type /`;
    this.words.setAttribute("aria-label", `Message ${where}`);
    this.cancel({ focus: false });
  }

  begin() {
    if (this.line) this.cancel();
    this.words.value = "/";
    this.words.focus();
    this.typed();
  }

  /** Write a command for the person, as far as it is known. */
  start(path) {
    const command = this.store.commandsIn(this.pane.place).find((one) => one.path === path);
    if (command) this.take(command);
    else {
      this.begin();
      this.words.value = `/${path}`;
      this.typed();
    }
  }

  /** Look again at what is being typed, when there are other commands now, or the bot is there to be asked. */
  refresh() {
    if (this.line) this.line.refresh();
    else if (this.words.value.startsWith("/") && document.activeElement === this.words) this.typed();
  }

  typed() {
    this.fit();
    const text = this.words.value;
    this.problem.textContent = "";
    if (!text.startsWith("/")) return this.popup.hide();
    const commands = this.store.commandsIn(this.pane.place);
    const whole = commands
      .filter((one) => text.startsWith(`/${one.path} `))
      .sort((a, b) => b.path.length - a.path.length)[0];
    if (whole) return this.take(whole, text.slice(whole.path.length + 2));
    const wanted = text.slice(1).toLowerCase().trimEnd();
    const found = commands
      .filter((one) => one.path.includes(wanted))
      .sort((a, b) => b.path.startsWith(wanted) - a.path.startsWith(wanted) || a.path.localeCompare(b.path));
    this.popup.show({
      title: found.length > 0 ? "Commands" : this.store.bot.online ? "No such command here." : "The bot is not here yet; its commands come with it.",
      items: found.map((command) => ({ label: `/${command.path}`, description: command.description, detail: command.options.map((one) => one.name).join("  "), command })),
      choose: (item) => this.take(item.command),
    });
  }

  fit() {
    if (!this.words.isConnected) return;
    this.words.style.height = "auto";
    this.words.style.height = `${Math.min(this.words.scrollHeight, 140)}px`;
  }

  key(event) {
    if (this.popup.key(event, { acceptTab: true })) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  take(command, rest = "") {
    this.popup.hide();
    this.show(new CommandLine(this, command));
    this.problem.textContent = "";
    this.line.fill(rest);
  }

  show(line) {
    this.line = line;
    this.form.classList.add("commanding");
    this.slot.replaceChildren(line.row);
  }

  cancel({ focus = true } = {}) {
    this.line = null;
    this.form.classList.remove("commanding");
    this.words.value = "";
    this.slot.replaceChildren(this.words);
    this.popup.hide();
    this.problem.textContent = "";
    this.fit();
    if (focus) this.words.focus();
  }

  async send() {
    if (this.line) return this.line.send();
    const text = this.words.value.trim();
    if (text === "") return;
    if (text.startsWith("/")) {
      const exact = this.store.commandsIn(this.pane.place).find((one) => `/${one.path}` === text);
      if (exact) return this.take(exact);
      this.problem.textContent = "No such command here. Type / to see them all.";
      return;
    }
    const { pane, store } = this;
    const { place } = pane;
    this.words.value = "";
    this.fit();
    const answer = await store.act({ do: "say", place, text });
    if (!answer.error || !pane.isAt(store, place)) return;
    if (this.isBlank) this.words.value = text;
    this.fit();
    this.problem.textContent = answer.error;
  }

  get isBlank() {
    return this.line === null && this.words.value === "";
  }

  /** Send a finished command; the bot's answer arrives as a message. */
  async run(command, options) {
    const { pane, store, line } = this;
    const { place } = pane;
    this.cancel();
    const pending = pendingCommand(pane, command.path);
    const answer = await store.act({ do: "slash", place, command: command.path, options });
    if (answer.error) {
      pending.remove();
      if (!pane.isAt(store, place)) return;
      if (this.isBlank) this.show(line);
      this.problem.textContent = answer.error;
    } else if (answer.outcome === "failed") pending.fail();
    else pending.remove();
    if (answer.modal) pane.showModal(answer, store);
  }
}
