// One pane: one person looking at one place.

import { avatar, el, icon, ICONS, landmark, older } from "./dom.js";
import { closeList } from "./listbox.js";
import { Composer } from "./composer.js";
import { messageElement, regroup, spoken } from "./message.js";
import { openModal } from "./modal.js";
import { OUTDATED, STOPPED } from "./store.js";
import { Switcher } from "./switcher.js";

const NEAR_PX = 90; // this close to the end counts as reading the newest messages

export class Pane {
  constructor(stores, { person, place }, host) {
    this.stores = stores;
    this.host = host; // what the page offers: help, add, close, remember
    this.elements = new Map(); // message id -> element
    this.pressed = false; // whether a pointer is down on the log
    this.late = []; // changes that came meanwhile
    this.person = person;
    this.place = place;
    this.world = {
      personName: (id) => this.store.personName(id), roleName: (id) => this.store.roleName(id), placeName: (id) => this.store.placeName(id),
      goTo: (place, message) => this.goTo(place, message), startCommand: (path) => this.composer.start(path),
    };
    this.top = new Switcher(this);
    this.log = el("div", { class: "log", role: "log", "aria-live": "off", tabindex: 0 });
    this.jump = el("button", { class: "jump", type: "button", hidden: true, on: { click: () => this.toEnd() } }, "New messages", icon(ICONS.down));
    this.notice = el("div", { class: "notice", role: "status", hidden: true });
    this.voice = el("div", { class: "unseen", "aria-live": "polite" });
    this.composer = new Composer(this);
    this.closer = button("Close this pane", ICONS.cross, () => host.close(this));
    this.adder = button("Add a pane", ICONS.plus, () => host.add());
    const tools = el("div", { class: "tools" }, button("About this playground", ICONS.help, () => host.help()), this.adder, this.closer);
    this.box = el("section", { class: "pane" }, el("header", {}, this.top.people, tools), this.top.places, this.notice, el("div", { class: "room" }, this.log, this.jump), this.composer.form, this.voice);
    this.log.addEventListener("scroll", () => { if (this.nearEnd()) this.jump.hidden = true; }, { passive: true });
    new ResizeObserver(() => { if (this.stuck) this.toEnd(); }).observe(this.log);
    this.log.addEventListener("scroll", () => { this.stuck = this.nearEnd(); }, { passive: true });
    this.log.addEventListener("pointerdown", () => this.hold());
    this.listener = (event) => this.changed(event.detail);
    this.peek = (event) => { if (event.detail.kind === "unread") this.top.paintPeople(); };
    for (const store of stores.values()) store.addEventListener("change", this.peek);
    this.become(person);
  }

  get store() {
    return this.stores.get(this.person);
  }

  /** Whether the pane still shows that person in that place. */
  isAt(store, place) {
    return this.store === store && this.place === place;
  }

  /** Stop listening, before the pane is thrown away. */
  end() {
    this.store.removeEventListener("change", this.listener);
    for (const store of this.stores.values()) store.removeEventListener("change", this.peek);
    this.box.remove();
  }

  become(person) {
    closeList();
    this.store.removeEventListener("change", this.listener);
    const kind = this.store.place(this.place)?.kind;
    this.person = person;
    this.store.addEventListener("change", this.listener);
    if (kind === "dm") this.place = this.store.places.find((place) => place.kind === "dm")?.id ?? this.place;
    this.paint();
  }

  /** Look at a place, and at one of its messages if it is named and still there. */
  goTo(place, message) {
    closeList();
    if (!this.store.place(place)) return this.say("That place is gone, or not yours to see.");
    if (place !== this.place) {
      this.place = place;
      this.paint();
    }
    const target = this.elements.get(message);
    if (target) {
      this.stuck = false;
      target.scrollIntoView({ block: "center" });
      target.classList.remove("found");
      requestAnimationFrame(() => target.classList.add("found"));
    } else if (matchMedia("(hover: hover)").matches) this.composer.words.focus({ preventScroll: true });
  }

  paint() {
    if (this.store.ready && !this.store.place(this.place)) this.place = this.store.places[0]?.id;
    this.top.paintPeople();
    this.top.paintPlaces();
    this.paintNotice();
    this.paintLog();
    const aim = `${this.person} ${this.place}`;
    if (aim !== this.aim && this.store.ready) this.composer.aim();
    if (this.store.ready) this.aim = aim;
    this.host.remember();
    this.store.read(this.place);
    const place = this.store.place(this.place);
    const view = `${this.store.personName(this.person)} in ${place ? place.name : "…"}`;
    this.box.setAttribute("aria-label", view);
    this.top.places.setAttribute("aria-label", `Places for ${view}`);
  }

  paintNotice() {
    const text = !this.store.ready ? (this.store.outdated ? OUTDATED : "Connecting to the playground…") : this.store.bot.online ? "" : "The bot is starting…";
    this.notice.textContent = text;
    this.notice.hidden = text === "";
    if (text === "" && this.composer.problem.textContent === STOPPED) this.say("");
  }

  // ---- the log

  paintLog() {
    const messages = this.store.history(this.place);
    this.elements = new Map(messages.map((message) => [message.id, messageElement(message, this)]));
    this.log.replaceChildren(this.welcome(), ...this.elements.values());
    regroup(this.log);
    this.jump.hidden = true;
    this.toEnd();
  }

  welcome() {
    const place = this.store.place(this.place);
    if (!place) return el("div", {});
    const dm = place.kind === "dm";
    const tryOut = ["help", "table new"].filter((path) => this.store.commandsIn(this.place).some((one) => one.path === path));
    return el(
      "div",
      { class: "welcome" },
      el("div", { class: "welcome-icon" }, dm ? avatar(this.store.bot, { bot: true }) : icon(ICONS[place.kind] ?? ICONS.hash)),
      el("h2", { dir: "auto" }, dm ? place.name : `Welcome to ${["channel", "visit"].includes(place.kind) ? "#" : ""}${place.name}!`),
      el("p", {}, dm ? `Only ${this.store.personName(this.person)} can read what ${place.name} writes here, such as the hand during a game.` : this.about(place)),
      !dm && tryOut.length > 0 && el("div", { class: "row" }, tryOut.map((path) => el("button", { class: "button style-2", type: "button", on: { click: () => this.composer.start(path) } }, `/${path}`))),
    );
  }

  /** What kind of place it is; only the first person has the bot's commands outside its server. */
  about(place) {
    const owner = this.store.people[0].shown;
    const taken = `The bot is not a member and can only answer. ${owner} has added it to their account and has its commands; the others can press its buttons.`;
    if (place.kind === "group") return `A group of people. ${taken}`;
    if (place.kind !== "visit") return "Six people and the bot are here; the faces above say who you are. Type / for commands.";
    return `A server that never installed the bot. ${taken}${place.public ? "" : " People may not use external apps in this channel, so each answer is shown only to the person who asked."}`;
  }

  /** The bot's commands have come or changed: offer them here, and for what is being typed. */
  offerCommands() {
    this.log.querySelector(".welcome")?.replaceWith(this.welcome());
    this.composer.refresh();
  }

  changed(what) {
    if (what.kind === "screen") this.paint();
    else if (what.kind === "connection") {
      this.paintNotice();
      if (this.store.bot.online) this.composer.refresh();
    } else if (what.kind === "commands") this.offerCommands();
    else if (what.kind === "places") this.store.place(this.place) ? this.top.paintPlaces() : this.paint();
    else if (what.kind === "unread") this.top.paintPlaces();
    else if (this.pressed) this.late.push(what);
    else if (what.place === this.place) this.redraw(what);
  }

  /** Keep the log unchanged while something in it is pressed; if that were replaced, the press would be lost. */
  hold() {
    this.pressed = true;
    const letGo = () => {
      removeEventListener("pointerup", letGo);
      removeEventListener("pointercancel", letGo);
      setTimeout(() => this.letGo()); // the click follows the pointer's rise
    };
    addEventListener("pointerup", letGo);
    addEventListener("pointercancel", letGo);
  }

  letGo() {
    this.pressed = false;
    for (const what of this.late.splice(0)) this.changed(what);
  }

  redraw(what) {
    const id = what.message.id ?? what.message;
    const message = this.store.messages.get(this.place)?.get(id);
    const stick = this.nearEnd();
    const before = this.elements.get(id);
    const watched = before?.contains(document.activeElement) && this.isInSight(document.activeElement);
    if (!message || what.kind === "gone") {
      this.elements.delete(id);
      const focused = before?.contains(document.activeElement);
      before?.remove();
      if (focused) this.composer.focus();
    } else if (before) this.replace(before, message);
    else this.insert(message);
    regroup(this.log);
    if (stick) this.toEnd();
    else if (what.isNew) this.jump.hidden = false;
    if (watched) this.keepInSight();
    if (what.isNew) this.voice.textContent = spoken(message, this);
  }

  insert(message) {
    const made = messageElement(message, this);
    this.elements.set(message.id, made);
    const later = [...this.log.querySelectorAll(".message[data-id]")].find((each) => older(message.id, each.dataset.id) < 0);
    const pending = this.log.querySelector(".pending");
    if (later ?? pending) (later ?? pending).before(made);
    else this.log.append(made);
  }

  /** Put the new element in place of the old, keeping loaded pictures and the keyboard's place. */
  replace(before, message) {
    const focused = before.contains(document.activeElement) ? landmark(document.activeElement) : null;
    const made = messageElement(message, this);
    for (const image of made.querySelectorAll("img")) {
      const same = [...before.querySelectorAll("img")].find((one) => one.src === image.src && one.alt === image.alt && one.className === image.className);
      if (same) image.replaceWith(same);
    }
    before.replaceWith(made);
    this.elements.set(message.id, made);
    focused?.()?.focus({ preventScroll: true });
  }

  isInSight(element) {
    const { top, bottom } = element.getBoundingClientRect(), log = this.log.getBoundingClientRect();
    return bottom > log.top && top < log.bottom;
  }

  /** Scroll to what the keyboard is at, after its message has grown or shrunk. */
  keepInSight() {
    const here = document.activeElement;
    if (this.log.contains(here) && here.matches(":focus-visible") && !this.isInSight(here)) here.scrollIntoView({ block: "nearest" });
  }

  nearEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR_PX;
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
    this.stuck = true;
    this.jump.hidden = true;
  }

  // ---- doing things

  async use(message, customId, what) {
    const { store } = this;
    const answer = await store.use(message, customId, what);
    if (answer.modal) this.showModal(answer, store);
    else if (this.store !== store) return;
    else if (answer.late) this.showChanged(message.id);
    else if (answer.error) this.say(answer.error);
  }

  /** Use an entry of the menu of a message or a person; the answer arrives as a message. */
  async useMenu(menu, target) {
    const { store } = this;
    const answer = await store.act({ do: "menu", place: this.place, command: menu.name, type: menu.type, target });
    if (answer.modal) this.showModal(answer, store);
    else if (this.store !== store) return;
    else if (answer.error) this.say(answer.error);
    else if (answer.outcome === "failed") this.say("The application did not respond");
  }

  /** Highlight a message that changed while something in it was pressed. */
  showChanged(id) {
    const changed = this.elements.get(id);
    changed?.classList.remove("found");
    requestAnimationFrame(() => changed?.classList.add("found"));
    this.voice.textContent = "The message changed before your press arrived.";
  }

  /** Show a form to the person who opened it, even if another one was chosen at the top meanwhile. */
  showModal(answer, store) {
    if (this.store !== store) this.become(store.id);
    openModal(answer.modal, this, (values) => store.act({ do: "submit", interaction: answer.interaction, values }));
  }

  say(sentence) {
    this.composer.problem.textContent = sentence;
  }
}

function button(label, path, act) {
  return el("button", { class: "icon-button", type: "button", "aria-label": label, title: label, on: { click: act } }, icon(path));
}
