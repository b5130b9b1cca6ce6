/* Entering a sheet: which line is open, what is typed, what leaves, and what others did meanwhile.

   Three things are kept apart. A draft is typed and not saved. An item of the outbox is saved by the user and not
   confirmed. A line is what the server has. A draft remembers what it was based on, so nobody overwrites what he has
   not seen. Fires `changed` whenever there is something else to show, with what happened as detail, or nothing. */

import { rolesOf, sameLine } from "./deal.js";
import { fill, uuid } from "./words.js";

export class Entry extends EventTarget {
  /** `goesOn`: after a correction the next deal that is missing comes, too. */
  constructor({ data, form, rows, store, outbox, mayEnter, goesOn = false }) {
    super();
    Object.assign(this, { data, form, rows, store, outbox, mayEnter, goesOn });
    // A sheet that can only be read opens no line where the page says so.
    this.mayOpen = true;
    this.lines = new Map(data.lines.map((line) => [line.number, line]));
    this.basis = "";
    form.on("change", () => this.typed());
    form.on("save", (typed) => this.save(typed));
    form.on("close", () => this.leave());
    form.on("keepTheirs", (clash) => this.keepTheirs(clash));
    form.on("useMine", (clash) => this.useMine(clash));
    rows.onPress((number) => this.choose(number));
    outbox.addEventListener("changed", () => this.showAll());
    outbox.addEventListener("saved", ({ detail }) => this.saved(detail));
    outbox.addEventListener("conflict", ({ detail }) => this.undecided(detail.item));
    outbox.addEventListener("refused", ({ detail }) => this.refused(detail));
    outbox.addEventListener("moved", ({ detail }) => this.moved(detail));
    outbox.addEventListener("late", ({ detail }) => this.late(detail));
    store.addEventListener("elsewhere", () => this.showAll());
    this.showAll();
  }

  // --- what there is -------------------------------------------------------------

  draft(number) {
    return this.store.read(`draft:${number}`);
  }

  keepDraft(number, draft) {
    if (draft) this.store.write(`draft:${number}`, draft);
    else this.store.remove(`draft:${number}`);
  }

  /** What a line says now, here or at the server: a draft based on something else must not replace it. */
  basisOf(number) {
    return `${this.lines.get(number).deal?.version ?? 0}:${this.outbox.get(number)?.rev ?? ""}`;
  }

  isMissing(number) {
    return !this.lines.get(number).deal && !this.outbox.get(number);
  }

  firstMissing(after = 0) {
    const missing = [...this.lines.keys()].filter((number) => this.isMissing(number));
    return missing.find((number) => number > after) ?? missing[0];
  }

  /** Whether every deal stands at the server and nothing is on its way. */
  get isComplete() {
    return this.outbox.items().length === 0 && [...this.lines.values()].every((line) => line.deal);
  }

  /** Whether something is typed in the line that is open, now or before a reload. */
  get isTouched() {
    const { number } = this.form;
    return number !== undefined && (this.form.isChanged || Boolean(this.draft(number)));
  }

  conflicts() {
    return this.outbox.items().filter(({ state }) => state === "conflict");
  }

  // --- opening and leaving ---------------------------------------------------------

  open(number, { focus = true } = {}) {
    if (!this.mayOpen) return;
    const line = this.lines.get(number);
    const [item, draft] = [this.outbox.get(number), this.draft(number)];
    const basis = this.basisOf(number);
    const values = draft ?? (item ? this.form.fromDeal(item.line) : null);
    this.form.open(line, { values, dealer: values || line.deal ? "" : this.dealerAfter(number) });
    this.basis = draft?.basis ?? basis;
    this.rows.mark(number);
    if (focus) this.form.focus();
    if (item?.state === "conflict") this.form.conflict({ title: item.title, stored: item.stored, typed: this.form.typed() });
    else if (draft && draft.basis !== basis && this.clash(number)) return this.tell();
    else if (draft?.problem) this.form.problem(draft.problem);
    this.tell();
  }

  /** Opened by hand: what is pressed next is meant for this line. */
  choose(number) {
    this.form.pressed = { button: "", at: 0 };
    this.open(number);
  }

  /** Who deals if the deal before was dealt by somebody else than planned. Empty: as planned. */
  dealerAfter(number) {
    const before = this.lines.get(number - 1);
    const deal = this.outbox.get(number - 1)?.line ?? before?.deal;
    if (!before || !deal || !(deal.dealer_overridden ?? deal.dealer)) return "";
    const line = this.lines.get(number);
    const { next = "" } = rolesOf(this.data, line, deal.dealer);
    return next === line.planned ? "" : next;
  }

  /** What must be decided comes first, then what is missing; `except` is what has just been put aside. */
  openNext(after = 0, { focus = true, except = 0 } = {}) {
    const undecided = this.conflicts().find((item) => item.number !== except);
    const next = undecided?.number ?? this.firstMissing(after);
    if (next === undefined || !this.mayEnter || !this.mayOpen) this.close();
    else this.open(next, { focus });
  }

  close() {
    const row = this.rows.get(this.form.number);
    this.form.close();
    this.rows.mark(null);
    row?.focus({ preventScroll: true });
    this.tell();
  }

  /** Closed by hand: a correction that was not saved is given up, what was begun on an empty line is kept. */
  leave() {
    const { number } = this.form;
    if (this.lines.get(number).deal || this.outbox.get(number)) this.keepDraft(number, null);
    if (this.goesOn && this.firstMissing() !== number) this.openNext(0, { except: number });
    else this.close();
    this.showRow(number);
  }

  typed() {
    const { number } = this.form;
    const old = this.draft(number);
    const { deal } = this.lines.get(number);
    const saysTheSame = deal && !this.outbox.get(number) && sameLine(deal, this.form.typed());
    const draft = { ...this.form.snapshot(), key: old?.key ?? uuid(), basis: this.basis };
    this.keepDraft(number, saysTheSame ? null : draft);
    this.showRow(number);
  }

  // --- saving ------------------------------------------------------------------------

  save(typed) {
    const { number } = this.form;
    if (this.basis !== this.basisOf(number) && this.clash(number)) return;
    const { deal } = this.lines.get(number);
    const item = this.outbox.get(number);
    const isNew = !deal && !item;
    if (deal && !item && sameLine(deal, typed)) {
      this.keepDraft(number, null);
      this.goAfter(number, isNew);
      return this.tell({ what: "unchanged", number });
    }
    const onto = item ? item.onto : deal && { id: deal.id, version: deal.version };
    this.send(number, typed, onto, item?.key ?? this.draft(number)?.key ?? uuid());
    this.goAfter(number, isNew);
  }

  send(number, typed, onto, key) {
    this.keepDraft(number, null);
    this.outbox.put({ number, line: typed, onto, key });
    this.tell({ what: "sent", number });
  }

  goAfter(number, isNew) {
    if (isNew || this.goesOn || this.conflicts().length) this.openNext(isNew ? number : 0);
    else this.close();
  }

  // --- what the server said --------------------------------------------------------------

  saved({ item, deal }) {
    const { number, rev } = item;
    this.store.remove(`late:${number}`);
    // It had arrived, and was taken off the sheet since.
    if (deal.voided) return this.refused({ item: { ...item, key: uuid() }, title: fill(this.data.words.takenOff, { number }) });
    this.accept(number, deal, (basis) => basis.endsWith(`:${rev}`));
    this.tell({ what: "saved", number });
  }

  /** The server has this deal now. What is typed upon something of our own goes on upon it. */
  accept(number, deal, isOwn = () => false) {
    this.lines.get(number).deal = deal.voided ? null : deal;
    this.rebase(number, isOwn);
    this.showRow(number);
  }

  rebase(number, isOwn) {
    const basis = this.basisOf(number);
    const draft = this.draft(number);
    if (draft && isOwn(draft.basis)) this.keepDraft(number, { ...draft, basis });
    if (this.form.number === number && isOwn(this.basis)) this.basis = basis;
  }

  undecided(item) {
    this.showRow(item.number);
    if (!this.isTouched || this.form.number === item.number) this.open(item.number);
    this.tell({ what: "conflict", number: item.number });
  }

  /** It cannot be: what was typed comes back, with the sentence. */
  refused({ item, title }) {
    const { number } = item;
    const isFree = !this.isTouched;
    const isOpen = this.form.number === number;
    const typed = this.draft(number) ?? this.form.fromDeal(item.line);
    const key = item.onto ? uuid() : item.key;
    this.keepDraft(number, { ...typed, key, basis: this.basisOf(number), problem: title });
    this.showRow(number);
    if (isFree || isOpen) this.open(number);
    this.tell({ what: "refused", number, title });
  }

  /** Take a deal off the sheet. It needs the server: there is nothing to wait with. */
  async takeOff(number, reason, server) {
    const { id, version } = this.lines.get(number).deal;
    const url = this.data.urls.void.replace("/0/", `/${id}/`);
    const answer = await server.ask(url, { method: "POST", body: { reason }, headers: { "If-Match": `"${version}"` } });
    if (answer.kind !== "ok") return answer;
    this.keepDraft(number, null);
    this.accept(number, answer.content);
    this.open(number);
    this.tell({ what: "", number });
    return answer;
  }

  /** Saved, and at another place since: this line is what the server says it is. */
  moved({ item }) {
    this.showRow(item.number);
    this.tell({ what: "moved", number: item.number });
  }

  late({ item, title }) {
    const { number } = item;
    this.store.write(`late:${number}`, { basis: this.basisOf(number) });
    this.showRow(number);
    this.tell({ what: "late", number, title });
  }

  isLate(number) {
    const late = this.store.read(`late:${number}`);
    return Boolean(late) && late.basis === this.basisOf(number);
  }

  /** The sheet as the server has it now. */
  merge(lines) {
    const before = this.form.number === undefined ? "" : this.basisOf(this.form.number);
    for (const line of lines) if (this.lines.has(line.number)) this.lines.set(line.number, line);
    const { number } = this.form;
    if (number !== undefined) {
      this.form.line = this.lines.get(number);
      this.form.restrict();
      if (this.basisOf(number) !== before) this.overtaken(number);
    }
    this.showAll();
  }

  /** Somebody else has saved the deal that is open here. */
  overtaken(number) {
    const { deal } = this.lines.get(number);
    const item = this.outbox.get(number);
    // It is our own that has arrived, and only its answer is under way.
    if (item && deal?.client_key === item.key) return this.rebase(number, (basis) => basis.endsWith(`:${item.rev}`));
    if (this.isTouched) {
      // Two devices may have typed the same.
      if (deal && !this.form.missing() && sameLine(deal, this.form.typed())) this.agreed(number);
      else this.clash(number);
    } else if (!this.form.clash) {
      if (deal && this.basis.startsWith("0:")) this.agreed(number);
      else this.open(number, { focus: false });
    }
  }

  agreed(number) {
    this.keepDraft(number, null);
    this.openNext(number, { focus: false });
    this.tell({ what: "elsewhere", number });
  }

  // --- two values for one line --------------------------------------------------------------

  /** What is typed was based on something else than what stands there now. False if nothing stands there any more. */
  clash(number) {
    const stored = this.outbox.get(number)?.line ?? this.lines.get(number).deal;
    if (!stored) {
      this.basis = this.basisOf(number);
      return false;
    }
    this.form.conflict({ title: fill(this.data.words.clash, { number }), stored, typed: this.form.typed() });
    return true;
  }

  keepTheirs({ number, stored }) {
    this.keepDraft(number, null);
    if (this.outbox.get(number)?.state === "conflict") this.outbox.drop(number);
    if (stored.id && stored.number === number) this.accept(number, stored);
    this.form.hideConflict();
    if (this.goesOn) this.openNext();
    else this.open(number);
  }

  /** Mine corrects the one that was shown. If it has changed again since, that is shown first. */
  useMine({ number, stored }) {
    const item = this.outbox.get(number);
    const mine = this.form.typed();
    const onto = stored.id ? { id: stored.id, version: stored.version } : (item?.onto ?? null);
    this.form.hideConflict();
    if (this.form.missing(mine)) {
      if (stored.id) this.lines.get(number).deal = stored;
      this.basis = this.basisOf(number);
      this.typed();
      return;
    }
    this.send(number, mine, onto, item?.key ?? uuid());
    this.goAfter(number, false);
  }

  // --- showing ----------------------------------------------------------------------------

  showRow(number) {
    const line = this.lines.get(number);
    const isBegun = Boolean(this.draft(number));
    this.rows.show(line, { item: this.outbox.get(number), isBegun, isLate: this.isLate(number) });
  }

  showAll() {
    this.lines.forEach((_, number) => this.showRow(number));
    this.tell();
  }

  tell(detail = null) {
    this.dispatchEvent(new CustomEvent("changed", { detail }));
  }
}
