/* The page of one table on its own phone, for a whole round. It is asked for once; from then on it speaks to the API with
   the table's code, keeps what was saved until the server has it, and works on plain http. */

import { Calling } from "./calling.js";
import { Ending } from "./ending.js";
import { Entry } from "./entry.js";
import { keepPage } from "./keep.js";
import { LineForm } from "./line.js";
import { Others } from "./others.js";
import { Outbox } from "./outbox.js";
import { Receipt } from "./receipt.js";
import { Rows } from "./rows.js";
import { say, standing } from "./saying.js";
import { Server } from "./server.js";
import { Store } from "./store.js";
import { Told } from "./told.js";
import { Watch } from "./watch.js";
import { Who } from "./who.js";
import { fill } from "./words.js";

const data = JSON.parse(document.getElementById("table-data").textContent);
const part = (selector) => document.querySelector(selector);
const store = new Store(`spadille:${data.seating}:table`);
const who = new Who(store, data);
const server = new Server({
  language: data.language,
  credentials: "omit",
  headers: () => ({ Authorization: `Table ${data.code} ${who.seat}`.trim() }),
});
const outbox = new Outbox(store, server, data.urls);
const watch = new Watch(server, data.urls.sheet, data.etag);
const form = new LineForm(part("#line"), data);
const rows = new Rows(document.querySelectorAll(".deal-row"), data, { brief: true });
const entry = new Entry({ data, form, rows, store, outbox, mayEnter: true, goesOn: true });
const receipt = new Receipt(part("[data-done]"), entry);
const ending = new Ending({ data, entry, server, watch, part });
const others = new Others({ data, server, part });
new Told({ data, watch, part });
new Calling({ data, server, watch, part, number: () => form.number ?? null });
let state = data.state;
let phase = "";
let wasEntering = false;

// --- how far the table is -------------------------------------------------------

function phaseOf({ round_state: round, signed }) {
  if (round === "published") return "published";
  if (signed) return "signed";
  return round === "playing" ? "playing" : "closed";
}

/** Another line-up than the page was made for: the director has moved somebody, or deals. */
function isOtherTable({ seats, lines }) {
  const names = (pairs) => JSON.stringify(pairs.sort());
  const shown = Object.entries(data.seats).map(([seat, { name }]) => [seat, name]);
  return names(Object.entries(seats)) !== names(shown) || lines.length !== entry.lines.size;
}

function take(fresh) {
  // It has just answered, so it can be asked for the whole page; drafts and outbox stay where they are.
  if (isOtherTable(fresh) && store.read("reloaded") !== fresh.version) {
    store.write("reloaded", fresh.version);
    return location.reload();
  }
  state = fresh;
  entry.merge(fresh.lines);
  show();
}

function show() {
  const now = phaseOf(state);
  const isEntering = now === "playing" && server.reach !== "renewed" && who.isKnown;
  document.querySelectorAll("[data-phase]").forEach((one) => (one.hidden = one.dataset.phase !== now));
  part("[data-sheet]").hidden = now === "published";
  part("[data-sheet]").classList.toggle("is-read", form.number === undefined);
  part("[data-shut]").hidden = server.reach !== "shut" && server.reach !== "renewed";
  part("#who").hidden = (who.isKnown && !who.isAskedAgain) || (now !== "published" && now !== "playing");
  // What is typed when others sign may still be handed in: it goes to the director.
  const isLate = now !== "playing" && form.number !== undefined && entry.isTouched;
  entry.mayOpen = isEntering;
  if (!isEntering && form.number !== undefined && !isLate) entry.close();
  if (isLate && phase === "playing") form.problem(data.words.overtaken);
  if (isEntering && !wasEntering && form.number === undefined) entry.openNext(0, { focus: phase !== "" });
  if (phase === "playing" && now !== phase) receipt.settle();
  wasEntering = isEntering;
  phase = now;
  ending.show(state, now);
  say(part("[data-status]"), standing(data, outbox, server));
}

// --- what happens ------------------------------------------------------------------

watch.addEventListener("state", ({ detail }) => take(detail));
watch.addEventListener("heard", () => outbox.nudge());
server.addEventListener("reach", show);
who.addEventListener("known", () => {
  show();
  if (form.number !== undefined) form.focus();
});
entry.addEventListener("changed", ({ detail }) => {
  if (["saved", "late", "moved"].includes(detail?.what)) watch.refresh();
  say(part("[data-status]"), standing(data, outbox, server));
  part("[data-sheet]").classList.toggle("is-read", form.number === undefined);
  part("[data-board-name]").textContent = form.line?.board ? fill(data.words.board, { board: form.line.board }) : "";
  part("[data-others-of-open]").hidden = !(form.line?.board && form.line.deal);
  part("[data-others-of-last]").hidden = !entry.lines.get(receipt.number)?.board || receipt.what !== "saved";
  ending.show(state, phase);
});

// The next thing to press is kept in sight.
form.element.addEventListener("change", ({ target }) => {
  if (target.name === "declarer" && target.value !== "pas") form.find(".contracts").scrollIntoView({ block: "nearest" });
});

part("[data-change]").addEventListener("click", () => entry.choose(receipt.number));
part("[data-others-of-last]").addEventListener("click", () => others.open(entry.lines.get(receipt.number)));
part("[data-others-of-open]").addEventListener("click", () => others.open(form.line));
part("[data-try-again]").addEventListener("click", () => {
  outbox.nudge();
  watch.ask();
});

const dialog = part("#void-dialog");
form.on("void", () => dialog.showModal());
dialog.addEventListener("close", async () => {
  const reason = part("#void-reason").value.trim();
  const { number } = form;
  if (dialog.returnValue !== "void" || !reason || !entry.lines.get(number)?.deal) return;
  dialog.returnValue = "";
  const answer = await entry.takeOff(number, reason, server);
  if (answer.kind === "ok") watch.refresh();
  else form.problem(answer.content?.title ?? data.words.tryAgain);
});

for (const sign of ["online", "focus", "pageshow"]) addEventListener(sign, () => outbox.nudge());
addEventListener("beforeunload", (event) => {
  if (!store.lasts && (outbox.items().length || entry.isTouched)) event.preventDefault();
});
part("[data-private]").hidden = store.lasts;

show();
outbox.nudge();
// The page may come from the browser's memory, so its state is not trusted for long.
watch.ask();

if (isSecureContext && location.protocol === "https:" && "serviceWorker" in navigator) keepPage(data.urls).catch(() => {});
