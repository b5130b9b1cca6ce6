/* The pages of boards: my own row, and the arrow keys for the board (or the round) before and after.

   <table data-traveller="slug"> with rows data-table and cells data-no data-hand; [data-mine] is the sentence about me.
   Who I am is remembered by the phone itself (me.js); without that, and without this script, the page is the same. */

import { me } from "./me.js";
import { fill } from "./words.js";

const table = document.querySelector("[data-traveller]");
const KEYS = { ArrowLeft: "prev", ArrowRight: "next" };

if (table) {
  markMine();
  document.addEventListener("me:changed", markMine);
}

document.querySelectorAll("[data-arrows]").forEach((hint) => (hint.hidden = false));
addEventListener("keydown", (event) => {
  const rel = KEYS[event.key];
  if (!rel || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, select, textarea, .table-scroll")) return;
  const link = document.querySelector(`a[rel="${rel}"]`);
  if (link) location.assign(link.href);
});

function markMine() {
  table.querySelectorAll(".is-me, .is-mine").forEach((part) => part.classList.remove("is-me", "is-mine"));
  const told = document.querySelector("[data-mine]");
  const who = me(table.dataset.traveller);
  const cell = who && table.querySelector(`[data-no="${CSS.escape(who.no)}"]`);
  told.hidden = !cell;
  if (!cell) return;
  cell.classList.add("is-mine");
  cell.parentElement.classList.add("is-me");
  told.querySelector("span").textContent = sentence(told.dataset, cell);
}

function sentence(words, cell) {
  const { hand } = cell.dataset;
  const { table: number } = cell.parentElement.dataset;
  if (!hand) return fill(words.mineOut, { table: number });
  const points = cell.querySelector(".points").textContent;
  const difference = cell.querySelector(".against")?.textContent;
  return fill(difference ? words.mineHeld : words.mineAlone, { hand, table: number, points, difference });
}
