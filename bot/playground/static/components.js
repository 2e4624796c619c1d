// A message's components, both generations: buttons, selects, and Components V2 layouts.

import { el, emoji, icon, ICONS, jumpTarget, landmark } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectControl } from "./selects.js";

const LINK = 5;
const WORDS = /[\p{L}\p{N}]/u; // a label without any, such as an arrow, does not say which card a button is
const THIS_MACHINE = new Set(["127.0.0.1", "localhost"]);

/** Return the elements of a message's components; `pane` carries out what is pressed. */
export function components(message, pane) {
  return message.components.map((part) => component(part, message, pane));
}

function component(part, message, pane) {
  const make = {
    1: row, 2: button, 3: select, 5: select, 6: select, 8: select, 10: text, 12: gallery, 14: separator, 17: container,
  }[part.type];
  return make ? make(part, message, pane) : unknownPart();
}

export function unknownPart() {
  return el("div", { class: "small" }, "This part cannot be shown here.");
}

function inside(parts, message, pane) {
  return parts.map((part) => component(part, message, pane));
}

function row(part, message, pane) {
  return el("div", { class: "row" }, inside(part.components, message, pane));
}

function container(part, message, pane) {
  const box = el("div", { class: "container" }, inside(part.components, message, pane));
  if (part.accent_color !== null && part.accent_color !== undefined) {
    box.classList.add("accented");
    box.style.borderInlineStartColor = `#${part.accent_color.toString(16).padStart(6, "0")}`;
  }
  return box;
}

function text(part, message, pane) {
  return el("div", { class: "text", dir: "auto" }, markdown(part.content, pane.world));
}

function separator() {
  return el("div", { class: "rule", role: "separator" });
}

function button(part, message, pane) {
  const label = [
    part.emoji && emoji(part.emoji, !WORDS.test(part.label ?? "")),
    part.label && el("span", { dir: "auto" }, part.label),
  ];
  const jump = part.style === LINK && jumpTarget(part.url);
  if (jump) return el("button", { class: "button style-5", type: "button", disabled: part.disabled, on: { click: () => pane.goTo(jump.place, jump.message) } }, label);
  if (part.style === LINK) {
    const safe = /^https?:\/\//.test(part.url) ? part.url : undefined;
    return el("a", { class: "button style-5", href: safe, target: "_blank", rel: "noreferrer noopener" }, label, icon(ICONS.link));
  }
  const busy = pane.store.busy.get(message.id);
  const mine = busy === part.custom_id;
  const pressed = el(
    "button",
    {
      class: `button style-${part.style} ${mine ? "busy" : ""}`, type: "button", "data-cid": part.custom_id,
      disabled: part.disabled, "aria-disabled": busy ? "true" : undefined, "aria-busy": mine ? "true" : undefined,
    },
    label,
    mine && el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
  );
  pressed.addEventListener("click", () => pane.use(message, part.custom_id, { do: "click" }));
  return pressed;
}

function select(part, message, pane) {
  const { store } = pane;
  return selectControl(part, store, {
    chosen: store.picked.get(message.id)?.get(part.custom_id),
    done: (values) => {
      if (!store.picked.has(message.id)) store.picked.set(message.id, new Map());
      store.picked.get(message.id).set(part.custom_id, values);
      pane.use(message, part.custom_id, { do: "select", values });
    },
  });
}

function gallery(part, message) {
  const items = part.items.map((item) => picture(item.media, item.description, message));
  return el("div", { class: `gallery ${items.length > 1 ? "many" : ""}` }, items);
}

/** Only pictures and files that the playground itself serves are shown or offered, by the name that the page has. */
function own(url) {
  const here = URL.canParse(url) ? new URL(url) : null;
  return here && THIS_MACHINE.has(here.hostname) && here.port === location.port && here.pathname.startsWith("/cdn/") ? here.pathname : undefined;
}

export function attachmentLink(url, name) {
  return el("a", { class: "file", href: own(url), download: name }, name);
}

/** A picture with its alternative text, which can also be read on demand. */
export function picture(media, description, message) {
  const known = message.attachments.find((one) => one.id === media.attachment_id || one.url === media.url) ?? {};
  const alt = description ?? known.description ?? "";
  const image = el("img", { src: own(media.url), alt, width: known.width, height: known.height, draggable: "false" });
  const frame = el("figure", { class: "picture" }, el("button", { class: "zoom", type: "button", "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture", on: { click: () => enlarge(media.url, alt) } }, image));
  if (alt) {
    const words = el("figcaption", { hidden: true, dir: "auto" }, alt);
    const toggle = el("button", { class: "alt", type: "button", "aria-expanded": "false", "aria-label": "Show the picture's ALT text" }, "ALT");
    toggle.addEventListener("click", () => {
      words.hidden = !words.hidden;
      toggle.setAttribute("aria-expanded", String(!words.hidden));
    });
    frame.append(toggle, words);
  }
  return frame;
}

function enlarge(url, alt) {
  const shown = el("dialog", { class: "lightbox", "aria-label": alt || "Picture" }, el("img", { src: own(url), alt }));
  shown.addEventListener("click", () => shown.close());
  const home = landmark(document.activeElement);
  shown.addEventListener("close", () => {
    shown.remove();
    home()?.focus({ preventScroll: true }); // the message may have been drawn anew meanwhile
  });
  document.body.append(shown);
  shown.showModal();
}
