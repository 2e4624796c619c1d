// Discord's timestamps: `<t:1700000000:R>` as an element that keeps itself right.

import { el } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
// Each unit's seconds, and the number of units from which the next larger one is used.
const UNITS = [
  ["second", 1, 60],
  ["minute", 60, 60],
  ["hour", 3600, 24],
  ["day", 86400, 30],
  ["month", 2629800, 12],
  ["year", 31557600, Infinity],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

function format(seconds, style) {
  if (style === "R") return fromNow(seconds);
  return new Date(seconds * 1000).toLocaleString(undefined, STYLES[style] ?? STYLES.f);
}

function fromNow(seconds) {
  const left = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length, limit]) => Math.round(Math.abs(left) / length) < limit);
  return relative.format(Math.round(left / size), unit);
}

export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "<invalid date>";
  const shown = el("time", { class: "stamp", datetime: date.toISOString(), title: format(seconds, "F") });
  shown.textContent = format(seconds, style);
  if (style === "R") shown.dataset.relative = seconds;
  return shown;
}

/** How a message's own time is shown beside its author. */
export function clock(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(undefined, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
}

setInterval(() => {
  for (const shown of document.querySelectorAll("time[data-relative]")) {
    const text = fromNow(Number(shown.dataset.relative));
    if (shown.textContent !== text) shown.textContent = text;
  }
}, 1000);
