// Discord's markdown, as far as a card bot uses it, turned into elements.

import { el, jumpTarget } from "./dom.js";
import { timestamp } from "./times.js";

const URL_END = /[.,:;!?'")\]]+$/;

/** Return a fragment for a message's text. `world` names people, places, roles and commands. */
export function markdown(text, world) {
  const whole = document.createDocumentFragment();
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) at = block(lines, at, whole, world);
  return whole;
}

/** Append the block that starts at line `at`, and return the line after it. */
function block(lines, at, into, world) {
  const line = lines[at];
  if (line.startsWith("```")) return fence(lines, at, into);
  const heading = /^(#{1,3})\s+(.+)$/.exec(line);
  if (heading) {
    into.append(el("div", { class: `h${heading[1].length}`, role: "heading", "aria-level": heading[1].length + 2 }, inline(heading[2], world)));
    return at + 1;
  }
  const small = /^-#\s+(.+)$/.exec(line);
  if (small) {
    into.append(el("div", { class: "small" }, inline(small[1], world)));
    return at + 1;
  }
  if (/^>>>\s/.test(line)) {
    const rest = [line.replace(/^>>>\s/, ""), ...lines.slice(at + 1)].join("\n");
    into.append(el("blockquote", {}, markdown(rest, world)));
    return lines.length;
  }
  if (/^>\s/.test(line)) return quote(lines, at, into, world);
  if (LIST.test(line)) return list(lines, at, into, world);
  into.append(el("div", { class: "line" }, line === "" ? "\u200b" : inline(line, world)));
  return at + 1;
}

const LIST = /^(\s*)([-*]|\d+\.)\s+(.*)$/;
const CONTINUATION = /^ {2,}\S/;

function list(lines, at, into, world) {
  const ordered = /^\s*\d/.test(lines[at]);
  const items = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(lines[at], 10) } : {});
  while (at < lines.length && LIST.test(lines[at])) {
    const [, indent, , words] = LIST.exec(lines[at]);
    const item = el("li", indent.length > 1 ? { class: "inner" } : {}, inline(words, world));
    at += 1;
    for (; at < lines.length && CONTINUATION.test(lines[at]) && !LIST.test(lines[at]); at += 1) {
      item.append(el("div", { class: "line" }, inline(lines[at].trim(), world)));
    }
    items.append(item);
  }
  into.append(items);
  return at;
}

function quote(lines, at, into, world) {
  const quoted = [];
  for (; at < lines.length && /^>\s/.test(lines[at]); at += 1) quoted.push(lines[at].slice(2));
  into.append(el("blockquote", {}, markdown(quoted.join("\n"), world)));
  return at;
}

function fence(lines, at, into) {
  const sameLine = /^```(.+)```$/.exec(lines[at]);
  if (sameLine) {
    into.append(el("pre", {}, el("code", {}, sameLine[1])));
    return at + 1;
  }
  let end = at + 1;
  while (end < lines.length && !lines[end].endsWith("```")) end += 1;
  const last = end < lines.length ? lines[end].slice(0, -3) : "";
  const first = /^```\w*$/.test(lines[at]) ? [] : [lines[at].slice(3)];
  const code = [...first, ...lines.slice(at + 1, end), ...(last ? [last] : [])].join("\n");
  into.append(el("pre", {}, el("code", {}, code)));
  return end + 1;
}

// Each rule: what it looks like at the start of the remaining text, and what to make of the match.
const RULES = [
  [/^\\([^\w\s])/, (found) => found[1]],
  [/^``(.+?)``(?!`)|^`([^`]+)`/, (found) => el("code", {}, (found[1] ?? found[2]).trim() || " ")],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (found) => timestamp(Number(found[1]), found[2] ?? "f")],
  [/^<@!?(\d+)>/, (found, world) => el("span", { class: "mention" }, `@${world.personName(found[1])}`)],
  [/^<@&(\d+)>/, (found, world) => el("span", { class: "mention" }, `@${world.roleName(found[1])}`)],
  [/^<#(\d+)>/, (found, world) => placeMention(found[1], world)],
  [/^<\/([^:>]{1,100}):\d+>/, (found, world) => commandMention(found[1], world)],
  [/^<a?:(\w+):\d+>/, (found) => `:${found[1]}:`],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (found, world) => anchor(found[2], inline(found[1], world), world)],
  [/^<(https?:\/\/[^\s>]+)>/, (found, world) => anchor(found[1], null, world)],
  [/^https?:\/\/[^\s<]+/, bareLink],
  [/^\|\|([\s\S]+?)\|\|/, (found, world) => spoiler(inline(found[1], world))],
  [/^\*\*\*([\s\S]+?)\*\*\*(?!\*)/, (found, world) => el("strong", {}, el("em", {}, inline(found[1], world)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (found, world) => el("strong", {}, inline(found[1], world))],
  [/^__([\s\S]+?)__(?!_)/, (found, world) => el("u", {}, inline(found[1], world))],
  [/^~~([\s\S]+?)~~/, (found, world) => el("s", {}, inline(found[1], world))],
  [/^\*(?!\s)([^*]+?)\*(?!\*)/, (found, world) => el("em", {}, inline(found[1], world))],
  [/^_([^_]+?)_(?!\w)/, (found, world) => el("em", {}, inline(found[1], world))],
];
const PLAIN = /^(?:[^\\`<[|*_~h]+|\w+)/;

/** Return the nodes of one line. */
export function inline(text, world) {
  const nodes = [];
  let plain = "";
  for (let rest = text; rest !== ""; ) {
    const [made, length] = next(rest, world);
    if (typeof made === "string") plain += made;
    else {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(made);
    }
    rest = rest.slice(length);
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function next(rest, world) {
  for (const [pattern, make] of RULES) {
    const found = pattern.exec(rest);
    if (found) {
      const made = make(found, world);
      return Array.isArray(made) ? made : [made, found[0].length];
    }
  }
  const plain = PLAIN.exec(rest)?.[0] ?? rest[0];
  return [plain, plain.length];
}

/** A link; one that leads to a place or message here stays on the page, as in Discord's client. */
function anchor(url, shown, world) {
  const jump = jumpTarget(url);
  if (!jump) return el("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, shown ?? url);
  const name = shown ?? `#${world.placeName(jump.place)}${jump.message ? " › message" : ""}`;
  return mention(name, () => world.goTo(jump.place, jump.message));
}

function bareLink(found, world) {
  const url = found[0].replace(URL_END, "");
  return [anchor(url, null, world), url.length];
}

function spoiler(hidden) {
  const cover = el("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Spoiler, press to show", "aria-expanded": "false" });
  const inside = el("span", { "aria-hidden": "true" }, hidden);
  const show = () => {
    cover.classList.add("shown");
    cover.removeAttribute("aria-label");
    cover.setAttribute("aria-expanded", "true");
    inside.removeAttribute("aria-hidden");
  };
  cover.append(inside);
  return pressable(cover, show);
}

/** A mention that can be pressed. It flows like words: after a real button, a line could begin with a comma. */
function mention(name, press) {
  return pressable(el("span", { class: "mention", role: "button", tabindex: 0 }, name), press);
}

/** Make words act like a button, by pointer and by keyboard. */
function pressable(node, press) {
  node.addEventListener("click", press);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press();
    }
  });
  return node;
}

function placeMention(id, world) {
  return mention(`#${world.placeName(id)}`, () => world.goTo(id));
}

function commandMention(path, world) {
  return mention(`/${path}`, () => world.startCommand(path));
}
