/* The part of the form where somebody else deals than should: said clearly, with the way back. */

import { fill } from "./words.js";

export class DealerPart {
  constructor(form) {
    this.form = form;
    this.isChoosing = false;
    form.press("[data-other-dealer]", () => this.ask());
    form.press("[data-planned-dealer]", () => this.asPlanned());
  }

  get select() {
    return this.form.fields.dealer;
  }

  /** Whoever has left does not deal, and the planned dealer is the empty choice. */
  open(line, dealer) {
    const { data } = this.form;
    this.isChoosing = false;
    for (const option of this.select.options) {
      if (option.value) option.disabled = option.value === line.planned || line.absent.includes(option.value);
      else option.textContent = fill(data.words.asPlanned, { name: data.seats[line.planned].name });
    }
    this.select.value = dealer;
  }

  show({ baghand, sitter_out: out }) {
    const { form } = this;
    const note = form.find("[data-dealer-note]");
    if (!note) return;
    const { words, seats } = form.data;
    const { planned } = form.line;
    note.hidden = baghand === planned;
    const text = [fill(words.otherDealer, { name: seats[baghand].name, planned: seats[planned].name })];
    if (out) text.push(fill(words.otherSitter, { name: seats[out].name }));
    form.find("[data-dealer-note-text]").textContent = text.join(" ");
    form.find("[data-planned-dealer]").textContent = fill(words.asPlanned, { name: seats[planned].name });
    form.find("[data-dealer-field]").hidden = note.hidden && !this.isChoosing;
  }

  ask() {
    this.isChoosing = true;
    this.form.find("[data-dealer-field]").hidden = false;
    this.select.focus();
  }

  asPlanned() {
    this.select.value = "";
    this.isChoosing = false;
    this.form.changed(this.select);
  }
}
