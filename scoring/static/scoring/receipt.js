/* The notice above the form: what became of the deal that was saved last. */

import { describeWithPoints } from "./deal.js";
import { fill } from "./words.js";

const LOOKS = { saved: "is-success", sent: "", waiting: "is-warning", late: "is-warning", moved: "is-warning", refused: "is-error", conflict: "is-error", elsewhere: "", unchanged: "" };

export class Receipt {
  /** `more` may add to what is said when a deal is saved. */
  constructor(element, entry, { more = () => "" } = {}) {
    this.element = element;
    this.entry = entry;
    this.more = more;
    this.number = 0;
    this.what = "";
    this.title = "";
    entry.addEventListener("changed", ({ detail }) => this.take(detail));
  }

  take(happened) {
    const isOnItsWay = this.what === "sent" || this.what === "waiting";
    // The newest is told of: that an earlier one has arrived shows in the list.
    const isEarlier = happened?.what === "saved" && isOnItsWay && happened.number !== this.number;
    if (happened && !isEarlier) Object.assign(this, { title: "" }, happened);
    if (this.what === "sent" || this.what === "waiting") this.what = this.entry.outbox.failures ? "waiting" : "sent";
    this.show();
  }

  /** What needs nobody any more goes. */
  settle() {
    if (["saved", "unchanged", "elsewhere"].includes(this.what)) this.what = "";
    this.show();
  }

  get deal() {
    return this.entry.outbox.get(this.number)?.line ?? this.entry.lines.get(this.number)?.deal;
  }

  show() {
    const { element, what } = this;
    element.hidden = !what;
    if (!what) return;
    element.className = `notice receipt ${LOOKS[what]}`.trim();
    const text = element.querySelector("[data-done-text]");
    const told = this.text();
    if (text.textContent !== told) text.textContent = told;
    const change = element.querySelector("[data-change]");
    if (change) change.hidden = !["saved", "sent", "waiting", "conflict", "refused"].includes(what) || !this.entry.mayOpen;
  }

  text() {
    const { number, title } = this;
    const { words } = this.entry.data;
    const deal = this.deal;
    const said = deal ? describeWithPoints(this.entry.data, deal) : words.notEntered;
    const sentence = {
      saved: words.saved,
      sent: words.sendingDeal,
      waiting: words.waitingDeal,
      late: words.decided,
      moved: words.movedDeal,
      refused: words.refusedDeal,
      conflict: words.conflictDeal,
      elsewhere: words.elsewhere,
      unchanged: words.unchanged,
    }[this.what];
    const text = fill(sentence, { number, title, what: said });
    const more = this.what === "saved" ? this.more() : "";
    const tells = ["saved", "sent", "waiting"].includes(this.what);
    return [text, tells ? said : "", more].filter(Boolean).join(" ");
  }
}
