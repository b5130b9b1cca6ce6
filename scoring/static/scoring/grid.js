/* Whole sheets typed by keyboard: Enter and the arrows go from row to row and on to the next table.

   Every row says at once what it comes to, because the server is asked about the rows of a table as they are typed;
   only its newest answer counts. Saving sends every row that is not known to be wrong. Works without a secure context.
*/

import { Row } from "./grid_row.js";
import { post } from "./post.js";

const data = JSON.parse(document.getElementById("grid-data").textContent);
const { words, language } = data;
const PAUSE = 120;
const AGAIN = 4000;
const MOST_ROWS = 100;
const LONGEST = 500; // a little more than can be read: it is found too long, not cut to something else
const bar = document.getElementById("grid-bar");
const status = bar.querySelector("[data-status]");
const saveButton = bar.querySelector("[data-save]");
const live = document.querySelector("[data-live]");
const reason = document.getElementById("reason");
const jump = document.getElementById("jump");
let busy = false;
let said = {};

const tables = [...document.querySelectorAll("[data-table]")].map((element) => {
  const { rows, ...table } = data.tables[Number(element.dataset.table)];
  Object.assign(table, { element, timer: 0, stop: null, isOffline: false });
  const elements = [...element.querySelectorAll("tr[data-number]")];
  table.rows = rows.map((row, index) => new Row(elements[index], table, row, words));
  return table;
});
const rows = tables.flatMap((table) => table.rows);
const rowOf = new Map(rows.map((row) => [row.input, row]));
const unsaved = () => rows.filter((row) => row.isUnsaved);

// --- looking at what is typed ------------------------------------------------------------

function plan(table, pause = PAUSE) {
  clearTimeout(table.timer);
  table.timer = setTimeout(() => look(table), pause);
}

async function look(table) {
  table.stop?.abort();
  const asked = table.rows.filter((row) => row.needsCheck).slice(0, MOST_ROWS);
  if (!asked.length) return;
  const stop = (table.stop = new AbortController());
  const sent = new Map(asked.map((row) => [row.number, row.text]));
  const body = { rows: [...sent].map(([number, text]) => ({ number, text })) };
  const answer = await post(table.urls.check, body, { language, stop: stop.signal });
  if (answer.kind === "stopped") return;
  table.isOffline = answer.kind !== "ok";
  const found = new Map((answer.content?.rows ?? []).map((one) => [one.number, one]));
  for (const row of asked) {
    if (found.has(row.number)) row.checked = { ...found.get(row.number), text: sent.get(row.number) };
    row.show();
  }
  const current = rowOf.get(document.activeElement);
  if (current && asked.includes(current)) live.textContent = current.spoken;
  tell();
  if (table.rows.some((row) => row.needsCheck)) plan(table, table.isOffline ? AGAIN : PAUSE);
}

// --- saving ------------------------------------------------------------------------------

async function save(chosen = rows) {
  if (busy) return;
  const before = document.activeElement;
  let problem = "";
  let saved = 0;
  waiting(true);
  for (const table of tables) {
    const wanted = table.rows.filter((row) => row.canBeSaved && chosen.includes(row));
    if (!wanted.length) continue;
    if (table.needsReason && table.mayType && reason && !reason.value.trim()) {
      problem = words.writeReason;
      continue;
    }
    for (let start = 0; start < wanted.length && (!problem || problem === words.writeReason); start += MOST_ROWS) {
      const outcome = await saveRows(table, wanted.slice(start, start + MOST_ROWS));
      saved += outcome.saved;
      problem = outcome.problem || problem;
    }
    if (problem && problem !== words.writeReason) break;
  }
  waiting(false);
  tell({ saved, problem });
  if (problem === words.writeReason) reason.focus();
  else if (before === saveButton) nextInNeed(rows.at(-1));
}

async function saveRows(table, wanted, isSecond = false) {
  const sent = new Map(wanted.map((row) => [row, row.text]));
  const body = {
    rows: wanted.map((row) => ({ number: row.number, text: row.text, client_key: row.key, version: row.version })),
    reason: reason?.value.trim() ?? "",
  };
  mark(wanted, true);
  const answer = await post(table.urls.save, body, { language });
  mark(wanted, false);
  if (answer.kind !== "ok" || !Array.isArray(answer.content.rows)) return { saved: 0, problem: problemOf(answer) };
  const became = new Map(answer.content.rows.map((one) => [one.number, one]));
  const again = [];
  let saved = 0;
  for (const [row, text] of sent) {
    const one = became.get(row.number);
    if (!one) continue;
    if (row.answered(text, one)) again.push(row);
    if (one.state === "saved" || one.state === "unchanged") saved += 1;
  }
  if (again.length && !isSecond) saved += (await saveRows(table, again, true)).saved;
  return { saved, problem: "" };
}

function mark(wanted, isBeingSaved) {
  for (const row of wanted) {
    row.isBeingSaved = isBeingSaved;
    row.show();
  }
}

function problemOf(answer) {
  if (answer.kind === "offline") return words.noConnection;
  if (answer.kind === "loggedOut") return words.loggedOut;
  return answer.content?.title || words.serverTrouble;
}

function waiting(is) {
  busy = is;
  saveButton.setAttribute("aria-busy", String(is));
  if (is) status.textContent = words.saving;
}

// --- what the bar says ---------------------------------------------------------------------

/** What happened last stays said until something else does, whatever else changes in between. */
function tell(news) {
  if (news) said = { saved: 0, problem: "", more: "", ...news };
  const { saved, problem, more } = said;
  const open = unsaved();
  const wrong = open.filter((row) => row.isWrong).length;
  const clashes = open.filter((row) => row.clash).length;
  const right = open.length - wrong - clashes;
  bar.hidden = !open.length && !tables.some((table) => table.mayType);
  saveButton.textContent =
    !wrong || !right ? words.saveAll : right === 1 ? words.saveOneRight : fill(words.saveRight, right);
  if (busy) return;
  const counts = [
    [words.countSaved, saved],
    [words.countNotSaved, open.length],
    [words.countWrong, wrong],
    [words.countConflicts, clashes],
  ].flatMap(([text, count]) => (count ? [fill(text, count)] : []));
  if (!open.length && rows.some((row) => row.stored)) counts.push(words.allSaved);
  bar.classList.toggle("is-problem", Boolean(problem));
  const text = [problem, more, counts.join(" · ")].filter(Boolean).join(" ");
  if (status.textContent !== text) status.textContent = text;
}

const fill = (text, count) => text.replace("{count}", count);

// --- keys ------------------------------------------------------------------------------------

/** The row above or below that can be typed in; on a page that is only read every row is gone to. */
function beside(row, step) {
  const isReadOnly = row.input.readOnly;
  let place = rows.indexOf(row) + step;
  while (rows[place] && rows[place].input.readOnly !== isReadOnly) place += step;
  return rows[place];
}

function go(row) {
  if (!row) return saveButton.focus();
  row.input.focus();
  row.input.setSelectionRange(row.input.value.length, row.input.value.length);
}

/** The next row after this one that is wrong or disputed, from the top again after the last. */
function nextInNeed(current) {
  const place = rows.indexOf(current) + 1;
  const next = [...rows.slice(place), ...rows.slice(0, place)].find((row) => row.isWrong || row.clash || row.problem);
  if (next) go(next);
}

const firstBlank = (table) => table.rows.find((row) => !row.text) ?? table.rows[0];

document.addEventListener("keydown", (event) => {
  const row = rowOf.get(event.target);
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") save();
  else if (event.key === "F8") nextInNeed(row);
  else if (event.key === "F2" && jump) {
    jump.focus();
    jump.select();
  }
  else if (!row || !plain || event.isComposing) return;
  else if (event.key === "ArrowDown" || (event.key === "Enter" && !event.shiftKey)) go(beside(row, 1));
  else if (event.key === "ArrowUp" || event.key === "Enter") go(beside(row, -1) ?? row);
  else if (event.key === "Escape") row.restore();
  else return;
  event.preventDefault();
});

document.addEventListener("input", (event) => {
  const row = rowOf.get(event.target);
  if (!row) return;
  row.edited();
  tell({ problem: said.problem });
  plan(row.table);
});

document.addEventListener("focusout", (event) => setTimeout(() => rowOf.get(event.target)?.show()));

bar.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter === saveButton && document.activeElement !== jump) save();
});

jump?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const number = Number(jump.value);
  const table = tables.find((one) => one.number === number);
  if (!table) return tell({ more: words.noSuchTable.replace("{number}", jump.value) });
  jump.value = "";
  table.element.scrollIntoView();
  go(firstBlank(table));
});

document.addEventListener("click", (event) => {
  const row = rowOf.get(event.target.closest?.("tr[data-number]")?.querySelector("input"));
  if (!row?.clash) return;
  if (event.target.closest("[data-keep-theirs]")) row.keepTheirs();
  else if (event.target.closest("[data-use-mine]")) {
    row.useMine();
    save([row]);
  }
  tell();
});

// --- many lines at once --------------------------------------------------------------------------

document.addEventListener("paste", (event) => {
  const first = rowOf.get(event.target);
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  if (!first || first.input.readOnly || lines.length < 2) return;
  event.preventDefault();
  const { table } = first;
  // Lines that all begin with a number in a column of its own know their deal themselves.
  const numbered = lines.every((line) => !line.trim() || /^\s*\d+\t/.test(line));
  let left = 0;
  let last = first;
  lines.forEach((line, index) => {
    if (!line.trim()) return;
    const number = numbered ? Number.parseInt(line, 10) : first.number + index;
    const row = table.rows.find((one) => one.number === number);
    if (!row) return (left += 1);
    row.put((numbered ? line.replace(/^\s*\d+\t/, "") : line).replace(/\t+/g, " ").trim().slice(0, LONGEST));
    last = row;
  });
  go(last);
  plan(table, 0);
  tell({ more: left ? fill(words.didNotFit, left).replace("{number}", table.rows.at(-1).number) : "" });
});

// --- opening ---------------------------------------------------------------------------------------

const kept = rows.filter((row) => row.readDraft());
rows.forEach((row) => row.show());
tables.forEach((table) => plan(table, 0));
addEventListener("online", () => tables.forEach((table) => plan(table, 0)));
tell({ more: kept.length ? fill(words.kept, kept.length) : "" });
const asked = tables.find((table) => `#${table.element.id}` === location.hash);
// The browser goes to the anchor by itself, and takes the focus from wherever it is: come after it.
if (asked) addEventListener("load", () => setTimeout(() => go(firstBlank(asked))));
else if (tables.some((table) => table.mayType)) go(rows.find((row) => !row.text && !row.input.readOnly) ?? rows[0]);
