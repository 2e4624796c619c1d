// Select menus: what each kind offers, and the closed control that opens the list.

import { el, emoji, icon, ICONS } from "./dom.js";
import { openList } from "./listbox.js";
import { peopleOffered } from "./options.js";

const STRING = 3, USER = 5, ROLE = 6, CHANNEL = 8;
const OF_THE_SERVER = new Set(["channel", "thread"]);

/** Return the options of a select as the list wants them. */
function offered(menu, store) {
  if (menu.type === USER) return peopleOffered(store);
  if (menu.type === ROLE) return store.roles.map((role) => ({ value: role.id, label: `@${role.name.replace(/^@/, "")}` }));
  if (menu.type === CHANNEL) return channelsFor(menu, store).map((place) => ({ value: place.id, label: `#${place.name}` }));
  return menu.options;
}

/** Return the channels and threads of the bot's server that fit a select, which may name their types. */
function channelsFor(menu, store) {
  const types = menu.channel_types ?? [];
  return store.places.filter((place) => OF_THE_SERVER.has(place.kind) && (types.length === 0 || types.includes(place.type)));
}

/** Make a select's closed control. `chosen` are its values now; `done` gets the new ones; `field` names it in a form. */
export function selectControl(menu, store, { chosen, done, field = {} }) {
  const options = offered(menu, store);
  const preset = menu.type === STRING
    ? menu.options.filter((option) => option.default).map((option) => option.value)
    : (menu.default_values ?? []).map((one) => one.id);
  const now = (chosen ?? preset).filter((value) => options.some((option) => option.value === value)); // a channel may be gone
  const shown = options.filter((option) => now.includes(option.value));
  const text = shown.length > 0
    ? shown.map((option) => el("span", { class: "chosen", dir: "auto" }, option.emoji && emoji(option.emoji), option.emoji ? " " : null, option.label))
    : el("span", { class: "placeholder", dir: "auto" }, menu.placeholder || "Make a selection");
  const most = menu.max_values ?? 1;
  const label = field.words || menu.placeholder || "Make a selection";
  const control = el(
    "button",
    {
      class: "select", type: "button", role: "combobox", id: field.id, "aria-describedby": field.hint, "aria-haspopup": "listbox", "aria-expanded": "false",
      "aria-label": shown.length > 0 ? `${label}: ${shown.map((option) => option.label).join(", ")}` : label,
      "data-cid": menu.custom_id, disabled: menu.disabled,
    },
    el("span", { class: "select-text" }, text),
    icon(ICONS.down),
  );
  control.addEventListener("click", () => {
    openList(control, { options, chosen: now, least: menu.min_values ?? 1, most, label, done });
  });
  control.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    control.click();
  });
  return control;
}
