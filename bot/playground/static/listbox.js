// A list to choose from, floating above or below what opened it; used by selects and modals.

import { avatar, el, icon, ICONS } from "./dom.js";

let open = null;

/** Close whatever list is open; `keep` says whether a changed choice of several is sent. */
export function closeList(keep = false) {
  open?.close(keep);
}

/**
 * Open a list under `anchor`.
 *
 * `options` have `value`, `label`, and maybe `description`, `emoji`, `person`. With `most` above 1 several can be
 * ticked and `done` gets them when the list closes; otherwise the first choice closes it.
 */
export function openList(anchor, { options, chosen, least, most, label, done }) {
  closeList();
  const pane = anchor.closest(".pane");
  const several = most > 1;
  const ticked = new Set(chosen);
  const box = el("div", { class: "list", role: "listbox", "aria-label": label, "aria-multiselectable": several });
  const rows = options.map((option) => row(option, ticked.has(option.value), several));
  const panel = el("div", { class: "list-panel", popover: "manual" }, box);
  const ready = () => ticked.size >= least && ticked.size <= most;
  const finish = el("button", { class: "button style-1", type: "button" }, "Done");
  const count = el("span", { class: "list-count", "aria-live": "polite" });
  const filter = options.length > 10 && el("input", { class: "list-filter", type: "search", placeholder: "Search", "aria-label": "Search the list" });

  const paint = () => {
    rows.forEach((each, at) => {
      const on = ticked.has(options[at].value);
      each.setAttribute("aria-selected", String(on));
      each.setAttribute("aria-disabled", String(several && !on && ticked.size >= most));
    });
    count.textContent = `${ticked.size} of ${least === most ? most : `${least}–${most}`} chosen`;
    finish.disabled = !ready();
  };
  const close = (send) => {
    open = null;
    removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", give, true);
    panel.remove();
    anchor.setAttribute("aria-expanded", "false");
    // The message may have been drawn anew meanwhile; its new control then gets the focus.
    const home = anchor.isConnected ? anchor : pane?.querySelector(`[data-cid="${CSS.escape(anchor.dataset.cid)}"]`);
    home?.focus({ preventScroll: true });
    const same = ticked.size === chosen.length && chosen.every((value) => ticked.has(value));
    if (send && ready() && !(several && same)) done([...ticked]);
  };
  const give = () => close(false);
  const outside = (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) close(true);
  };
  const toggle = (at) => {
    const { value } = options[at];
    if (!several) {
      ticked.clear();
      ticked.add(value);
      close(true);
      return;
    }
    if (ticked.has(value)) ticked.delete(value);
    else if (ticked.size < most) ticked.add(value);
    paint();
  };
  const move = (by, from) => {
    const shown = rows.filter((each) => !each.hidden);
    const at = shown.indexOf(from);
    shown[Math.max(0, Math.min(shown.length - 1, at + by))]?.focus();
  };

  rows.forEach((each, at) => {
    each.addEventListener("click", () => toggle(at));
    each.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, Home: -99, End: 99 }[event.key];
      if (step) move(step, each);
      else if (event.key === "Enter" || event.key === " ") toggle(at);
      else return;
      event.preventDefault();
    });
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close(false);
  });
  finish.addEventListener("click", () => close(true));
  if (filter) {
    filter.addEventListener("input", () => {
      const words = filter.value.toLowerCase();
      rows.forEach((each, at) => { each.hidden = !options[at].label.toLowerCase().includes(words); });
    });
    filter.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") move(0, rows.find((each) => !each.hidden));
    });
    panel.prepend(filter);
  }
  box.append(...rows);
  if (options.length === 0) box.append(el("div", { class: "list-empty" }, "Nothing to choose from."));
  if (several) panel.append(el("div", { class: "list-foot" }, count, finish));

  paint();
  (anchor.closest("dialog") ?? document.body).append(panel);
  panel.showPopover();
  place(panel, anchor);
  anchor.setAttribute("aria-expanded", "true");
  (rows.find((each) => each.getAttribute("aria-selected") === "true") ?? rows[0])?.focus({ preventScroll: true });
  setTimeout(() => {
    addEventListener("pointerdown", outside, true);
    addEventListener("resize", give, true);
  });
  open = { close };
}

function row(option, on, several) {
  const mark = several && el("span", { class: "tick", "aria-hidden": "true" }, icon(ICONS.check));
  const face = option.person ? avatar(option.person, { bot: option.bot }) : option.emoji && el("span", { class: "list-emoji", "aria-hidden": "true" }, option.emoji);
  const words = el("span", { class: "list-words" }, el("span", { dir: "auto" }, option.label), option.description && el("small", { dir: "auto" }, option.description));
  return el("div", { class: "list-row", role: "option", tabindex: -1, "aria-selected": on, "data-value": option.value }, face, words, mark);
}

/** Put the panel below its anchor, or above where there is more room. */
function place(panel, anchor) {
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
