// The top of a pane: who one is, and where one looks.

import { avatar, el, icon, ICONS } from "./dom.js";

const RANK = { channel: 0, dm: 1, thread: 2, group: 3, visit: 4 };
const PICTURES = { channel: ICONS.hash, thread: ICONS.thread, group: ICONS.group, visit: ICONS.visit, dm: ICONS.mail };
const SPOKEN = { group: "group of people", visit: "channel of a server without the bot" };

export class Switcher {
  constructor(pane) {
    this.pane = pane;
    this.people = el("div", { class: "people", role: "radiogroup", "aria-label": "Who you are" });
    this.places = el("nav", { class: "places" });
  }

  paintPeople() {
    const focused = this.people.contains(document.activeElement);
    this.people.replaceChildren(...this.pane.store.people.map((person) => this.person(person)));
    if (focused) this.people.querySelector("[aria-checked=true]")?.focus();
  }

  person(person) {
    const on = person.id === this.pane.person;
    const waits = !on && this.pane.stores.get(person.id)?.waiting;
    return el(
      "button",
      {
        class: "person", type: "button", role: "radio", title: person.shown, tabindex: on ? 0 : -1, "aria-checked": on,
        "aria-label": `${person.shown}${waits ? ", has unread messages" : ""}`,
        on: { click: () => this.pane.become(person.id), keydown: (event) => this.arrows(event, person.id) },
      },
      avatar(person),
      waits && el("span", { class: "badge ping" }),
      on && el("span", { class: "person-name", dir: "auto" }, person.shown),
    );
  }

  arrows(event, from) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = this.pane.store.people;
    const at = all.findIndex((person) => person.id === from);
    this.pane.become(all[(at + step + all.length) % all.length].id);
    this.people.querySelector("[aria-checked=true]")?.focus();
  }

  paintPlaces() {
    const sorted = [...this.pane.store.places].sort((a, b) => RANK[a.kind] - RANK[b.kind]);
    const focused = this.places.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    this.places.replaceChildren(...sorted.map((place) => this.place(place)));
    this.places.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (focused) this.places.querySelector(`[data-place="${focused}"]`)?.focus();
  }

  place(place) {
    const news = this.pane.store.unread.get(place.id);
    const dm = place.kind === "dm";
    const kind = SPOKEN[place.kind] ?? place.kind;
    const name = dm ? `Direct messages with ${place.name}` : `${kind} ${place.name}`;
    return el(
      "button",
      {
        class: `place ${news ? "unread" : ""}`, type: "button", "data-place": place.id,
        "aria-current": place.id === this.pane.place ? "page" : undefined,
        "aria-label": `${name}${news ? `, ${news.count} unread` : ""}`,
        on: { click: () => this.pane.goTo(place.id) },
      },
      icon(PICTURES[place.kind]),
      el("span", { dir: "auto" }, dm ? "Messages" : place.name),
      news && el("span", { class: `badge ${news.ping ? "ping" : "news"}` }, news.ping ? String(news.count) : ""),
    );
  }
}
