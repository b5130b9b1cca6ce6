/* The auction of one deal, call by call, where somebody wants to write it down.

   It walks a table that the engine worked out beforehand (api/v1/rulesets/.../auction/) and knows no rule: the calls
   offered are the table's, and so are who speaks next, what holds, and who may play what in the end. The table is
   fetched when the page opens, so that an auction can be written down without a connection later.
*/

import { fill } from "./words.js";

const PAS = "pas";

export class AuctionPart {
  constructor(element, form) {
    this.element = element;
    this.form = form;
    this.data = form.data.auction;
    this.words = this.data.words;
    this.calls = [];
    this.cleared = null;
    this.line = null;
    this.table = null;
    this.isLoading = false;
    this.hasTried = false;
    this.said = [];
    this.state = null;
    this.buttons = this.find("[data-auction-buttons]");
    this.buttons?.addEventListener("click", (event) => this.pressed(event));
    // A key held down, like a second click at once, is not a second call.
    this.buttons?.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.find("[data-auction-back]")?.addEventListener("click", () => this.takeBack());
    this.find("[data-auction-clear]")?.addEventListener("click", () => this.clear());
    this.find("[data-auction-undo]")?.addEventListener("click", () => this.put(this.cleared ?? []));
    addEventListener("online", () => this.load());
    this.load();
  }

  find(selector) {
    return this.element.querySelector(selector);
  }

  // --- the table ----------------------------------------------------------------

  async load() {
    if (this.table || this.isLoading) return;
    this.isLoading = true;
    try {
      const answer = await fetch(this.data.url, { headers: { Accept: "application/json" }, redirect: "error" });
      if (answer.ok) this.table = await answer.json();
    } catch {
      // Tried again when the connection is back, and with the next deal that is opened.
    }
    this.isLoading = false;
    this.hasTried = true;
    if (this.table) this.makeButtons();
    if (!this.line) return;
    this.walk();
    this.form.restrict();
    this.form.preview();
  }

  makeButtons() {
    this.buttons?.replaceChildren(
      ...this.table.calls.map((call) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = call === PAS ? "button is-pas" : "button";
        button.dataset.call = call;
        button.textContent = this.nameOf(call);
        return button;
      }),
    );
  }

  /** Where the calls lead: what each of them was, and the state after the last. */
  walk() {
    this.said = this.calls.map(([hand, call]) => ({ hand, call, mark: "", notice: "" }));
    this.state = null;
    if (!this.table) return;
    const { states, calls, marks, notices } = this.table;
    let state = states[0];
    for (const one of this.said) {
      const step = state.legal?.find(([call]) => calls[call] === one.call);
      if (!step || state.next !== one.hand) return; // not of these rules: the server says what is wrong
      one.mark = marks[step[2]];
      one.notice = notices[step[3]] ?? "";
      state = states[step[1]];
    }
    this.state = state;
  }

  get isOver() {
    return Boolean(this.state) && !this.state.next;
  }

  get passedOut() {
    return this.isOver && !this.state.winner;
  }

  // --- what is said ---------------------------------------------------------------

  open(line, calls) {
    this.line = line;
    this.cleared = null;
    this.calls = calls.map(([hand, call]) => [hand, call]);
    if (calls.length) this.element.open = true;
    this.load();
    this.walk();
  }

  pressed(event) {
    const call = event.target.closest("[data-call]")?.dataset.call;
    if (!call || event.detail > 1 || !this.state?.next) return;
    this.cleared = null;
    this.put([...this.calls, [this.state.next, call]]);
    if (this.isOver) this.find("[data-auction-turn]").focus({ preventScroll: true });
    else if (event.target.hidden) this.buttons.querySelector("[data-call]:not([hidden])").focus();
    // The next thing to press is kept in sight.
    if (this.winnerSeat) this.form.find(".contracts").scrollIntoView({ block: "nearest" });
  }

  takeBack() {
    this.put(this.calls.slice(0, -1));
    this.refocus("[data-auction-back]");
  }

  clear() {
    this.cleared = this.calls;
    this.put([]);
    this.refocus("[data-auction-undo]");
  }

  put(calls) {
    if (calls.length) this.cleared = null;
    this.calls = calls;
    this.walk();
    this.form.changed(null);
  }

  refocus(selector) {
    const button = this.find(selector);
    if (button && !button.hidden) button.focus();
    else this.find("[data-call]:not([hidden])")?.focus();
  }

  // --- what it means for the line ---------------------------------------------------

  get winnerSeat() {
    return this.isOver && this.state.winner ? this.seatOf(this.state.winner) : "";
  }

  /** `pas` instead of a seat is: nobody plays. */
  forbidsDeclarer(seat) {
    return this.isOver && seat !== (this.winnerSeat || PAS);
  }

  /** A tile is a contract with its suit, such as "spil:H". */
  forbidsContract(tile) {
    return this.isOver && !this.state.declarable.includes(tile.split(":")[0]);
  }

  /** Why a line cannot be saved beside this auction; empty when it can, or when only the server can tell. */
  objection(typed) {
    if (!this.calls.length || !this.state) return "";
    if (typed.not_played_reason) return this.words.notPlayed;
    if (!this.isOver) return this.words.unfinished;
    return typed.outcome === "pas" && !typed.contract && !this.passedOut ? this.words.wasWon : "";
  }

  /** Who has a hand, round the dealer that is chosen. */
  seatOf(hand) {
    return this.form.around()[hand];
  }

  // --- what is shown ----------------------------------------------------------------

  nameOf(call) {
    return call === PAS ? this.words.pas : (this.form.data.contracts[call]?.name ?? call);
  }

  name(hand) {
    return this.form.data.seats[this.seatOf(hand)]?.name ?? "";
  }

  who(hand) {
    return `${this.name(hand)} (${this.form.data.roles[hand]})`;
  }

  show() {
    const { words, calls } = this;
    const last = calls.at(-1);
    const isNotPlayed = !this.form.find("[data-not-played-field]").hidden;
    this.element.hidden = !calls.length && (isNotPlayed || !this.buttons);
    this.find("[data-auction-state]").textContent = !calls.length ? words.optional : this.isOver ? words.written : words.going;
    this.showTurn();
    const legal = new Set((this.state?.legal ?? []).map(([call]) => this.table.calls[call]));
    this.buttons?.querySelectorAll("[data-call]").forEach((button) => (button.hidden = !legal.has(button.dataset.call)));
    this.find("[data-auction-calls]").replaceChildren(...this.said.map((one) => this.row(one)));
    const hide = (selector, is) => this.find(selector)?.toggleAttribute("hidden", is);
    hide("[data-auction-back]", !last);
    hide("[data-auction-clear]", !last);
    hide("[data-auction-undo]", Boolean(last) || !this.cleared?.length);
    hide("[data-auction-all-pass]", !this.passedOut);
    const back = this.find("[data-auction-back]");
    if (back && last) back.textContent = fill(words.takeBack, { call: this.nameOf(last[1]) });
    this.showNotice();
    this.showLimits();
  }

  showTurn() {
    const turn = this.find("[data-auction-turn]");
    const text = this.turn();
    // Said again only when it is something else.
    if (turn.textContent !== text) turn.textContent = text;
  }

  turn() {
    const { words, state } = this;
    if (!this.table) return this.hasTried ? words.offline : words.fetching;
    if (this.isOver) return this.ending();
    return state && this.buttons ? fill(words.speaks, { name: this.who(state.next) }) : "";
  }

  row({ hand, call, mark, notice }) {
    const row = document.createElement("li");
    const marks = [this.words.marks[mark], this.words.notices[notice]].filter(Boolean).join(" · ");
    const part = (tag, ...content) => {
      const element = document.createElement(tag);
      element.append(...content);
      return element;
    };
    row.append(
      part("span", this.name(hand), " ", part("small", this.form.data.roles[hand])),
      part("span", part("strong", this.nameOf(call)), " ", part("small", marks)),
    );
    row.classList.toggle("is-pas", call === PAS);
    row.classList.toggle("is-hold", mark === "hold");
    row.classList.toggle("is-noticed", Boolean(notice));
    return row;
  }

  showNotice() {
    const last = this.said.at(-1);
    const text = last?.notice
      ? fill(this.words.noticed, { name: this.who(last.hand), call: this.nameOf(last.call) })
      : "";
    this.find("[data-auction-notice]").hidden = !text;
    const place = this.find("[data-auction-notice-text]");
    if (place.textContent !== text) place.textContent = text;
  }

  ending() {
    if (this.passedOut) return this.words.allPassed;
    const contracts = this.state.declarable.map((code) => this.nameOf(code));
    const sentence = contracts.length > 1 ? this.words.playsOneOf : this.words.plays;
    return fill(sentence, { name: this.who(this.state.winner), contract: contracts.join(", ") });
  }

  /** Beside what cannot be chosen stands why. */
  showLimits() {
    this.form.element.querySelectorAll("[data-auction-says]").forEach((place) => {
      place.hidden = !this.isOver;
      place.textContent = this.isOver ? this.ending() : "";
    });
  }
}
