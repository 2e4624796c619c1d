// One message as Discord shows it.

import { avatar, el, icon, ICONS, older } from "./dom.js";
import { attachmentLink, components, picture, unknownPart } from "./components.js";
import { markdown } from "./markdown.js";
import { menuButton, openByRightButton } from "./menus.js";
import { clock } from "./times.js";

const EPHEMERAL = 1 << 6, LOADING = 1 << 7;
const THREAD_CREATED = 18, JOINED = 7, REPLY = 19, ORDINARY = new Set([0, 19, 20, 23]);
const TOGETHER_MS = 7 * 60 * 1000;

/** Make a message's element. */
export function messageElement(message, pane) {
  if (!ORDINARY.has(message.type)) return systemElement(message, pane);
  const { store } = pane;
  const bot = message.author.id === store.bot.id;
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const pinged = message.pings.includes(store.id);
  const name = bot ? store.bot.shown : (message.author.global_name ?? message.author.username);
  const face = avatar({ id: message.author.id, shown: name }, { bot });
  const shown = el(
    "article",
    { class: `message ${ephemeral ? "ephemeral" : ""} ${pinged ? "pinged" : ""}`, "data-id": message.id, "data-author": message.author.id, "data-at": Date.parse(message.timestamp), "data-lead": header(message) ? "yes" : "", "aria-label": `${name}, ${clock(message.timestamp)}` },
    lead(message, store),
    face,
    el("h3", { class: "who" }, el("span", { class: `name ${bot ? "of-bot" : ""}`, dir: "auto" }, name), bot && el("span", { class: "app" }, "APP"), el("time", { class: "when" }, clock(message.timestamp))),
    el("div", { class: "body" }, body(message, pane)),
    store.failed.has(message.id) && el("div", { class: "failed", role: "alert" }, "This interaction failed"),
    ephemeral && footer(message, pane),
    !ephemeral && !(message.flags & LOADING) && menuButton(message, pane),
  );
  shown.addEventListener("contextmenu", (event) => openByRightButton(event, message, pane));
  return shown;
}

function body(message, pane) {
  if (message.flags & LOADING) {
    return el("div", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${pane.store.bot.shown} is thinking…`);
  }
  const placed = new Set(mediaIds(message.components));
  const loose = message.attachments.filter((one) => !placed.has(one.id));
  const edited = isEdited(message) && el("span", { class: "edited", title: clock(message.edited_timestamp) }, "(edited)");
  return [
    message.content && el("div", { class: "content", dir: "auto" }, withEdited(markdown(message.content, pane.world), edited)),
    message.embeds.length > 0 && unknownPart(),
    loose.map((one) => (one.content_type?.startsWith("image/") ? picture(one, one.description, message) : attachmentLink(one.url, one.filename))),
    components(message, pane),
    !message.content && edited && el("div", { class: "small" }, edited),
  ];
}

/** Put the mark at the end of the last line of words. */
function withEdited(words, edited) {
  if (!edited) return words;
  const last = words.lastElementChild;
  (last?.classList.contains("line") ? last : words).append(edited);
  return words;
}

/** Completing a deferred answer is no edit, though it looks like one: it follows within seconds. */
function isEdited(message) {
  if (!message.edited_timestamp || message.flags & EPHEMERAL) return false;
  return message.type === 0 || Date.parse(message.edited_timestamp) - Date.parse(message.timestamp) > 15000;
}

function* mediaIds(parts) {
  for (const part of parts ?? []) {
    for (const item of part.items ?? []) if (item.media.attachment_id) yield item.media.attachment_id;
    yield* mediaIds(part.components);
  }
}

function header(message) {
  return message.interaction_metadata?.name || (message.type === REPLY && message.referenced_message);
}

/** The line above: which command this answers, or which message it replies to. */
function lead(message, store) {
  if (!header(message)) return null;
  const asked = message.interaction_metadata;
  const person = asked?.user ?? message.referenced_message.author;
  const shown = { id: person.id, shown: person.global_name ?? person.username };
  const words = asked?.name
    ? [el("span", { class: "lead-name", dir: "auto" }, shown.shown), el("span", {}, "used"), el("span", { class: "lead-command" }, store.isMenu(asked.name) ? asked.name : `/${asked.name}`)]
    : [el("span", { class: "lead-name", dir: "auto" }, shown.shown), el("span", { class: "lead-text" }, message.referenced_message.content || "a message")];
  return el("div", { class: "lead" }, avatar(shown, { bot: person.id === store.bot.id }), el("span", { class: "lead-words" }, words));
}

function footer(message, pane) {
  const dismiss = el("button", { class: "link", type: "button", on: { click: () => pane.store.dismiss(message.channel_id, message.id) } }, "Dismiss message");
  return el("div", { class: "only-you" }, icon(ICONS.eye), "Only you can see this", el("span", { "aria-hidden": "true" }, "•"), dismiss);
}

function systemElement(message, pane) {
  const who = pane.store.personName(message.author.id);
  let words = [el("b", { dir: "auto" }, who), ` ${message.content}`];
  if (message.type === THREAD_CREATED) {
    const made = pane.store.places.filter((place) => place.kind === "thread" && place.name === message.content && older(place.id, message.id) < 0);
    const thread = made.sort((a, b) => older(a.id, b.id)).at(-1); // of threads with one name, the one made just before
    const go = thread && el("button", { class: "link", type: "button", on: { click: () => pane.goTo(thread.id) } }, "Open thread");
    words = [el("b", { dir: "auto" }, who), " started a thread: ", el("b", { dir: "auto" }, message.content), ". ", go];
  } else if (message.type === JOINED) words = [el("b", { dir: "auto" }, who), " joined the server."];
  return el("article", { class: "message system", "data-id": message.id, "data-author": "", "data-at": Date.parse(message.timestamp), "data-lead": "" }, el("div", { class: "body" }, icon(message.type === THREAD_CREATED ? ICONS.thread : ICONS.plus), el("span", {}, words, " ", el("time", { class: "when" }, clock(message.timestamp)))));
}

/** Hide picture and name of messages that follow closely on one of the same author. */
export function regroup(log) {
  let before = null;
  for (const each of log.querySelectorAll(".message")) {
    const close = before !== null && before.dataset.author === each.dataset.author && each.dataset.author !== "" && Number(each.dataset.at) - Number(before.dataset.at) < TOGETHER_MS;
    each.classList.toggle("grouped", close && each.dataset.lead === "" && before.classList.contains("ephemeral") === each.classList.contains("ephemeral"));
    before = each;
  }
}

/** The words of a message, for a screen reader's announcement. */
export function spoken(message, pane) {
  const texts = [message.content];
  const walk = (parts) => {
    for (const part of parts ?? []) {
      if (part.type === 10) texts.push(part.content);
      walk(part.components);
    }
  };
  walk(message.components);
  const words = texts.map((text) => text.split("\n").map((line) => markdown(line, pane.world).textContent).join(" ")).join(" ");
  return `${pane.store.personName(message.author.id)}: ${words.replace(/\s+/g, " ").trim().slice(0, 240)}`;
}
