/* Deals that somebody saved and the server has not confirmed. They leave one at a time, in the order they were saved,
   until the server has said what became of each. Sending twice is the same deal: a new one has a key of its own, a
   correction names the version it is based on. Clocks play no part.

   Events, with `detail` { item, ... }: saved (deal), conflict (item.stored, item.title), late (title): with the director,
   refused (title): cannot be, moved: saved, and at another place since; and `changed`, whenever there is something else to show. */

import { sameLine } from "./deal.js";
import { uuid } from "./words.js";

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30000;
const SLOW_DOWN = 10000;

export class Outbox extends EventTarget {
  constructor(store, server, urls) {
    super();
    this.store = store;
    this.server = server;
    this.urls = urls;
    this.isSending = false;
    this.failures = 0;
    this.timer = 0;
  }

  // --- what is in it -------------------------------------------------------------

  items() {
    return this.store
      .names("out:")
      .map((name) => this.store.read(name))
      .filter(Boolean)
      .sort((one, other) => one.order - other.order);
  }

  get(number) {
    return this.store.read(`out:${number}`);
  }

  keep(item) {
    this.store.write(`out:${item.number}`, item);
  }

  /** Put a line in. `onto` is the stored deal it corrects: its id and version. One line a deal: the newest. */
  put({ number, line, key, onto = null }) {
    const before = this.get(number);
    // What was sent under another basis is no sign of our own.
    const sent = before?.onto?.version === onto?.version ? (before?.sent ?? null) : null;
    const order = before?.order ?? Math.max(0, ...this.items().map((item) => item.order)) + 1;
    this.keep({ number, line, key, onto, order, rev: uuid(), state: "waiting", sent });
    this.tell("changed");
    this.nudge();
  }

  drop(number) {
    this.store.remove(`out:${number}`);
    this.tell("changed");
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // --- sending --------------------------------------------------------------------

  /** Try at once: something was saved, or there are signs of a connection. */
  nudge() {
    this.failures = 0;
    return this.send();
  }

  async send() {
    if (this.isSending) return;
    clearTimeout(this.timer);
    const item = this.items().find(({ state }) => state === "waiting");
    if (!item) return;
    this.isSending = true;
    this.tell("changed");
    const answer = await this.deliver(item);
    this.isSending = false;
    if (this.settle(item, answer)) {
      this.failures = 0;
      this.tell("changed");
      this.send();
    } else {
      this.later(answer.kind);
      this.tell("changed");
    }
  }

  deliver({ number, line, key, onto }) {
    if (!onto) return this.server.ask(this.urls.deals, { method: "POST", body: { ...line, number, client_key: key } });
    const headers = { "If-Match": `"${onto.version}"` };
    return this.server.ask(this.urls.deal.replace("/0/", `/${onto.id}/`), { method: "PUT", body: line, headers });
  }

  later(kind) {
    // A code that opens nothing opens nothing the next time either, and every try counts as a guess.
    if (kind === "shut") return;
    const pause = Math.min(FIRST_PAUSE * 2 ** this.failures, LONGEST_PAUSE);
    this.failures += 1;
    this.timer = setTimeout(() => this.send(), kind === "slow" ? Math.max(pause, SLOW_DOWN) : pause);
  }

  // --- what became of it ------------------------------------------------------------

  /** Whether the answer settled something, so that the next may leave at once. */
  settle(item, answer) {
    const now = this.get(item.number);
    const deal = answer.kind === "ok" && isDeal(answer.content, item) ? answer.content : null;
    if (!now || now.rev !== item.rev) return this.replaced(item, now, deal);
    if (deal) return this.done(item, deal);
    if (answer.kind === "ok" && isElsewhere(answer.content, item)) return this.out(item, "moved", {});
    if (answer.kind === "kept") return this.out(item, "late", { title: answer.content.title });
    if (answer.kind === "taken") return this.taken(item, answer.content);
    if (answer.kind === "gone" && item.onto) return this.asNew(item);
    if (answer.kind === "refused") return this.out(item, "refused", { title: answer.content.title });
    // Perhaps it arrived all the same: what was sent is remembered, to be known again.
    this.keep({ ...item, sent: item.line });
    return false;
  }

  /** It was changed here while it was under way: the newer line corrects what the older one has become. */
  replaced(item, now, deal) {
    if (now && deal) this.keep({ ...now, onto: { id: deal.id, version: deal.version } });
    else if (now) this.keep({ ...now, sent: item.line });
    return true;
  }

  done(item, deal) {
    return this.out(item, "saved", { deal });
  }

  out(item, what, detail) {
    this.store.remove(`out:${item.number}`);
    this.tell(what, { item, ...detail });
    return true;
  }

  /** Something stands there. It is no conflict if it says the same, or is our own of before. */
  taken(item, { stored, title }) {
    const here = stored.number === item.number && !stored.voided;
    if (here && sameLine(stored, item.line)) return this.done(item, stored);
    const ownFirst = !item.onto && stored.client_key === item.key && stored.version === 1;
    const ownLater = item.onto && item.sent && stored.version === item.onto.version + 1 && sameLine(stored, item.sent);
    if (here && (ownFirst || ownLater)) {
      this.keep({ ...item, onto: { id: stored.id, version: stored.version }, sent: null });
      return true;
    }
    const undecided = { ...item, state: "conflict", stored, title };
    this.keep(undecided);
    this.tell("conflict", { item: undecided });
    return true;
  }

  /** The deal it corrects is not there any more (the tournament was restored): then it is a new one. */
  asNew(item) {
    this.keep({ ...item, onto: null, key: uuid(), sent: null });
    return true;
  }
}

function isDeal(content, { number }) {
  return Number.isInteger(content.id) && content.number === number;
}

/** It is the deal that was sent, and the director has moved it since. */
function isElsewhere({ id, number, client_key: clientKey }, { key, onto }) {
  return Number.isInteger(id) && Number.isInteger(number) && (onto ? id === onto.id : clientKey === key);
}
