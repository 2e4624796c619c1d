// A list to choose from, floating above or below what opened it; used by selects, modals and menus.

import { avatar, el, emoji, icon, ICONS, landmark } from "./dom.js";

let open = null;

/** Close whatever list is open without choosing. */
export function closeList() {
  open?.close(false);
}

/**
 * Open a list at `anchor`.
 *
 * `options` have `value`, `label`, and maybe `description`, `emoji`, `person`. With `most` above 1 several can be
 * ticked, and `done` gets them when the list closes; otherwise the first choice is passed on and closes the list.
 */
export function openList(anchor, choice) {
  closeList();
  open = new List(anchor, choice);
  open.show();
}

class List {
  constructor(anchor, { options, chosen, least, most, label, done }) {
    Object.assign(this, { anchor, options, chosen, least, most, done });
    this.home = landmark(anchor);
    this.several = most > 1;
    this.ticked = new Set(chosen);
    this.rows = options.map((option) => rowElement(option, this.several));
    this.count = el("span", { class: "list-count", "aria-live": "polite" });
    this.finish = el("button", { class: "button style-1", type: "button", on: { click: () => this.close(true) } }, "Done");
    this.panel = el(
      "div",
      { class: "list-panel", popover: "manual" },
      options.length > 10 && this.filter(),
      el("div", { class: "list", id: "open-list", role: "listbox", "aria-label": label, "aria-multiselectable": this.several }, this.rows, options.length === 0 && el("div", { class: "list-empty" }, "Nothing to choose from.")),
      this.several && el("div", { class: "list-foot" }, this.count, this.finish),
    );
    this.listen();
  }

  listen() {
    this.rows.forEach((row, at) => {
      row.addEventListener("click", () => this.toggle(at));
      row.addEventListener("keydown", (event) => this.key(event, at));
      row.addEventListener("focus", () => this.reach(row));
    });
    this.panel.addEventListener("keydown", (event) => {
      if (event.key === "Tab") return this.leave(event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING);
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      this.close(false);
    });
    this.onPointer = (event) => {
      if (!this.panel.contains(event.target) && !this.anchor.contains(event.target)) this.close(this.several);
    };
    this.onResize = () => this.close(false);
  }

  show() {
    this.paint();
    (this.anchor.closest("dialog, .pane") ?? document.body).append(this.panel);
    this.panel.showPopover();
    put(this.panel, this.anchor);
    this.anchor.setAttribute("aria-expanded", "true");
    this.anchor.setAttribute("aria-controls", "open-list");
    const first = this.rows.find((row) => row.getAttribute("aria-selected") === "true") ?? this.rows[0];
    first?.focus({ preventScroll: true });
    addEventListener("pointerdown", this.onPointer, true);
    addEventListener("resize", this.onResize, true);
  }

  /** Close; with `send`, pass the choice on if it is complete and has changed. */
  close(send) {
    open = null;
    removeEventListener("pointerdown", this.onPointer, true);
    removeEventListener("resize", this.onResize, true);
    this.panel.remove();
    this.anchor.setAttribute("aria-expanded", "false");
    this.anchor.removeAttribute("aria-controls");
    this.home()?.focus({ preventScroll: true }); // the message may have been drawn anew meanwhile
    if (send && this.ready && !(this.several && this.same)) this.done([...this.ticked]);
  }

  /** Let Tab come to this row, and to no other. */
  reach(row) {
    this.rows.forEach((one) => { one.tabIndex = one === row ? 0 : -1; });
  }

  /** Close on Tab at the end of the list in that direction; the focus then moves on from what opened it. */
  leave(side) {
    const from = document.activeElement;
    const stops = [...this.panel.querySelectorAll('input, button:enabled, [tabindex="0"]:not([hidden])')];
    if (!stops.some((one) => from.compareDocumentPosition(one) & side)) this.close(this.several);
  }

  get ready() {
    return this.ticked.size >= this.least && this.ticked.size <= this.most;
  }

  get same() {
    return this.ticked.size === this.chosen.length && this.chosen.every((value) => this.ticked.has(value));
  }

  paint() {
    this.rows.forEach((row, at) => {
      const on = this.ticked.has(this.options[at].value);
      row.setAttribute("aria-selected", String(on));
      row.setAttribute("aria-disabled", String(this.several && !on && this.ticked.size >= this.most));
    });
    this.count.textContent = `${this.ticked.size} of ${this.least === this.most ? this.most : `${this.least}–${this.most}`} chosen`;
    this.finish.disabled = !this.ready;
  }

  toggle(at) {
    const { value } = this.options[at];
    if (!this.several) {
      this.ticked = new Set(this.ticked.has(value) && this.least === 0 ? [] : [value]); // if none is required, choosing it again takes it back
      this.close(true);
      return;
    }
    if (this.ticked.has(value)) this.ticked.delete(value);
    else if (this.ticked.size < this.most) this.ticked.add(value);
    this.paint();
  }

  key(event, at) {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -99, End: 99 }[event.key];
    if (step) this.move(step, this.rows[at]);
    else if (event.key === "Enter" || event.key === " ") this.toggle(at);
    else return;
    event.preventDefault();
  }

  move(by, from) {
    const shown = this.rows.filter((row) => !row.hidden);
    const at = Math.max(0, Math.min(shown.length - 1, shown.indexOf(from) + by));
    shown[at]?.focus();
  }

  filter() {
    const field = el("input", { class: "list-filter", type: "search", placeholder: "Search", "aria-label": "Search the list" });
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase();
      this.rows.forEach((row, at) => { row.hidden = !this.options[at].label.toLowerCase().includes(words); });
      this.reach(this.rows.find((row) => !row.hidden));
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.move(0, this.rows.find((row) => !row.hidden));
    });
    return field;
  }
}

function rowElement(option, several) {
  const mark = several && el("span", { class: "tick", "aria-hidden": "true" }, icon(ICONS.check));
  const face = option.person ? avatar(option.person, { bot: option.bot }) : option.emoji && el("span", { class: "list-emoji", "aria-hidden": "true" }, emoji(option.emoji));
  const words = el("span", { class: "list-words" }, el("span", { dir: "auto" }, option.label), option.description && el("small", { dir: "auto" }, option.description));
  return el("div", { class: "list-row", role: "option", tabindex: -1, "data-value": option.value }, face, words, mark);
}

/** Put the panel below its anchor, or above where there is more room. */
function put(panel, anchor) {
  const at = anchor.getBoundingClientRect();
  const below = innerHeight - at.bottom - 12;
  const above = at.top - 12;
  const width = Math.min(Math.max(at.width, 260), innerWidth - 16);
  panel.style.width = `${width}px`;
  panel.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  panel.style.maxHeight = `${Math.min(Math.max(below, above), 380)}px`;
  const upward = panel.offsetHeight > below && above > below;
  panel.style.top = `${upward ? Math.max(8, at.top - panel.offsetHeight - 4) : at.bottom + 4}px`;
}
