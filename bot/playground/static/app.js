// The page: as many panes as fit, each a person in a place.

import { el, icon, ICONS } from "./dom.js";
import { Pane } from "./pane.js";
import { Store } from "./store.js";

const PANE_PX = 430;
const KEY = "card-table-panes";

const holder = document.querySelector("#panes");
const stores = new Map();
let panes = [];
let wanted = [];

const host = { help, add, close, remember };

/** Ask for the first person's screen, which lists everybody, and show the panes. */
async function begin() {
  const first = await fetch("/people/screen");
  if (!first.ok) return refuse(await first.text());
  const screen = await first.json();
  for (const person of screen.people) {
    const store = new Store(person.id);
    store.watched = (place) => document.visibilityState === "visible" && panes.some((pane) => pane.person === person.id && pane.place === place);
    stores.set(person.id, store);
  }
  wanted = saved(screen) ?? firstLayout(screen);
  await Promise.all([...stores.values()].map(loaded));
  arrange();
  addEventListener("resize", arrange);
  document.addEventListener("visibilitychange", () => panes.forEach((pane) => pane.store.read(pane.place)));
}

function loaded(store) {
  return new Promise((resolve) => {
    if (store.ready) return resolve();
    store.addEventListener("change", () => resolve(), { once: true });
  });
}

function firstLayout(screen) {
  const [ada, bruno] = screen.people;
  const cards = screen.places[0].id;
  const dm = screen.places.find((place) => place.kind === "dm").id;
  return [{ person: ada.id, place: cards }, { person: ada.id, place: dm }, { person: bruno.id, place: cards }];
}

function saved(screen) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY));
    const known = kept?.filter((one) => screen.people.some((person) => person.id === one.person));
    return known?.length > 0 ? known : null;
  } catch {
    return null;
  }
}

function remember() {
  wanted = [...panes.map(({ person, place }) => ({ person, place })), ...wanted.slice(panes.length)];
  // Each window keeps its own panes; a new window starts with those of the window used last.
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEY, JSON.stringify(wanted));
}

/** Show as many of the wanted panes as fit. */
function arrange() {
  const room = Math.max(1, Math.floor(innerWidth / PANE_PX));
  const count = Math.min(room, wanted.length);
  while (panes.length > count) panes.pop().end();
  while (panes.length < count) {
    const pane = new Pane(stores, wanted[panes.length], host);
    panes.push(pane);
    holder.append(pane.box);
  }
  for (const pane of panes) {
    pane.closer.hidden = panes.length === 1;
    pane.adder.hidden = panes.length >= room || pane !== panes.at(-1);
  }
}

function add() {
  const last = panes.at(-1);
  const ids = [...stores.keys()];
  const person = ids[(ids.indexOf(last.person) + 1) % ids.length];
  wanted = [...wanted.slice(0, panes.length), { person, place: last.place }];
  arrange();
}

function close(pane) {
  const at = panes.indexOf(pane);
  wanted = panes.filter((one) => one !== pane).map(({ person, place }) => ({ person, place }));
  panes.splice(at, 1);
  pane.end();
  arrange();
  remember();
}

function help() {
  const shut = el("button", { class: "icon-button", type: "button", "aria-label": "Close", on: { click: () => box.close() } }, icon(ICONS.cross));
  const box = el(
    "dialog",
    { class: "modal help", "aria-label": "About this playground" },
    el("header", {}, el("h2", {}, "About this playground"), shut),
    el(
      "div",
      { class: "modal-body text" },
      el("p", {}, "This is the real bot, talking to a Discord that lives on your machine only. Nothing here needs an account, a token or a network."),
      el("ul", {}, el("li", {}, "The faces at the top say who you are. Switch to see what somebody else sees."), el("li", {}, "Messages is that person's private chat with the bot: the hand arrives there."), el("li", {}, "Friday friends is a group of people, and the globes are a server without the bot: there it can only answer."), el("li", {}, "Type / for all commands, or press the buttons. Tab, arrows, Enter and Escape work everywhere."), el("li", {}, "The three dots of a message are its menu Apps, with what the bot offers for it and for the people in it."), el("li", {}, "Stop the playground with Ctrl+C. Your games continue when you start it again.")),
      el("h3", {}, "On to a real server"),
      el("ol", {}, el("li", {}, "At discord.com/developers make an application; under Bot, copy its token."), el("li", {}, "Copy .env.example to .env and put the token after DISCORD_TOKEN=."), el("li", {}, "In the project's folder run ", el("code", {}, ".venv/bin/python -m bot doctor"), ". It prints the link that invites the bot to your server."), el("li", {}, "Run ", el("code", {}, ".venv/bin/python -m bot run"), ". On Windows, both commands begin with ", el("code", {}, ".venv\\Scripts\\python"), ".")),
    ),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

function refuse(sentence) {
  holder.append(el("p", { class: "refused" }, sentence));
}

begin();
