/* The list of a sheet's deals: what each says, and in words and not by colour only, what state it is in. */

import { dealerInWords, describe, pointsOf, rolesInWords, rolesOf } from "./deal.js";
import { fill, points } from "./words.js";

const STATES = ["missing", "saved", "queued", "conflict", "begun", "late"];

export class Rows {
  /** `brief`: roles only where they help to enter a deal, and the board instead. */
  constructor(elements, data, { brief = false } = {}) {
    this.data = data;
    this.brief = brief;
    this.rows = new Map([...elements].map((row) => [Number(row.dataset.number), row]));
  }

  get(number) {
    return this.rows.get(number);
  }

  onPress(action) {
    this.rows.forEach((row, number) => row.addEventListener("click", () => action(number)));
  }

  mark(current) {
    this.rows.forEach((row, number) => {
      row.classList.toggle("is-current", number === current);
      row.setAttribute("aria-expanded", String(number === current));
    });
  }

  /** `item` waits to be sent, `isBegun`: something was typed and not saved, `isLate`: it is with the director. */
  show(line, { item, isBegun, isLate }) {
    const { data } = this;
    const row = this.rows.get(line.number);
    if (!row) return;
    const deal = item?.line ?? line.deal;
    const state = item?.state === "conflict" ? "conflict" : item ? "queued" : isBegun ? "begun" : isLate ? "late" : line.deal ? "saved" : "missing";
    for (const one of STATES) row.classList.toggle(`is-${one}`, one === state);
    row.classList.toggle("is-missing", !deal);
    row.querySelector(".deal-what").textContent = deal ? describe(data, deal) : data.words.notEntered;
    row.querySelector(".deal-state").textContent = state === "saved" || state === "missing" ? "" : data.words[state];
    row.querySelector(".deal-roles").textContent = this.beside(line, deal).join(" · ");
    const value = deal ? pointsOf(data, deal) : null;
    const cell = row.querySelector(".points");
    cell.textContent = value === null ? "–" : points(value);
    cell.classList.toggle("is-plus", value > 0);
    cell.classList.toggle("is-minus", value < 0);
  }

  /** What stands below: who deals, the board, and whether the auction is written down. */
  beside(line, deal) {
    const { data } = this;
    const around = rolesOf(data, line, deal?.dealer || line.planned);
    const marks = deal?.calls?.length ? [data.auction.words.mark] : [];
    if (!this.brief) return [rolesInWords(data, around), ...marks];
    const board = line.board ? [fill(data.words.board, { board: line.board })] : [];
    const isAsPlanned = deal && around.baghand === line.planned;
    return [...board, ...(isAsPlanned ? [] : [dealerInWords(data, around)]), ...marks];
  }
}
