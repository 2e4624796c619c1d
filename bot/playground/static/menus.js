// The bot's entries in the menus of messages and people, which Discord shows under Apps.

import { el, icon, ICONS } from "./dom.js";
import { openList } from "./listbox.js";

const OF_PEOPLE = 2, OF_MESSAGES = 3;

/** The button that opens a message's menu, or null if the bot offers nothing; a right click opens it too. */
export function menuButton(message, pane) {
  if (entries(message, pane).length === 0) return null;
  const button = el("button", { class: "apps", type: "button", "aria-label": "Apps", "aria-haspopup": "listbox", "aria-expanded": "false", title: "Apps" }, icon(ICONS.more));
  button.addEventListener("click", () => openMenu(button, message, pane));
  return button;
}

/** Open the menu of a message on its right button, or on the keyboard's menu key. */
export function openByRightButton(event, message, pane) {
  const button = pane.elements.get(message.id)?.querySelector(".apps");
  if (!button || getSelection()?.toString()) return;
  event.preventDefault();
  openMenu(button, message, pane);
}

function openMenu(button, message, pane) {
  const options = entries(message, pane);
  openList(button, {
    options, chosen: [], least: 1, most: 1, label: "Apps",
    done: ([at]) => pane.useMenu(options[at].menu, options[at].target),
  });
}

/** What the bot offers for the message, and for each person who wrote it, asked for it or is named in it. */
function entries(message, pane) {
  const menus = pane.store.menusIn(pane.place);
  const people = [message.author, message.interaction_metadata?.user, ...(message.mentions ?? [])];
  const known = [...new Set(people.map((one) => one?.id))].filter((id) => pane.store.people.some((person) => person.id === id));
  const found = [
    ...menus.filter((menu) => menu.type === OF_MESSAGES).map((menu) => ({ menu, target: message.id, description: "this message" })),
    ...known.flatMap((id) => menus.filter((menu) => menu.type === OF_PEOPLE).map((menu) => ({ menu, target: id, description: pane.store.personName(id) }))),
  ];
  return found.map((one, at) => ({ ...one, value: String(at), label: one.menu.name }));
}
