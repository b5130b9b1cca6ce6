/* One row of a sheet that is typed: what stands in it, what is stored, and how it looks.

   What is typed and not stored is kept in localStorage under the row's own key, until the server said that it has it.
   A row keeps the key it was first sent with, so sending it twice is the same deal.
*/

import { points, uuid } from "./words.js";

/** The text as it is sent: control characters and halves of characters would make the whole request unreadable. */
export const tidy = (text) => text.replace(/[\0-\x1f\x7f\p{Surrogate}]/gu, " ").trim();

export class Row {
  constructor(element, table, { number, stored }, words) {
    Object.assign(this, { element, table, number, stored, words });
    this.input = element.querySelector("input");
    this.clean = stored?.text ?? "";
    this.version = stored?.version ?? null;
    this.key = uuid();
    this.checked = null;
    this.clash = null;
    this.problem = "";
    this.isBeingSaved = false;
    this.draftKey = `spadille:row:${table.seating}:${number}`;
  }

  get text() {
    return tidy(this.input.value);
  }

  get isUnsaved() {
    return this.text !== "" && this.text !== tidy(this.clean);
  }

  /** What was looked at, if it is what stands there now. */
  get finding() {
    return this.checked?.text === this.text ? this.checked : null;
  }

  get isWrong() {
    return this.isUnsaved && this.finding?.state === "wrong";
  }

  get canBeSaved() {
    return this.isUnsaved && !this.isWrong && !this.clash;
  }

  get needsCheck() {
    return this.isUnsaved && !this.finding;
  }

  // --- what is kept in the browser --------------------------------------------------

  readDraft() {
    let draft = null;
    try {
      draft = JSON.parse(localStorage.getItem(this.draftKey));
    } catch {
      return false;
    }
    if (!draft || tidy(draft.text ?? "") === tidy(this.clean)) {
      this.writeDraft();
      return false;
    }
    this.input.value = draft.text;
    this.key = draft.key;
    this.version = draft.version;
    // Our own first save, of which we never heard: the deal is ours to change.
    if (this.version === null && this.isOurs(this.stored)) this.version = this.stored.version;
    return this.isUnsaved;
  }

  writeDraft() {
    try {
      if (this.isUnsaved) {
        const { key, version } = this;
        localStorage.setItem(this.draftKey, JSON.stringify({ text: this.input.value, key, version }));
      } else localStorage.removeItem(this.draftKey);
    } catch {
      // Private windows may refuse; the row itself still holds what was typed.
    }
  }

  isOurs(stored) {
    return stored?.client_key === this.key && stored.version === 1;
  }

  // --- what happens to it -------------------------------------------------------------

  put(text) {
    this.input.value = text;
    this.edited();
  }

  edited() {
    this.problem = "";
    if (this.clash && !this.isUnsaved) this.clash = null;
    this.writeDraft();
    this.show();
  }

  restore() {
    if (this.stored) this.put(this.clean);
  }

  /** What stands stored now, said by `text`; the row is based on it from here on. */
  accept(stored, text) {
    this.stored = stored;
    this.version = stored.version;
    this.clean = text;
    this.clash = null;
    this.problem = "";
  }

  /** The server's answer to a save of `text`. True when it is to be sent again: the deal in its place is our own. */
  answered(text, answer) {
    if (answer.state === "saved" || answer.state === "unchanged") this.accept(answer.deal, text);
    else if (answer.state === "wrong") this.checked = { ...answer, text, words: "", points: null };
    else if (answer.state === "refused") this.problem = answer.detail;
    else if (answer.state === "conflict") {
      if (this.version === null && this.isOurs(answer.stored)) {
        this.version = answer.stored.version;
        return true;
      }
      this.clash = { stored: answer.stored, why: answer.detail };
    }
    this.writeDraft();
    this.show();
    return false;
  }

  keepTheirs() {
    const { stored } = this.clash;
    if (stored) {
      this.input.value = stored.text;
      this.accept(stored, stored.text);
    } else {
      this.input.value = "";
      Object.assign(this, { stored: null, version: null, clean: "", clash: null, key: uuid() });
    }
    this.edited();
    this.input.focus();
  }

  useMine() {
    const { stored } = this.clash;
    if (stored) this.version = stored.version;
    else Object.assign(this, { stored: null, version: null, clean: "", key: uuid() });
    this.clash = null;
    this.edited();
    this.input.focus();
  }

  // --- how it looks ---------------------------------------------------------------------

  get look() {
    if (this.clash) return "is-conflict";
    if (this.isWrong) return "is-wrong";
    if (this.isUnsaved) return "is-unsaved";
    return this.stored && this.text ? "is-saved" : "";
  }

  show() {
    const { element, finding } = this;
    element.className = this.look;
    const shown = this.clash ? null : this.isUnsaved ? finding : this.text ? this.stored : null;
    const wrong = this.isWrong && !this.clash ? finding.detail : "";
    this.part("words").textContent = wrong || shown?.words || "";
    this.part("note").textContent = this.note(shown);
    const cell = this.part("points");
    const value = wrong ? null : (shown?.points ?? null);
    const isKnown = Boolean(shown) && !wrong;
    cell.textContent = value !== null ? points(value) : isKnown && shown.words ? "–" : "";
    cell.classList.toggle("is-plus", value > 0);
    cell.classList.toggle("is-minus", value < 0);
    const isHalfTyped = document.activeElement === this.input;
    this.input.setAttribute("aria-invalid", String((this.isWrong && !isHalfTyped) || Boolean(this.clash)));
    this.showClash(finding);
  }

  note(shown) {
    const { words } = this;
    if (this.isBeingSaved) return words.saving;
    if (this.problem) return this.problem;
    if (this.clash) return "";
    if (this.isWrong) return this.finding.words;
    if (this.isUnsaved && !shown && this.table.isOffline) return words.unchecked;
    if (this.isUnsaved) return [words.notSaved, shown?.effect].filter(Boolean).join(". ");
    if (!this.stored) return "";
    return this.text ? words.saved : words.stays;
  }

  part(name) {
    return this.element.querySelector(`[data-${name}]`);
  }

  showClash(finding) {
    const old = this.element.querySelector(".clash");
    if (!this.clash) return old?.remove();
    const box = old ?? document.getElementById("clash").content.firstElementChild.cloneNode(true);
    const told = (side) => (side?.words ? `${side.words}${side.points === null ? "" : ` (${points(side.points)})`}` : "–");
    box.querySelector("[data-why]").textContent = this.clash.why;
    box.querySelector("[data-theirs]").textContent = told(this.clash.stored);
    box.querySelector("[data-mine]").textContent = finding ? told(finding) : this.text;
    if (!old) this.element.querySelector(".said").append(box);
  }

  /** What a reader hears of the row he is typing in. */
  get spoken() {
    const shown = this.finding;
    if (!shown) return "";
    return shown.state === "wrong" ? shown.detail : `${shown.words}, ${shown.points === null ? "–" : points(shown.points)}`;
  }
}
