// What one person sees, kept up to date by the playground's push; and what that person does.

import { older } from "./dom.js";

const STARTING_MS = 15000; // how long an act waits for a bot that is starting
const LATE_MS = 1000; // how much earlier than a change a refusal because of it may arrive
export const STOPPED = "The playground has stopped. Start it again; this page will find it.";
export const OUTDATED = "This page is from an earlier run; open the newest address.";
const TO_THE_BOT = new Set(["slash", "menu", "click", "select", "submit"]);

/** One person's connection. Dispatches `change` events whose detail says what changed. */
export class Store extends EventTarget {
  constructor(id) {
    super();
    this.id = id;
    this.ready = false;
    this.outdated = false; // whether the page's key is that of another playground at the same address
    this.people = [];
    this.places = [];
    this.roles = [];
    this.commands = { channel: [], group: [], visit: [], dm: [] };
    this.menus = { channel: [], group: [], visit: [], dm: [] }; // the bot's entries in the menus of people and messages
    this.messages = new Map(); // place id -> Map of message id -> message
    this.unread = new Map(); // place id -> { count, ping }
    this.hidden = new Set(this.dismissed());
    this.busy = new Map(); // message id -> custom id being answered
    this.next = new Set(); // ids of busy messages of which another control was used
    this.failed = new Set(); // message ids whose last interaction failed
    this.picked = new Map(); // message id -> Map of custom id -> chosen values
    this.bot = { id: "", shown: "Rummy Table", online: false };
    this.watched = () => false; // says whether a place is on the screen
    this.retry = 250;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/people/live?as=${this.id}`);
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("open", () => { this.retry = 250; });
    socket.addEventListener("close", () => {
      this.ready = false;
      this.tell({ kind: "connection" });
      setTimeout(() => this.connect(), this.retry);
      this.retry = Math.min(this.retry * 2, 4000);
      this.findOutdated();
    });
  }

  /** Find out why there is no connection: a socket that was refused does not say. */
  async findOutdated() {
    this.outdated = await fetch("/people/screen").then((answer) => answer.status === 403, () => false);
    this.tell({ kind: "connection" });
  }

  tell(detail) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }

  receive(said) {
    const take = {
      screen: () => this.takeScreen(said),
      message: () => this.takeMessage(said.message),
      gone: () => this.takeGone(said),
      places: () => this.takePlaces(said.places),
      commands: () => {
        this.commands = said.commands;
        this.menus = said.menus;
        this.tell({ kind: "commands" });
      },
      bot: () => {
        this.bot.online = said.online;
        this.tell({ kind: "connection" });
      },
    }[said.type];
    take?.();
  }

  takeScreen(said) {
    for (const key of ["people", "places", "roles", "commands", "menus", "bot"]) this[key] = said[key];
    this.ready = true;
    if (this.messages.size > 0) return this.catchUp(said.messages);
    this.messages = new Map(
      Object.entries(said.messages).map(([place, list]) => [place, new Map(list.map((message) => [message.id, message]))]),
    );
    this.findUnread();
    this.tell({ kind: "screen" });
  }

  /** Count what this browser has not shown yet; when it shows the page for the first time, nothing is unread. */
  findUnread() {
    const seen = this.seen();
    for (const [place, list] of this.messages) {
      if (!seen) this.see(place);
      else for (const message of list.values()) if (older(seen[place] ?? "0", message.id) < 0) this.count(place, message);
    }
  }

  /** Take what happened while the connection was cut, as if it were happening now. */
  catchUp(messages) {
    for (const kind of ["connection", "commands"]) this.tell({ kind });
    this.takePlaces(this.places);
    for (const [place, list] of this.messages) {
      const left = new Set(messages[place]?.map((message) => message.id));
      for (const message of [...list.keys()].filter((id) => !left.has(id))) this.takeGone({ place, message });
    }
    for (const message of Object.values(messages).flat()) {
      const before = this.messages.get(message.channel_id)?.get(message.id);
      if (JSON.stringify(before) !== JSON.stringify(message)) this.takeMessage(message);
    }
  }

  takePlaces(places) {
    this.places = places;
    for (const gone of [...this.unread.keys()].filter((id) => !this.place(id))) this.read(gone);
    this.tell({ kind: "places" });
  }

  takeMessage(message) {
    const place = message.channel_id;
    if (!this.messages.has(place)) this.messages.set(place, new Map());
    const isNew = !this.messages.get(place).has(message.id);
    this.messages.get(place).set(message.id, message);
    this.picked.delete(message.id);
    this.failed.delete(message.id);
    if (isNew && this.watched(place)) this.see(place);
    else if (isNew) this.count(place, message);
    this.tell({ kind: "message", place, message, isNew });
  }

  takeGone({ place, message }) {
    this.messages.get(place)?.delete(message);
    this.tell({ kind: "gone", place, message });
  }

  count(place, message) {
    if (message.author.id === this.id || this.hidden.has(message.id)) return;
    const seen = this.unread.get(place) ?? { count: 0, ping: false };
    const ping = message.pings.includes(this.id) || this.place(place)?.kind === "dm";
    this.unread.set(place, { count: seen.count + 1, ping: seen.ping || ping });
    this.tell({ kind: "unread" });
  }

  read(place) {
    this.see(place);
    if (this.unread.delete(place)) this.tell({ kind: "unread" });
  }

  get seenKey() {
    return `card-table-seen-${this.id}`;
  }

  /** The newest message of each place that was shown in this browser; null if it has never shown this person's page. */
  seen() {
    return JSON.parse(localStorage.getItem(this.seenKey));
  }

  /** Note that a place was shown up to its newest message, so that it stays read when the page is loaded again. */
  see(place) {
    const ids = this.messages.get(place)?.keys();
    if (ids) localStorage.setItem(this.seenKey, JSON.stringify({ ...this.seen(), [place]: [...ids].sort(older).at(-1) ?? "0" }));
  }

  /** Whether anything anywhere was meant for this person and not yet seen. */
  get waiting() {
    return [...this.unread.values()].some((one) => one.ping);
  }

  place(id) {
    return this.places.find((place) => place.id === id);
  }

  history(place) {
    return [...(this.messages.get(place)?.values() ?? [])]
      .filter((message) => !this.hidden.has(message.id))
      .sort((a, b) => older(a.id, b.id));
  }

  get dismissedKey() {
    return `card-table-dismissed-${this.id}`;
  }

  /** The ephemeral messages dismissed in this browser, which the playground still sends when the page is loaded again. */
  dismissed() {
    return JSON.parse(localStorage.getItem(this.dismissedKey) ?? "[]");
  }

  dismiss(place, message) {
    const still = (id) => [...this.messages.values()].some((list) => list.has(id));
    this.hidden = new Set([...this.dismissed(), message].filter(still)); // another window may have dismissed some
    localStorage.setItem(this.dismissedKey, JSON.stringify([...this.hidden]));
    this.tell({ kind: "gone", place, message });
  }

  commandsIn(place) {
    return this.commands[this.place(place)?.kind] ?? this.commands.channel;
  }

  menusIn(place) {
    return this.menus[this.place(place)?.kind] ?? this.menus.channel;
  }

  /** Whether a used command is from a menu; others are typed. */
  isMenu(name) {
    return Object.values(this.menus).some((menus) => menus.some((menu) => menu.name === name));
  }

  personName(id) {
    return id === this.bot.id ? this.bot.shown : (this.people.find((one) => one.id === id)?.shown ?? "unknown-user");
  }

  roleName(id) {
    return this.roles.find((role) => role.id === id)?.name.replace(/^@/, "") ?? "unknown-role";
  }

  placeName(id) {
    return this.place(id)?.name ?? "unknown";
  }

  /** Wait until a change makes the condition true, or until `patience` (in ms, if positive) runs out. */
  async until(condition, patience = 0) {
    if (condition()) return;
    await new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.removeEventListener("change", look);
        resolve();
      };
      const look = () => { if (condition()) end(); };
      const timer = patience > 0 ? setTimeout(end, patience) : 0;
      this.addEventListener("change", look);
    });
  }

  /** Do one thing as this person; resolves to the bot's first answer, or to `{ error }` in words. */
  async act(what) {
    // The bot's commands and old messages are shown a moment before it can receive what people do with them.
    if (TO_THE_BOT.has(what.do)) await this.until(() => this.bot.online || !this.ready, STARTING_MS);
    try {
      const response = await fetch("/people/act", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ as: this.id, ...what }),
      });
      if (response.status === 403) return { error: OUTDATED };
      return await response.json();
    } catch {
      return { error: STOPPED };
    }
  }

  /**
   * Use a component of a message, showing that it is being answered and whether it failed.
   *
   * A message is often redrawn a moment before the answer is complete; what is used in between waits for the answer.
   * The second press of a double click is ignored. Resolves to `{ late: true }` if the message has lost the component
   * meanwhile, because somebody else's move came first.
   */
  async use(message, customId, what) {
    if (this.busy.get(message.id) === customId || this.next.has(message.id)) return {};
    this.next.add(message.id);
    await this.until(() => !this.busy.has(message.id));
    this.next.delete(message.id);
    if (!this.offers(message, customId)) return { late: true };
    this.busy.set(message.id, customId);
    this.failed.delete(message.id);
    this.tell({ kind: "state", place: message.channel_id, message: message.id });
    const answer = await this.act({ place: message.channel_id, message: message.id, custom_id: customId, ...what });
    this.busy.delete(message.id);
    if (answer.outcome === "failed") this.failed.add(message.id);
    this.tell({ kind: "state", place: message.channel_id, message: message.id });
    if (!answer.error) return answer;
    await this.until(() => !this.offers(message, customId), LATE_MS);
    return this.offers(message, customId) ? answer : { late: true };
  }

  /** Whether the message as it is now has this component. */
  offers(message, customId) {
    const now = this.messages.get(message.channel_id)?.get(message.id);
    return now !== undefined && JSON.stringify(now.components).includes(`"custom_id":${JSON.stringify(customId)}`);
  }
}
