/* The end of a sheet: what everybody has in all, who signs, and that it is signed. */

import { fill, points } from "./words.js";

export class Ending {
  constructor({ data, entry, server, watch, part }) {
    Object.assign(this, { data, entry, server, watch, part });
    this.isBusy = false;
    this.form = part("[data-sign]");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.sign();
    });
  }

  show(state, phase) {
    this.showSums();
    const sign = this.part("#sign");
    const wasHidden = sign.hidden;
    sign.hidden = phase !== "playing" || !this.entry.isComplete || this.entry.form.number !== undefined;
    if (wasHidden && !sign.hidden) {
      this.problem("");
      // The sheet is read from the top.
      this.part("[data-sheet]").scrollIntoView({ block: "start" });
    }
    this.showSigners(state.last_changer);
    if (phase === "signed") this.part("[data-signed]").textContent = this.signedBy(state.signed);
  }

  showSums() {
    const sums = {};
    for (const { deal } of this.entry.lines.values())
      for (const [seat, value] of Object.entries(deal?.booked ?? {})) sums[seat] = (sums[seat] ?? 0) + value;
    document.querySelectorAll("[data-sum]").forEach((cell) => {
      const value = sums[cell.dataset.sum] ?? 0;
      cell.textContent = points(value);
      cell.classList.toggle("is-plus", value > 0);
      cell.classList.toggle("is-minus", value < 0);
    });
  }

  /** Two must have seen it: who changed it last does not sign. */
  showSigners(lastChanger) {
    this.form.querySelectorAll("[name=signer]").forEach((radio) => {
      radio.disabled = radio.value === lastChanger;
      if (radio.disabled) radio.checked = false;
    });
    this.form.querySelectorAll("[data-signer]").forEach((mark) => {
      mark.textContent = mark.dataset.signer === lastChanger ? this.data.words.changedLast : "";
    });
  }

  signedBy({ seat, at }) {
    const { words, seats, language, timeZone } = this.data;
    const time = clock(at, language, timeZone);
    return seat ? fill(words.signedBy, { name: seats[seat]?.name ?? seat, time }) : fill(words.signedByDesk, { time });
  }

  async sign() {
    const seat = this.form.elements.signer.value;
    if (this.isBusy) return;
    if (!seat) return this.problem(this.data.words.chooseSigner);
    if (!this.entry.isComplete) return this.problem(this.data.words.signFirst);
    this.isBusy = true;
    const button = this.form.querySelector("[type=submit]");
    button.setAttribute("aria-busy", "true");
    const answer = await this.server.ask(this.data.urls.sign, { method: "POST", body: { seat, seen: this.seen() } });
    this.isBusy = false;
    button.removeAttribute("aria-busy");
    if (answer.kind !== "ok") {
      this.problem(answer.content?.title ?? this.data.words.tryAgain);
      // It may have been changed on another phone.
      return this.watch.refresh();
    }
    this.watch.told(answer);
    const signed = this.part("[data-phase=signed]");
    signed.scrollIntoView({ block: "start" });
    signed.focus({ preventScroll: true });
  }

  /** What stands before the eyes of who signs. */
  seen() {
    return [...this.entry.lines.values()].map(({ deal }) => [deal.id, deal.version]);
  }

  problem(text) {
    const place = this.part("[data-sign-problem]");
    place.hidden = !text;
    place.textContent = text;
  }
}

/** The time of the server, as clocks in the hall show it: the phone's own may be wrong. */
export function clock(at, language, timeZone) {
  return new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", timeZone });
}
