/* The score sheet: one line at a time, saved through the API.

   The server is right about everything: points come from it, "saved" is said only after it said so, and what it
   refuses stays in the form. What is typed is kept in localStorage until then, so a reload loses nothing. A line
   keeps the key it was first sent with, so sending it twice is the same deal. Works without a secure context.
*/

import { LineForm } from "./line.js";
import { points, uuid } from "./words.js";

const data = JSON.parse(document.getElementById("sheet-data").textContent);
const csrf = document.querySelector("#csrf [name=csrfmiddlewaretoken]").value;
const rows = new Map([...document.querySelectorAll(".deal-row")].map((row) => [Number(row.dataset.number), row]));
const lines = new Map(data.lines.map((line) => [line.number, line]));
const done = document.querySelector("[data-done]");
const form = new LineForm(document.getElementById("line"), data);
const WAIT = 15000;
let busy = false;

// --- drafts ---------------------------------------------------------------

const draftKey = (number) => `spadille:${data.seating}:${number}`;

function readDraft(number) {
  try {
    return JSON.parse(localStorage.getItem(draftKey(number)));
  } catch {
    return null;
  }
}

function writeDraft(number, draft) {
  try {
    if (draft) localStorage.setItem(draftKey(number), JSON.stringify(draft));
    else localStorage.removeItem(draftKey(number));
  } catch {
    // Private windows may refuse; the form itself still holds what was typed.
  }
}

// --- the list ---------------------------------------------------------------

function showRow(number) {
  const line = lines.get(number);
  const row = rows.get(number);
  const deal = line.deal;
  row.classList.toggle("is-missing", !deal);
  row.classList.toggle("is-saved", Boolean(deal));
  row.querySelector(".deal-what").textContent = deal ? form.describe(deal) : data.words.notEntered;
  row.querySelector(".deal-state").textContent = rolesOf(line);
  const cell = row.querySelector(".points");
  cell.textContent = deal && deal.points !== null ? points(deal.points) : "–";
  cell.classList.toggle("is-plus", Boolean(deal && deal.points > 0));
  cell.classList.toggle("is-minus", Boolean(deal && deal.points < 0));
}

function rolesOf(line) {
  const name = (seat) => data.seats[seat].name;
  const dealer = `${name(line.dealer)} ${data.words.deals}`;
  return line.sitterOut ? `${dealer} · ${name(line.sitterOut)} ${data.words.sitsOut}` : dealer;
}

function firstMissing(after = 0) {
  const numbers = [...lines.keys()];
  return numbers.find((n) => n > after && !lines.get(n).deal) ?? numbers.find((n) => !lines.get(n).deal);
}

function open(number, focus = true) {
  const line = lines.get(number);
  const draft = readDraft(number);
  rows.forEach((row, n) => {
    row.classList.toggle("is-current", n === number);
    row.setAttribute("aria-expanded", String(n === number));
  });
  form.open(line, draft && draft.version === (line.deal?.version ?? 0) ? draft : null);
  if (focus) form.focus();
  form.preview(fetchPreview);
}

// --- talking to the server ----------------------------------------------------

async function send(url, { method = "POST", body, version } = {}) {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "Accept-Language": data.language,
    "X-CSRFToken": csrf,
  };
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const stop = new AbortController();
  const limit = setTimeout(() => stop.abort(), WAIT);
  try {
    const answer = await fetch(url, {
      method,
      headers,
      body: JSON.stringify(body),
      redirect: "error", // a log-in page must never look like success
      signal: stop.signal,
    });
    const type = answer.headers.get("Content-Type") || "";
    if (!type.includes("json")) return { kind: "trouble" };
    const content = await answer.json();
    if (answer.ok) return { kind: "ok", content };
    if (answer.status === 401 || (answer.status === 403 && content.code !== "director_only_after_signing"))
      return { kind: "loggedOut" };
    if (answer.status >= 500) return { kind: "trouble" };
    return { kind: "refused", status: answer.status, content };
  } catch {
    return { kind: "offline" };
  } finally {
    clearTimeout(limit);
  }
}

const fetchPreview = (line) => send(data.urls.preview, { body: { seating: data.seating, ...line } });
const dealUrl = (pattern, id) => pattern.replace("/0/", `/${id}/`);

async function save(typed, { onto } = {}) {
  if (busy) return;
  busy = true;
  done.hidden = true;
  form.waiting(true);
  const number = form.number;
  const line = lines.get(number);
  const stored = onto ?? line.deal;
  const draft = readDraft(number);
  const key = (draft && draft.key) || uuid();
  writeDraft(number, { ...form.snapshot(), key, version: stored?.version ?? 0 });
  const answer = stored
    ? await send(dealUrl(data.urls.deal, stored.id), { method: "PUT", body: typed, version: stored.version })
    : await send(data.urls.deals, { body: { ...typed, number, client_key: key } });
  busy = false;
  form.waiting(false);
  if (answer.kind === "ok") return saved(number, stored, answer.content);
  if (answer.kind === "refused" && answer.content.stored) return form.conflict(answer.content, typed, line);
  form.problem(words(answer));
}

function words(answer) {
  if (answer.kind === "offline") return data.words.noConnection;
  if (answer.kind === "loggedOut") return data.words.loggedOut;
  if (answer.kind === "trouble") return data.words.serverTrouble;
  return answer.content.title;
}

function saved(number, before, deal) {
  const line = lines.get(number);
  const unchanged = before && before.version === deal.version;
  accept(line, deal);
  done.hidden = false;
  const complete = firstMissing() === undefined;
  const text = unchanged ? data.words.unchanged : data.words.saved.replace("{number}", number);
  done.firstElementChild.textContent = complete && !unchanged && !data.needsReason ? `${text} ${data.words.complete}` : text;
  const sign = document.getElementById("sign");
  if (sign && complete) sign.hidden = false;
  const next = before ? undefined : firstMissing(number);
  if (next === undefined) close();
  else open(next);
}

/** Make the stored deal the line's, and forget the draft: it is the server's now. */
function accept(line, deal) {
  writeDraft(line.number, null);
  line.deal = deal.voided ? null : deal;
  if (!deal.voided && deal.dealer !== line.dealer) location.reload(); // other roles: the server lays the line out
  showRow(line.number);
  const leaver = document.getElementById("leaver_after_deal");
  const entered = [...lines.values()].filter((one) => one.deal).map((one) => one.number);
  if (leaver) leaver.value = Math.max(0, ...entered);
}

function close() {
  const row = rows.get(form.number);
  form.close();
  rows.forEach((other) => other.classList.remove("is-current"));
  row?.focus();
}

// --- what people press --------------------------------------------------------

rows.forEach((row, number) => row.addEventListener("click", () => open(number)));

form.on("change", () => {
  const line = lines.get(form.number);
  const old = readDraft(form.number);
  writeDraft(form.number, { ...form.snapshot(), key: old?.key ?? uuid(), version: line.deal?.version ?? 0 });
  form.preview(fetchPreview);
});
form.on("save", (typed) => save(typed));
form.on("close", close);
form.on("keepTheirs", (stored) => {
  accept(lines.get(form.number), stored);
  open(form.number);
});
form.on("useMine", ({ typed, stored }) => save(typed, { onto: stored }));

const dialog = document.getElementById("void-dialog");
form.on("void", () => dialog.showModal());
dialog.addEventListener("close", async () => {
  const reason = document.getElementById("void-reason").value.trim();
  const line = lines.get(form.number);
  if (dialog.returnValue !== "void" || !reason || !line?.deal) return;
  dialog.returnValue = "";
  const { id, version } = line.deal;
  const answer = await send(dealUrl(data.urls.void, id), { body: { reason }, version });
  if (answer.kind !== "ok") return form.problem(words(answer));
  accept(line, answer.content);
  document.getElementById("sign").hidden = true;
  open(line.number);
});

lines.forEach((_, number) => showRow(number));
const start = firstMissing();
if (start !== undefined && form.mayEnter) open(start, false);
