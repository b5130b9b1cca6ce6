/* Before a signed sheet is corrected the director sees who is affected: points and places before and after. Nothing is
   saved before that was shown, and what was shown is what is saved: a change of the line hides it again. */

import { sameLine } from "./deal.js";
import { fill, points } from "./words.js";

// Beyond this it is said how many more there are.
const MOST = 12;

export class Effect {
  /** `panel` shows a correction, `list` (in the dialog) what taking the deal off comes to. */
  constructor({ panel, list, data, form, entry, server }) {
    Object.assign(this, { panel, list, data, form, entry, server });
    this.words = panel.dataset;
    this.typed = null;
    form.on("save", (typed) => this.ask(typed));
    form.element.addEventListener("input", () => this.hide());
    form.element.addEventListener("change", () => this.hide());
    entry.addEventListener("changed", () => form.number !== this.number && this.hide());
    panel.querySelector("[data-effect-save]").addEventListener("click", () => this.save());
  }

  get stored() {
    return this.entry.lines.get(this.form.number)?.deal;
  }

  async ask(typed) {
    const { number } = this.form;
    if (!this.stored || sameLine(this.stored, typed)) return this.entry.save(typed);
    const answer = await this.send(typed);
    if (this.form.number !== number) return;
    if (answer.kind !== "ok") return this.form.problem(answer.content?.title ?? this.data.words.tryAgain);
    this.form.problem("");
    this.number = number;
    this.typed = typed;
    this.fill(this.panel.querySelector("[data-effect-list]"), answer.content.affected);
    this.panel.hidden = false;
    this.panel.scrollIntoView({ block: "nearest" });
    this.panel.focus({ preventScroll: true });
  }

  /** For the dialog that asks why a deal is taken off. */
  async askOff() {
    this.list.replaceChildren();
    // The reason is asked for in the dialog, so none is given here but a mark.
    const answer = await this.send({ off: true, reason: "?" });
    if (answer.kind === "ok") this.fill(this.list, answer.content.affected);
  }

  send(body) {
    return this.server.ask(`${this.data.urls.deal.replace("/0/", `/${this.stored.id}/`)}effect/`, { method: "POST", body });
  }

  save() {
    const { typed } = this;
    this.hide();
    if (typed) this.entry.save(typed);
  }

  hide() {
    this.panel.hidden = true;
    this.typed = null;
  }

  fill(list, affected) {
    const rows = affected.slice(0, MOST).map((one) => this.row(one));
    if (!affected.length) rows.push(item(this.words.nobody));
    if (affected.length > MOST) rows.push(item(fill(this.words.more, { count: affected.length - MOST })));
    list.replaceChildren(...rows);
  }

  row({ name, total_before: was, total_after: is, rank_before: stood, rank_after: stands }) {
    const said = [];
    if (was !== is) said.push(`${points(was)} → ${points(is)}`);
    const place = (rank) => rank ?? "–";
    said.push(stood === stands ? fill(this.words.samePlace, { place: place(stands) }) : fill(this.words.place, { from: place(stood), to: place(stands) }));
    const row = item("");
    row.append(Object.assign(document.createElement("strong"), { textContent: name }), ` ${said.join(" · ")}`);
    return row;
  }
}

function item(text) {
  return Object.assign(document.createElement("li"), { textContent: text });
}
