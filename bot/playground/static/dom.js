// Makes elements. Text always becomes a text node, so nothing a person or the bot wrote is ever read as HTML.

/** Make an element: `props` are attributes, `on` a map of listeners, `class` a class list; children are nodes or text. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || (value === false && !name.startsWith("aria-"))) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (name === "value") node.value = value;
    else if (name.startsWith("aria-")) node.setAttribute(name, String(value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Make an icon from path data drawn on a 24 by 24 grid. */
export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Make an emoji: a Unicode one, or one of the application's pictures, which is read out if it stands `alone`. */
export function emoji(one, alone = false) {
  if (!one.id) return el("span", { class: "emoji" }, one.name);
  const spoken = one.name.replace(/_[0-9a-f]{8}$/, "").replace(/(_of_[a-z]+)_4$/, "$1").replaceAll("_", " ");
  return el("img", { class: "emoji", src: `/cdn/emojis/${one.id}.png`, alt: alone ? spoken : "" });
}

export const ICONS = {
  hash: "M9 3 8 8H4v2h3.6l-.8 4H3v2h3.4L5.5 21h2l.9-5h4l-.9 5h2l.9-5H18v-2h-3.1l.8-4H19V8h-2.9L17 3h-2l-.9 5h-4L11 3H9zm.7 7h4l-.8 4h-4l.8-4z",
  thread: "M4 4h12a2 2 0 0 1 2 2v5h-2V6H4v9h3v3l3-3h1v2l-6 5v-5H4a2 2 0 0 1-2-2V6c0-1.1.9-2 2-2zm9 9h9v6h-3l-3 3v-3h-3v-6z",
  group: "M9 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8zm7 0a3 3 0 1 1 0-6 3 3 0 0 1 0 6zM1 20c0-4 3-7 8-7s8 3 8 7H1zm18 0c0-2.500-.9-4.600-2.400-6 3.700.1 6.400 2.300 6.400 6h-4z",
  visit: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm-2.300 2.400A8 8 0 0 0 4.100 11H8c.1-2.600.7-4.900 1.700-6.600zM4.100 13a8 8 0 0 0 5.600 6.600C8.700 17.900 8.100 15.600 8 13H4.100zM10 13c.2 3.600 1.200 6.300 2 6.900.8-.6 1.800-3.300 2-6.900h-4zm4-2c-.2-3.600-1.200-6.300-2-6.900-.8.6-1.800 3.300-2 6.900h4zm2 2c-.1 2.600-.7 4.900-1.700 6.600A8 8 0 0 0 19.900 13H16zm3.900-2a8 8 0 0 0-5.600-6.600c1 1.700 1.600 4 1.700 6.600h3.900z",
  mail: "M3 5h18v14H3V5zm2 2v.600l7 4.9 7-4.9V7H5zm14 3-7 4.9L5 10v7h14v-7z",
  more: "M6 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm6 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm6 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  send: "M3 20V4l19 8-19 8zm2-3 11.9-5L5 7v3.5l6 1.5-6 1.5V17z",
  plus: "M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7V4z",
  cross: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4 6.4 5z",
  help: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm-1 11.5h2v2h-2v-2zm1-9a3.6 3.6 0 0 1 2.3 6.4c-.9.7-1.2 1-1.2 1.8h-2c0-1.8.9-2.6 1.9-3.4a1.6 1.6 0 1 0-2.6-1.2h-2A3.6 3.6 0 0 1 12 6.5z",
  eye: "M12 5c5 0 8.5 4 10 7-1.5 3-5 7-10 7s-8.5-4-10-7c1.5-3 5-7 10-7zm0 2c-3.6 0-6.3 2.7-7.7 5 1.4 2.3 4.1 5 7.7 5s6.3-2.7 7.7-5c-1.4-2.3-4.1-5-7.7-5zm0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  down: "M12 16 5 9l1.4-1.4L12 13.2l5.6-5.6L19 9l-7 7z",
  link: "M14 4h6v6h-2V7.4l-8.3 8.3-1.4-1.4L16.6 6H14V4zM5 6h6v2H6v10h10v-5h2v7H4V6h1z",
  check: "M9.5 17.5 4 12l1.4-1.4 4.1 4.1 9-9L20 7.1 9.5 17.5z",
};

const COLOURS = ["#5865f2", "#248046", "#c2410c", "#b5179e", "#0e7490", "#a16207", "#6d28d9"];

/** Return a round picture for a person: the first sign of their name on a colour of their own. */
export function avatar(person, { bot = false } = {}) {
  if (bot) return el("img", { class: "avatar", src: "/static/icon.svg", alt: "", draggable: "false" });
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(person.shown);
  const face = el("span", { class: "avatar", "aria-hidden": "true" }, first ? first.segment.toUpperCase() : "?");
  face.style.backgroundColor = COLOURS[Number(BigInt(person.id) % BigInt(COLOURS.length))];
  return face;
}

/** Remember where a control is: returns a function that finds it, or what took its place if its message has changed. */
export function landmark(control) {
  const pane = control.closest(".pane"), id = control.closest(".message")?.dataset.id, { cid } = control.dataset;
  const all = () => [...(pane?.querySelectorAll(`.message[data-id="${id}"] :is(${cid ? "[data-cid]" : "button, a[href]"})`) ?? [])];
  const at = all().indexOf(control);
  return () => {
    if (control.isConnected) return control;
    const there = all(), usable = there.filter((one) => !one.disabled);
    return usable.find((one) => cid && one.dataset.cid === cid) ?? usable.find((one) => one === there[at]) ?? usable[0] ?? pane?.querySelector(".composer :is(textarea, input)");
  };
}

/** Compare two ids by age. */
export function older(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const JUMP = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** Return the place and message that a link of Discord's leads to, or null for a link to the world outside. */
export function jumpTarget(url) {
  const found = JUMP.exec(url);
  return found && { place: found[1], message: found[2] };
}
