/* The form for one line of a score sheet: what can be chosen, and what is chosen. It knows no points.

   Two templates draw it: the scorekeeper's and the table's own phone. Parts that one of them lacks are skipped.
*/

import { AuctionPart } from "./auction.js";
import { dealerInWords, describe, describeWithPoints, rolesOf, worth } from "./deal.js";
import { DealerPart } from "./dealer.js";
import { fill, points } from "./words.js";

const HANDS = ["forhand", "mellemhand", "baghand"];
// "Who plays?" may be answered with: nobody.
const PAS = "pas";
const DOUBLE_PRESS = 600;

export class LineForm {
  constructor(element, data) {
    this.element = element;
    this.data = data;
    this.fields = element.elements;
    this.listeners = {};
    this.line = null;
    // The button that saved last, and when.
    this.pressed = { button: "", at: 0 };
    const auction = this.find("[data-auction]");
    this.auction = auction && new AuctionPart(auction, this);
    this.dealer = new DealerPart(this);
    this.opened = "";
    element.addEventListener("change", (event) => this.changed(event.target));
    element.addEventListener("input", (event) => event.target.matches("input:not([type=radio])") && this.changed(event.target));
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.press("[data-close]", () => this.tell("close"));
    this.press("[data-all-pass]", () => this.save(this.empty({ outcome: PAS }), "all pass"));
    this.press("[data-auction-all-pass]", () => this.save(this.empty({ outcome: PAS }), "auction"));
    this.press("[data-not-played]", () => this.askWhyNotPlayed());
    this.press("[data-played-after-all]", () => this.wasPlayed());
    this.press("[data-void]", () => this.tell("void"));
    this.press("[data-keep-theirs]", () => this.tell("keepTheirs", this.clash));
    this.press("[data-use-mine]", () => this.tell("useMine", this.clash));
  }

  get number() {
    return this.line?.number;
  }

  /** Whether anything was typed since the line was opened. */
  get isChanged() {
    return JSON.stringify(this.snapshot()) !== this.opened;
  }

  find(selector) {
    return this.element.querySelector(selector);
  }

  on(name, listener) {
    this.listeners[name] = listener;
  }

  tell(name, detail) {
    this.listeners[name]?.(detail);
  }

  press(selector, action) {
    this.find(selector)?.addEventListener("click", action);
  }

  // --- opening ----------------------------------------------------------------

  /** Show a line. `values` is what was typed before, `dealer` who deals if that is not the one who should. */
  open(line, { values = null, dealer = "" } = {}) {
    this.line = line;
    this.element.reset();
    this.element.hidden = false;
    this.find("h2 [data-number]").textContent = line.number;
    this.problem("");
    this.hideConflict();
    this.find("[data-not-played-field]").hidden = true;
    this.dealer.open(line, dealer);
    this.fill(values ?? this.fromDeal(line.deal));
    const needsReason = this.data.needsReason && Boolean(line.deal);
    this.find("[data-reason-field]").hidden = !needsReason;
    const takeOff = this.find("[data-void]");
    if (takeOff) takeOff.hidden = !line.deal;
    this.find("[data-save]").hidden = !takeOff;
    this.restrict();
    this.preview();
    this.opened = JSON.stringify(this.snapshot());
  }

  close() {
    this.element.hidden = true;
    this.line = null;
  }

  focus() {
    const told = document.querySelector("[data-done]:not([hidden])");
    (told ?? this.element).scrollIntoView({ block: "start", behavior: "auto" });
    (this.find("[name=declarer]:checked") ?? this.find("[name=declarer]:not(:disabled)"))?.focus({ preventScroll: true });
  }

  /** Who has which role: as planned, or as it is when somebody else deals. */
  around() {
    return rolesOf(this.data, this.line, this.fields.dealer.value || this.line.planned);
  }

  showRoles() {
    const { data, line } = this;
    const around = this.around();
    const name = (seat) => data.seats[seat].name;
    const box = this.find("[data-roles]");
    box.textContent =
      box.dataset.roles === "short"
        ? dealerInWords(data, around)
        : HANDS.map((hand) => `${data.roles[hand]}: ${name(around[hand])}`)
            .concat(around.sitter_out ? [`${data.roles.sitter_out}: ${name(around.sitter_out)}`] : [])
            .join(" · ");
    const roleOf = (seat) => HANDS.find((hand) => around[hand] === seat) ?? "sitter_out";
    this.element.querySelectorAll("[data-role]").forEach((mark) => {
      const seat = mark.dataset.role;
      const role = line.absent.includes(seat) ? data.words.hasLeft : data.roles[roleOf(seat)];
      mark.textContent = `${data.seats[seat].letter} · ${role}`;
    });
    this.dealer.show(around);
  }

  // --- values -------------------------------------------------------------------

  snapshot() {
    const values = {};
    for (const field of this.fields) {
      if (!field.name || (field.type === "radio" && !field.checked)) continue;
      values[field.name] = field.value;
    }
    return this.auction ? { values, calls: this.auction.calls } : { values };
  }

  fill(draft) {
    const { values = {}, calls = [] } = draft ?? {};
    for (const [name, value] of Object.entries(values)) {
      const field = this.fields.namedItem(name);
      if (field) field.value = value;
    }
    const { dealer } = values;
    const more = this.find("[data-more]");
    more.open = Boolean(values["tricks-0"] || values.tout || (dealer && more.contains(this.fields.dealer)));
    if (values.not_played_reason) this.find("[data-not-played-field]").hidden = false;
    this.auction?.open(this.line, calls);
  }

  /** What is typed when a line, stored or on its way, is opened again. */
  fromDeal(deal) {
    if (!deal) return null;
    const allPassed = deal.outcome === PAS;
    const values = {
      declarer: allPassed && this.find(`[name=declarer][value=${PAS}]`) ? PAS : deal.declarer,
      contract: allPassed ? "" : `${deal.contract}:${deal.trump}`,
      outcome: deal.thrown_in ? "thrown" : deal.tricks || allPassed ? "" : deal.outcome,
      tout: deal.tout,
      dealer: deal.dealer_overridden === false ? "" : deal.dealer,
      not_played_reason: deal.not_played_reason,
    };
    (deal.tricks ?? []).forEach((count, index) => (values[`tricks-${index}`] = String(count)));
    return { values, calls: deal.calls ?? [] };
  }

  empty(changes) {
    return {
      declarer: "",
      contract: "",
      trump: "",
      tricks: null,
      outcome: "",
      thrown_in: false,
      tout: "",
      dealer: this.fields.dealer.value,
      not_played_reason: "",
      reason: this.fields.reason.value,
      ...(this.auction ? { calls: this.auction.calls } : {}),
      ...changes,
    };
  }

  typed() {
    const reason = this.fields.not_played_reason.value.trim();
    if (reason && !this.find("[data-not-played-field]").hidden) return this.empty({ not_played_reason: reason });
    const declarer = this.fields.declarer.value;
    if (declarer === PAS || this.auction?.passedOut) return this.empty({ outcome: PAS });
    const [contract, trump] = (this.fields.contract.value || ":").split(":");
    const outcome = this.fields.outcome.value;
    return this.empty({
      declarer,
      contract,
      trump,
      tricks: this.tricks(),
      outcome: outcome === "thrown" ? "" : outcome,
      thrown_in: outcome === "thrown",
      tout: this.fields.tout.value,
    });
  }

  tricks() {
    const typed = [0, 1, 2].map((who) => this.fields[`tricks-${who}`].value.trim());
    return typed.every((text) => text === "") ? null : typed.map((text) => (/^[0-9]$/.test(text) ? Number(text) : text));
  }

  // --- what can be chosen ---------------------------------------------------------

  changed(touched) {
    this.keepOneResult(touched?.name ?? "");
    this.restrict();
    this.preview();
    this.tell("change", touched);
  }

  /** What excludes each other: the one touched last is meant. */
  keepOneResult(touched) {
    if (touched.startsWith("tricks-") && this.tricks()) this.clearRadio("outcome");
    if (touched === "outcome") this.clearTricks();
    if (["declarer", "contract", "outcome"].includes(touched)) this.fields.not_played_reason.value = "";
    if (this.fields.declarer.value !== PAS) return;
    if (touched === "declarer") {
      for (const name of ["contract", "outcome", "tout"]) this.clearRadio(name);
      this.clearTricks();
    } else if (["contract", "outcome", "tout"].includes(touched) || touched.startsWith("tricks-")) this.clearRadio("declarer");
  }

  clearRadio(name) {
    this.element.querySelectorAll(`[name=${name}]`).forEach((radio) => (radio.checked = false));
  }

  clearTricks() {
    for (const who of [0, 1, 2]) this.fields[`tricks-${who}`].value = "";
  }

  restrict() {
    const notPlayed = !this.find("[data-not-played-field]").hidden;
    this.element.querySelectorAll("[data-played]").forEach((part) => (part.hidden = notPlayed));
    const out = this.around().sitter_out;
    const isOut = (seat) => seat === out || (seat !== PAS && this.line.absent.includes(seat));
    this.disable("declarer", (seat) => isOut(seat) || Boolean(this.auction?.forbidsDeclarer(seat)));
    this.disable("contract", (tile) => Boolean(this.auction?.forbidsContract(tile)));
    if (this.auction?.isOver && !notPlayed) ["declarer", "contract"].forEach((name) => this.chooseTheOnlyOne(name));
    const [code] = (this.fields.contract.value || ":").split(":");
    const contract = this.data.contracts[code];
    const allPassed = Boolean(this.auction?.passedOut);
    this.disable("outcome", (outcome) => allPassed || (outcome === "thrown" && Boolean(contract) && !contract.canThrowIn));
    const thrown = this.fields.outcome.value === "thrown";
    this.disable("tout", (tout) => tout !== "" && (thrown || (Boolean(contract) && !contract.canTout)));
    if (!this.fields.tout.value) this.fields.tout.value = "";
    this.auction?.show();
    this.showRoles();
    this.nameTricks();
  }

  /** After an auction the declarer is given, and now and then the contract. */
  chooseTheOnlyOne(name) {
    const possible = this.element.querySelectorAll(`[name=${name}]:not(:disabled)`);
    if (possible.length === 1) possible[0].checked = true;
  }

  disable(name, isOut) {
    this.element.querySelectorAll(`[name=${name}]`).forEach((radio) => {
      radio.disabled = isOut(radio.value);
      if (radio.disabled) radio.checked = false;
    });
  }

  /** The tricks are the declarer's, his right and his left opponent's: say whose. */
  nameTricks() {
    const { data } = this;
    const around = this.around();
    const place = HANDS.findIndex((hand) => around[hand] === this.fields.declarer.value);
    this.element.querySelectorAll("[data-tricks]").forEach((label, index) => {
      const seat = place < 0 ? "" : around[HANDS[(place + index) % HANDS.length]];
      label.textContent = fill(data.words.tricksOf, { name: seat ? data.seats[seat].name : "…" });
    });
  }

  askWhyNotPlayed() {
    this.find("[data-not-played-field]").hidden = false;
    for (const name of ["declarer", "contract", "outcome"]) this.clearRadio(name);
    this.changed(null);
    this.fields.not_played_reason.focus();
  }

  wasPlayed() {
    this.find("[data-not-played-field]").hidden = true;
    this.fields.not_played_reason.value = "";
    this.changed(null);
  }

  submit() {
    if (this.isSecondPress("save")) return;
    const typed = this.typed();
    const missing = this.missing(typed);
    if (missing) return this.problem(missing);
    const impossible = worth(this.data, typed)?.problem;
    if (impossible) return this.problem(this.data.words[impossible]);
    this.save(typed, "save");
  }

  /** A second press on the same button at once was meant for the line before. */
  isSecondPress(button) {
    return this.pressed.button === button && !this.isChanged && performance.now() - this.pressed.at < DOUBLE_PRESS;
  }

  /** An auction that does not lead to the line is finished or cleared first, never dropped. */
  save(typed, button) {
    if (this.isSecondPress(button)) return;
    const objection = this.auction?.objection(typed);
    if (objection) return this.problem(objection);
    this.pressed = { button, at: performance.now() };
    this.tell("save", typed);
  }

  /** What is still to be chosen, as a sentence; empty when nothing is. */
  missing(typed = this.typed()) {
    const { words } = this.data;
    if (typed.not_played_reason || typed.outcome === PAS) return "";
    if (!this.find("[data-not-played-field]").hidden) return words.whyNotPlayed;
    const lacking = [
      [typed.declarer, words.who],
      [typed.contract, words.contract],
      [typed.outcome || typed.thrown_in || typed.tricks, words.result],
    ].filter(([chosen]) => !chosen);
    return lacking.length ? fill(words.toChoose, { what: lacking.map(([, word]) => word).join(", ") }) : "";
  }

  // --- what is shown ----------------------------------------------------------------

  /** The line in words with its points, before it is saved. */
  preview() {
    const typed = this.typed();
    const missing = this.missing(typed);
    if (missing) return this.showPreview("is-waiting", missing, null);
    const found = worth(this.data, typed);
    if (found?.problem) return this.showPreview("is-wrong", this.data.words[found.problem], null);
    const outcome = found?.outcome ?? typed.outcome;
    this.showPreview("", describe(this.data, { ...typed, outcome }), found?.points ?? null);
  }

  showPreview(state, text, value) {
    const box = this.find("[data-preview]");
    box.className = `preview ${state}`.trim();
    this.find("[data-preview-text]").textContent = text;
    const cell = this.find("[data-preview-points]");
    cell.textContent = value === null ? "" : points(value);
    cell.className = `points ${value > 0 ? "is-plus" : value < 0 ? "is-minus" : ""}`.trim();
  }

  problem(text) {
    // What the preview says already is not said twice.
    const shown = this.find("[data-preview-text]").textContent;
    const twice = Boolean(text) && text === shown;
    if (twice) this.find("[data-preview]").className = "preview is-wrong";
    const box = twice ? this.find("[data-preview]") : this.find("[data-problem]");
    this.find("[data-problem]").hidden = !text || twice;
    this.find("[data-problem-text]").textContent = text;
    if (text) box.focus();
  }

  /** Both values side by side: what stands there, and what was typed here. */
  conflict({ title, stored, typed }) {
    this.clash = { stored, typed, number: this.number };
    this.find("[data-conflict-text]").textContent = title;
    this.find("[data-theirs]").textContent = describeWithPoints(this.data, stored);
    this.find("[data-mine]").textContent = describeWithPoints(this.data, typed) || "–";
    this.find("[data-use-mine]").hidden = stored.voided || (stored.number ?? this.number) !== this.number;
    const box = this.find("[data-conflict]");
    box.hidden = false;
    box.scrollIntoView({ block: "nearest" });
    box.focus({ preventScroll: true });
  }

  hideConflict() {
    this.clash = null;
    this.find("[data-conflict]").hidden = true;
  }
}
