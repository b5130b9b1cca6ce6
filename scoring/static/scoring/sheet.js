/* The scorekeeper's page of one sheet: one line at a time, saved through the outbox, so that a laptop without a
   connection loses nothing either. The server is right about everything: "saved" is said only after it said so. */

import { Effect } from "./effect.js";
import { Entry } from "./entry.js";
import { LineForm } from "./line.js";
import { refreshNotices } from "./notices.js";
import { Outbox } from "./outbox.js";
import { Receipt } from "./receipt.js";
import { Rows } from "./rows.js";
import { say, standing } from "./saying.js";
import { Server } from "./server.js";
import { Store } from "./store.js";
import { Watch } from "./watch.js";

const data = JSON.parse(document.getElementById("sheet-data").textContent);
const store = new Store(`spadille:${data.seating}:sheet`);
const server = new Server({ language: data.language, credentials: "same-origin", headers: () => ({ "X-CSRFToken": token() }) });
const outbox = new Outbox(store, server, data.urls);
const watch = new Watch(server, data.urls.sheet);
const form = new LineForm(document.getElementById("line"), data);
const rows = new Rows(document.querySelectorAll(".deal-row"), data);
const entry = new Entry({ data, form, rows, store, outbox, mayEnter: Boolean(form.find("[data-all-pass]")) });
const panel = document.querySelector("[data-effect]");
const list = document.querySelector("[data-effect-off]");
const effect = data.needsReason && panel ? new Effect({ panel, list, data, form, entry, server }) : null;
const sign = document.getElementById("sign");
const status = document.querySelector("[data-status]");
new Receipt(document.querySelector("[data-done]"), entry, { more: () => (entry.isComplete && !data.needsReason ? data.words.complete : "") });

/** Logging in again in another tab changes the token: the cookie has the new one. */
function token() {
  const cookie = document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/);
  return cookie ? cookie[1] : document.querySelector("#csrf [name=csrfmiddlewaretoken]").value;
}

function show() {
  const how = standing(data, outbox, server);
  status.parentElement.hidden = how.state === "ok";
  say(status, how);
  if (sign && !data.needsReason) sign.hidden = !entry.isComplete;
  // Whoever leaves does so after the last deal that is entered.
  const leaver = document.getElementById("leaver_after_deal");
  const entered = [...entry.lines.values()].filter((line) => line.deal).map((line) => line.number);
  if (leaver && document.activeElement !== leaver) leaver.value = Math.max(0, ...entered);
}

entry.addEventListener("changed", ({ detail }) => {
  show();
  if (detail?.what === "moved") watch.refresh();
  if (detail?.what !== "saved") return;
  watch.refresh();
  refreshNotices(Boolean(entry.lines.get(detail.number)?.deal?.calls));
});
server.addEventListener("reach", show);
watch.addEventListener("state", ({ detail }) => {
  const needsReason = Boolean(detail.signed) || detail.round_state === "closed";
  // Signed at the table, or opened again: the page offers something else then.
  if (needsReason !== data.needsReason && !entry.isTouched && !outbox.items().length) location.reload();
  else entry.merge(detail.lines);
});
watch.addEventListener("heard", () => outbox.nudge());
addEventListener("focus", () => outbox.nudge());

const dialog = document.getElementById("void-dialog");
form.on("void", () => {
  dialog.showModal();
  effect?.askOff();
});
dialog.addEventListener("close", async () => {
  const reason = document.getElementById("void-reason").value.trim();
  const { number } = form;
  const deal = entry.lines.get(number)?.deal;
  if (dialog.returnValue !== "void" || !reason || !deal) return;
  dialog.returnValue = "";
  const answer = await entry.takeOff(number, reason, server);
  if (answer.kind !== "ok") form.problem(answer.content?.title ?? data.words.tryAgain);
});

// What waits leaves from this page only; the next sheet would not send it.
addEventListener("beforeunload", (event) => {
  if (outbox.items().length) event.preventDefault();
});

show();
outbox.nudge();
if (entry.mayEnter) entry.openNext(0, { focus: false });
