/* Who holds the phone: one of the four, or somebody who only helps. Asked once for a table and round. */

import { fill } from "./words.js";

export class Who extends EventTarget {
  constructor(store, data) {
    super();
    this.store = store;
    this.data = data;
    this.panel = document.getElementById("who");
    this.button = document.querySelector("[data-who-am-i]");
    this.panel.querySelectorAll("[data-seat]").forEach((choice) => choice.addEventListener("click", () => this.choose(choice.dataset.seat)));
    this.button.addEventListener("click", () => this.askAgain());
    const known = store.read("me");
    this.isAskedAgain = false;
    this.known = known !== null && (known === "" || known in data.seats) ? known : null;
    this.show();
  }

  get isKnown() {
    return this.known !== null;
  }

  get seat() {
    return this.known ?? "";
  }

  choose(seat) {
    this.known = seat;
    this.isAskedAgain = false;
    this.store.write("me", seat);
    this.panel.hidden = true;
    this.show();
    this.dispatchEvent(new Event("known"));
  }

  askAgain() {
    this.isAskedAgain = true;
    this.panel.hidden = false;
    this.panel.scrollIntoView({ block: "start" });
    this.panel.focus({ preventScroll: true });
  }

  show() {
    const { words, seats } = this.data;
    this.button.hidden = !this.isKnown;
    this.button.textContent = this.seat ? fill(words.youAre, { name: seats[this.seat].name }) : words.youHelp;
    this.panel.querySelectorAll("[data-seat]").forEach((choice) => choice.setAttribute("aria-pressed", String(this.isKnown && choice.dataset.seat === this.seat)));
  }
}
