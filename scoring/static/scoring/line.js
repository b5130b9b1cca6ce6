/* The form for one line of a score sheet: what can be chosen, and what is chosen. It knows no points. */

import { points } from "./words.js";

const PREVIEW_PAUSE = 150;
// Right of S sits E: the order in which play goes round.
const RIGHT = { S: "E", E: "N", N: "W", W: "S" };

export class LineForm {
  constructor(element, data) {
    this.element = element;
    this.data = data;
    this.fields = element.elements;
    this.listeners = {};
    this.line = null;
    this.timer = 0;
    this.asked = 0;
    this.mayEnter = Boolean(this.find("[data-all-pass]"));
    element.addEventListener("change", () => this.changed());
    element.addEventListener("input", (event) => event.target.matches("input:not([type=radio])") && this.changed());
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.press("[data-close]", () => this.tell("close"));
    this.press("[data-all-pass]", () => this.tell("save", this.empty({ outcome: "pas" })));
    this.press("[data-not-played]", () => this.askWhyNotPlayed());
    this.press("[data-void]", () => this.tell("void"));
    this.press("[data-keep-theirs]", () => this.tell("keepTheirs", this.clash.stored));
    this.press("[data-use-mine]", () => this.tell("useMine", this.clash));
  }

  get number() {
    return this.line?.number;
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

  open(line, draft) {
    this.line = line;
    this.element.reset();
    this.element.hidden = false;
    this.find("h2 [data-number]").textContent = line.number;
    this.problem("");
    this.find("[data-conflict]").hidden = true;
    this.find("[data-not-played-field]").hidden = true;
    this.showRoles();
    this.fill(draft ?? this.fromDeal(line.deal));
    const needsReason = this.data.needsReason && Boolean(line.deal);
    this.find("[data-reason-field]").hidden = !needsReason;
    const takeOff = this.find("[data-void]");
    if (takeOff) takeOff.hidden = !line.deal;
    this.find("[data-save]").hidden = !takeOff;
    this.restrict();
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

  showRoles() {
    const { data, line } = this;
    const roleOf = { [line.forhand]: "forhand", [line.mellemhand]: "mellemhand", [line.baghand]: "baghand" };
    const name = (seat) => data.seats[seat].name;
    this.find("[data-roles]").textContent = ["forhand", "mellemhand", "baghand"]
      .map((role) => `${data.roles[role]}: ${name(line[role])}`)
      .concat(line.sitterOut ? [`${data.roles.sitter_out}: ${name(line.sitterOut)}`] : [])
      .join(" · ");
    this.element.querySelectorAll("[data-role]").forEach((mark) => {
      const seat = mark.dataset.role;
      const role = line.absent.includes(seat) ? data.words.hasLeft : data.roles[roleOf[seat] ?? "sitter_out"];
      mark.textContent = `${data.seats[seat].letter} · ${role}`;
    });
  }

  // --- values -------------------------------------------------------------------

  snapshot() {
    const values = {};
    for (const field of this.fields) {
      if (!field.name || (field.type === "radio" && !field.checked)) continue;
      values[field.name] = field.value;
    }
    return { values };
  }

  fill(draft) {
    if (!draft) return;
    for (const [name, value] of Object.entries(draft.values)) {
      const field = this.fields.namedItem(name);
      if (field) field.value = value;
    }
    const { values } = draft;
    this.find("[data-more]").open = Boolean(values["tricks-0"] || values.tout || values.dealer);
    if (values.not_played_reason) this.find("[data-not-played-field]").hidden = false;
  }

  fromDeal(deal) {
    if (!deal) return null;
    const values = {
      declarer: deal.declarer,
      contract: `${deal.contract}:${deal.trump}`,
      outcome: deal.thrown_in ? "thrown" : deal.tricks ? "" : deal.outcome,
      tout: deal.tout,
      dealer: deal.dealer_overridden ? deal.dealer : "",
      not_played_reason: deal.not_played_reason,
    };
    (deal.tricks ?? []).forEach((count, index) => (values[`tricks-${index}`] = String(count)));
    return { values };
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
      ...changes,
    };
  }

  typed() {
    const reason = this.fields.not_played_reason.value.trim();
    if (reason && !this.find("[data-not-played-field]").hidden) return this.empty({ not_played_reason: reason });
    const [contract, trump] = (this.fields.contract.value || ":").split(":");
    const outcome = this.fields.outcome.value;
    return this.empty({
      declarer: this.fields.declarer.value,
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

  isComplete(typed) {
    if (typed.not_played_reason || typed.outcome === "pas") return true;
    return Boolean(typed.declarer && typed.contract && (typed.outcome || typed.thrown_in || typed.tricks));
  }

  // --- what can be chosen ---------------------------------------------------------

  changed() {
    this.keepOneResult();
    this.restrict();
    this.tell("change");
  }

  /** Tricks and a pressed result exclude each other: the one touched last is meant. */
  keepOneResult() {
    const touched = document.activeElement?.name ?? "";
    if (touched.startsWith("tricks-") && this.tricks()) this.clearRadio("outcome");
    if (touched === "outcome") for (const who of [0, 1, 2]) this.fields[`tricks-${who}`].value = "";
    if (["declarer", "contract", "outcome"].includes(touched)) this.fields.not_played_reason.value = "";
  }

  clearRadio(name) {
    this.element.querySelectorAll(`[name=${name}]`).forEach((radio) => (radio.checked = false));
  }

  restrict() {
    const notPlayed = !this.find("[data-not-played-field]").hidden;
    this.element.querySelectorAll("[data-played]").forEach((part) => (part.hidden = notPlayed));
    const out = this.fields.dealer.value ? null : this.line.sitterOut;
    this.disable("declarer", (seat) => seat === out || this.line.absent.includes(seat));
    const [code] = (this.fields.contract.value || ":").split(":");
    const contract = this.data.contracts[code];
    this.disable("outcome", (outcome) => outcome === "thrown" && Boolean(contract) && !contract.canThrowIn);
    const thrown = this.fields.outcome.value === "thrown";
    this.disable("tout", (tout) => tout !== "" && (thrown || (Boolean(contract) && !contract.canTout)));
    if (!this.fields.tout.value) this.fields.tout.value = "";
    this.nameTricks();
  }

  disable(name, isOut) {
    this.element.querySelectorAll(`[name=${name}]`).forEach((radio) => {
      radio.disabled = isOut(radio.value);
      if (radio.disabled) radio.checked = false;
    });
  }

  /** The tricks are the declarer's, his right and his left opponent's: say whose. */
  nameTricks() {
    const { line, data } = this;
    const active = (seat) => [line.forhand, line.mellemhand, line.baghand].includes(seat);
    const order = [];
    let seat = this.fields.declarer.value;
    for (let step = 0; seat && step < 4; step += 1) {
      if (active(seat)) order.push(seat);
      seat = RIGHT[seat];
    }
    this.element.querySelectorAll("[data-tricks]").forEach((label, index) => {
      label.textContent = data.words.tricksOf.replace("{name}", order[index] ? data.seats[order[index]].name : "…");
    });
  }

  askWhyNotPlayed() {
    this.find("[data-not-played-field]").hidden = false;
    for (const name of ["declarer", "contract", "outcome"]) this.clearRadio(name);
    this.restrict();
    this.fields.not_played_reason.focus();
    this.tell("change");
  }

  submit() {
    const typed = this.typed();
    if (this.isComplete(typed)) this.tell("save", typed);
    else this.problem(this.more());
  }

  /** What is still to be chosen. */
  more() {
    const notPlayed = !this.find("[data-not-played-field]").hidden;
    return notPlayed ? this.data.words.whyNotPlayed : this.data.words.chooseMore;
  }

  // --- what is shown ----------------------------------------------------------------

  preview(ask) {
    clearTimeout(this.timer);
    const typed = this.typed();
    const number = this.number;
    this.find("[data-save]").disabled = false;
    if (!this.isComplete(typed)) return this.showPreview("is-waiting", this.more(), null);
    this.asked += 1;
    const mine = this.asked;
    this.timer = setTimeout(async () => {
      const { reason, ...line } = typed;
      const answer = await ask({ ...line, number });
      if (mine !== this.asked || number !== this.number) return;
      if (answer.kind === "ok") {
        const { outcome, points: value } = answer.content;
        this.showPreview("", this.describe({ ...typed, outcome, points: value }), value);
      } else if (answer.kind === "refused") {
        this.showPreview("is-wrong", answer.content.title, null);
      } else this.showPreview("is-waiting", this.describe(typed), null);
    }, PREVIEW_PAUSE);
  }

  showPreview(state, text, value) {
    const box = this.find("[data-preview]");
    box.className = `preview ${state}`.trim();
    this.find("[data-preview-text]").textContent = text;
    const cell = this.find("[data-preview-points]");
    cell.textContent = value === null ? "" : points(value);
    cell.className = `points ${value > 0 ? "is-plus" : value < 0 ? "is-minus" : ""}`.trim();
  }

  /** A line in words: "Anna: Spil in hearts, won". */
  describe(deal) {
    const { data } = this;
    if (deal.not_played_reason) return `${data.words.notPlayed}: ${deal.not_played_reason}`;
    if (deal.outcome === "pas") return data.words.allPass;
    const name = data.seats[deal.declarer]?.name ?? "";
    const { name: contract = deal.contract, hasOneSuit } = data.contracts[deal.contract] ?? {};
    const suit = deal.trump && !hasOneSuit ? ` ${data.words.in} ${data.suits[deal.trump]}` : "";
    const parts = [];
    if (deal.thrown_in) parts.push(data.words.thrownIn);
    else if (deal.outcome) parts.push(data.outcomes[deal.outcome]);
    if (deal.tricks) parts.push(deal.tricks.join("-"));
    if (deal.tout) parts.push(deal.tout === "made" ? data.words.toutMade : data.words.toutFailed);
    return `${name}: ${[contract + suit, ...parts].join(", ")}`;
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

  conflict(answer, typed, line) {
    this.clash = { typed, stored: answer.stored };
    const box = this.find("[data-conflict]");
    this.find("[data-conflict-text]").textContent = answer.title;
    const shown = (deal) => {
      const value = deal.points === null || deal.points === undefined ? "" : ` (${points(deal.points)})`;
      return this.describe(deal) + value;
    };
    this.find("[data-theirs]").textContent = shown(answer.stored);
    this.find("[data-mine]").textContent = shown(typed);
    this.find("[data-use-mine]").hidden = answer.stored.number !== line.number || answer.stored.voided;
    box.hidden = false;
    box.focus();
  }

  waiting(is) {
    const button = this.find("[data-save]");
    button.setAttribute("aria-busy", String(is));
    button.disabled = is;
    if (is) this.problem("");
  }
}
