/* The wall, where nobody scrolls: the standings, and the seats of the next round, turn their own pages.

   <div data-wall data-poll> with a [data-wall-list] for each list, in it a [data-wall-window]: a table whose rows are
   shown so many at a time as are whole, or a list in columns. The lists follow each other, and a list that grows or
   changes while it is shown goes on from the same page. Arrows turn the page, space stops and starts. */

const SHOWN = 11000;
const TAKEN_OVER = 30000;
const FADE = 250;

const wall = document.querySelector("[data-wall]");
const count = document.querySelector("[data-wall-page]");
const pause = document.querySelector("[data-wall-pause]");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let list = wall.querySelector("[data-wall-list]")?.dataset.wallList ?? "";
let page = 0;
let stopped = false;
let timer = 0;

function lists() {
  return [...wall.querySelectorAll("[data-wall-list]")].map((section) => section.dataset.wallList);
}

function sectionOf(name) {
  return wall.querySelector(`[data-wall-list="${name}"]`);
}

/** Where each page begins, in pixels, and how high the window is then. */
function pagesOf(name) {
  const box = sectionOf(name)?.querySelector("[data-wall-window]");
  if (!box) return [{ from: 0 }];
  const columns = box.querySelector("[data-wall-columns]");
  return columns ? pagesOfColumns(columns) : pagesOfRows(box);
}

/** As many whole rows as there is room for below the head. */
function pagesOfRows(box) {
  const head = box.querySelector("thead").offsetHeight;
  const room = roomFor(box) - head;
  const pages = [];
  for (const row of box.querySelectorAll("tbody tr")) {
    const last = pages[pages.length - 1];
    const bottom = row.offsetTop + row.offsetHeight;
    if (last && bottom - last.from - head <= room) last.height = bottom - last.from;
    else pages.push({ from: row.offsetTop - head, height: head + row.offsetHeight });
  }
  return pages.length ? pages : [{ from: 0 }];
}

/** The browser fills the columns; each page is as many of them as are side by side. */
function pagesOfColumns(columns) {
  columns.style.height = `${roomFor(columns)}px`;
  const step = columns.clientWidth + parseFloat(getComputedStyle(columns).columnGap);
  const pages = Math.max(1, Math.round((columns.scrollWidth + step - columns.clientWidth) / step));
  return Array.from({ length: pages }, (_, at) => ({ from: at * step }));
}

function roomFor(box) {
  return document.querySelector(".wall-foot").getBoundingClientRect().top - box.getBoundingClientRect().top - 8;
}

/** Show the page that is due; what has become of the lists since does not begin them anew. */
function place() {
  if (!lists().includes(list)) [list, page] = [lists()[0], 0];
  wall.dataset.wallShows = list;
  const pages = pagesOf(list);
  page = Math.min(page, pages.length - 1);
  const box = sectionOf(list)?.querySelector("[data-wall-window]");
  const columns = box?.querySelector("[data-wall-columns]");
  if (columns) columns.scrollLeft = pages[page].from;
  else if (box) {
    box.style.height = pages[page].height ? `${pages[page].height}px` : "";
    box.scrollTop = pages[page].from;
  }
  count.textContent = pages.length > 1 || lists().length > 1 ? `${page + 1}/${pages.length}` : "";
}

/** One page on or back, into the next list at the end of this one. */
function turn(step) {
  const names = lists();
  page += step;
  if (page < 0 || page >= pagesOf(list).length) {
    list = names[(names.indexOf(list) + step + names.length) % names.length];
    wall.dataset.wallShows = list;
    page = step > 0 ? 0 : pagesOf(list).length - 1;
  }
}

function go(step) {
  if (calm.matches) {
    turn(step);
    return place();
  }
  wall.classList.add("is-turning");
  setTimeout(() => {
    turn(step);
    place();
    wall.classList.remove("is-turning");
  }, FADE);
}

function plan(wait) {
  clearTimeout(timer);
  if (stopped) return;
  timer = setTimeout(() => {
    if (lists().length > 1 || pagesOf(list).length > 1) go(1);
    plan(SHOWN);
  }, wait);
}

function byHand(step) {
  go(step);
  plan(TAKEN_OVER);
}

function stop() {
  stopped = !stopped;
  pause.setAttribute("aria-pressed", String(stopped));
  document.documentElement.classList.toggle("is-stopped", stopped);
  plan(SHOWN);
}

const KEYS = { ArrowRight: 1, PageDown: 1, ArrowDown: 1, ArrowLeft: -1, PageUp: -1, ArrowUp: -1 };

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const onButton = event.target instanceof Element && event.target.closest("a, button");
  if (event.key in KEYS) byHand(KEYS[event.key]);
  else if (event.key === " " && !onButton) stop();
  else return;
  event.preventDefault();
});

document.querySelector("[data-wall-back]").addEventListener("click", () => byHand(-1));
document.querySelector("[data-wall-on]").addEventListener("click", () => byHand(1));
pause.addEventListener("click", stop);
document.querySelector("[data-wall-turn]").hidden = false;
document.documentElement.classList.add("is-paged");
wall.addEventListener("poll:changed", place);
// What is told on top comes and goes, and then there is room for more or fewer rows.
new ResizeObserver(place).observe(document.querySelector(".now"));
addEventListener("resize", place);
document.fonts?.ready.then(place);
place();
plan(SHOWN);
