// A command on its way: shown when the answer takes a moment, and when it never comes.

import { avatar, el, icon, ICONS } from "./dom.js";

const PENDING_MS = 400;

/** Add a pending command to a pane's log; returns how to `remove` it, and how to say that it did `fail`. */
export function pendingCommand(pane, path) {
  const { store, place } = pane;
  const who = store.people.find((person) => person.id === pane.person);
  const words = el("span", { class: "lead-words" }, el("span", { class: "lead-name", dir: "auto" }, who.shown), el("span", {}, "used"), el("span", { class: "lead-command" }, `/${path}`));
  const state = el("div", { class: "body" }, el("div", { class: "thinking" }, el("span", { class: "dots" }, el("i"), el("i"), el("i")), "Sending command…"));
  const row = el(
    "article",
    { class: "message ephemeral pending" },
    el("div", { class: "lead" }, avatar(who), words),
    avatar(store.bot, { bot: true }),
    el("h3", { class: "who" }, el("span", { class: "name of-bot" }, store.bot.shown), el("span", { class: "app" }, "APP")),
    state,
  );
  const show = () => {
    if (row.isConnected || !pane.isAt(store, place)) return;
    pane.log.append(row);
    pane.toEnd();
  };
  const timer = setTimeout(show, PENDING_MS);
  const remove = () => {
    clearTimeout(timer);
    row.remove();
  };
  const fail = () => {
    const dismiss = el("button", { class: "link", type: "button", on: { click: remove } }, "Dismiss message");
    const only = el("div", { class: "only-you" }, icon(ICONS.eye), "Only you can see this", el("span", {}, "•"), dismiss);
    state.replaceChildren(el("div", { class: "failed", role: "alert" }, "The application did not respond"), only);
    show();
  };
  return { remove, fail };
}
