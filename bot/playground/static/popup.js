// The suggestions above the composer: commands, choices, people. The keyboard stays in the field.

import { avatar, el } from "./dom.js";

let counter = 0;

export class Popup {
  constructor(field) {
    counter += 1;
    this.id = `popup-${counter}`;
    this.field = field;
    this.items = [];
    this.at = -1;
    this.title = el("div", { class: "popup-title" });
    this.rows = el("div", { class: "popup-rows", role: "listbox", id: this.id, "aria-label": "Suggestions" });
    this.box = el("div", { class: "popup", hidden: true }, this.title, this.rows);
    this.box.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus where it is
  }

  get open() {
    return !this.box.hidden && this.items.length > 0;
  }

  /** Follow another field. */
  belongTo(field) {
    this.field.setAttribute("aria-expanded", "false");
    this.field = field;
  }

  /** Show suggestions; `first` says whether the first one is marked from the start. */
  show({ title, items, choose, first = true }) {
    this.items = items;
    this.choose = choose;
    this.title.replaceChildren(...[title].flat());
    this.rows.replaceChildren(...items.map((item, at) => this.row(item, at)));
    this.box.hidden = false;
    this.field.setAttribute("aria-controls", this.id);
    this.field.setAttribute("aria-expanded", String(items.length > 0));
    this.mark(first && items.length > 0 ? 0 : -1);
  }

  hide() {
    this.box.hidden = true;
    this.rows.replaceChildren();
    this.items = [];
    this.at = -1;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  row(item, at) {
    const face = item.person && avatar(item.person, { bot: item.bot });
    const words = el("span", { class: "popup-words" }, el("b", { dir: "auto" }, item.label), item.detail && el("span", { class: "popup-detail" }, item.detail), item.description && el("small", { dir: "auto" }, item.description));
    return el("div", { class: "popup-row", role: "option", id: `${this.id}-${at}`, "aria-selected": "false", on: { click: () => this.choose(item), pointermove: () => this.mark(at, false) } }, face, words);
  }

  mark(at, scroll = true) {
    this.rows.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = at;
    const row = this.rows.children[at];
    row?.setAttribute("aria-selected", "true");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
    if (row) this.field.setAttribute("aria-activedescendant", row.id);
    else this.field.removeAttribute("aria-activedescendant");
  }

  /** Handle a key of the field; true if it was used up here. */
  key(event, { acceptTab = false } = {}) {
    if (event.key === "Escape" && !this.box.hidden) {
      this.hide();
    } else if (!this.open) return false;
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.mark((this.at + step + this.items.length) % this.items.length);
    } else if (this.at >= 0 && ((event.key === "Enter" && !event.isComposing) || (event.key === "Tab" && acceptTab && !event.shiftKey))) {
      this.choose(this.items[this.at]);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
