/* The seats of a round on the wall: as many names as fit, in columns, and a new page every ten seconds.

   Arrow keys and space turn by hand; half a minute later it goes on by itself. When the seats of the next round are up,
   the wall goes there. Without this file the whole list is there, to be scrolled. */

const SHOWN = 10000;
const TAKEN_OVER = 30000;
const BELOW = 12;

const root = document.documentElement;
let page = 0;
let timer = 0;

const list = () => document.querySelector(".seat-list");

/** The lines by page: each fills its columns from the top, however many rows a long name takes. */
function pagesOf(items, room) {
  const columns = Number(getComputedStyle(list()).getPropertyValue("--columns")) || 1;
  const pages = [[]];
  let column = 0;
  let filled = 0;
  for (const item of items) {
    const height = item.getBoundingClientRect().height;
    if (filled + height > room && filled > 0) {
      column += 1;
      filled = 0;
    }
    if (column === columns) {
      pages.push([]);
      column = 0;
    }
    pages.at(-1).push(item);
    filled += height;
  }
  return pages;
}

function show() {
  const items = [...list().children];
  if (!items.length) return;
  root.classList.add("is-paged");
  list().style.removeProperty("height");
  items.forEach((item) => (item.hidden = false));
  const room = Math.max(innerHeight - list().getBoundingClientRect().top - scrollY - BELOW, innerHeight / 3);
  const pages = pagesOf(items, room);
  page = (page + pages.length) % pages.length;
  const shown = pages[page];
  items.forEach((item) => (item.hidden = !shown.includes(item)));
  list().style.setProperty("height", `${Math.floor(room)}px`);
  const part = document.querySelector("[data-wall-part]");
  part.textContent = pages.length > 1 ? `${initial(shown[0])} – ${initial(shown.at(-1))} (${page + 1}/${pages.length})` : "";
}

function initial(item) {
  return item.querySelector(".who").textContent.trim().split(" ")[0];
}

function plan(pause) {
  clearTimeout(timer);
  timer = setTimeout(() => turn(1, SHOWN), pause);
}

function turn(step, pause) {
  page += step;
  show();
  plan(pause);
}

function follow() {
  const later = document.querySelector("[data-later]");
  if (later) location.replace(`${later.dataset.later}?projector=1`);
  else show();
}

addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  turn(step, TAKEN_OVER);
});
addEventListener("resize", show);
document.addEventListener("seats:changed", follow);
document.addEventListener("poll:changed", show);
document.fonts?.ready.then(show);
show();
plan(SHOWN);
