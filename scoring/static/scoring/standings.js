/* The standings for who holds the phone: his row is marked, and told at the foot of the window while it is out of sight.

   Everything here is extra: the page is whole without it. Who holds the phone is known to the phone alone (me.js). */

import { me } from "./me.js";

const live = document.querySelector("[data-standings]");
const bar = document.querySelector("[data-me-bar]");
const find = document.querySelector("[data-find-me]");
const slug = live.dataset.standings;
let drawMine = () => {};
const seen = new IntersectionObserver(tell, { rootMargin: "-48px 0px -8px 0px" });

function rowIn(part) {
  const mine = me(slug);
  return mine && part.querySelector(`tr[data-key="e${Number(mine.no)}"]`);
}

/** Mark who holds the phone in what is shown, or in what is about to be. */
function mark(part) {
  part.querySelectorAll("[data-followed]").forEach((row) => {
    row.classList.remove("is-me");
    row.removeAttribute("data-followed");
    if (!row.classList.length) row.removeAttribute("class");
  });
  const row = rowIn(part);
  if (row) {
    row.classList.add("is-me");
    row.setAttribute("data-followed", "");
  }
  drawMine(part, row);
}

/** The bar says what the row says, and follows it. */
function follow() {
  seen.disconnect();
  const row = rowIn(live);
  find.hidden = !row;
  document.querySelector("[data-course-link]").hidden = !document.getElementById("course");
  if (!row) return show(false);
  bar.hash = find.hash = row.id;
  bar.querySelector("[data-me-rank]").textContent = row.querySelector(".rank").textContent;
  bar.querySelector("[data-me-name]").textContent = row.querySelector("th a").textContent;
  bar.querySelector("[data-me-total]").textContent = row.querySelector("[data-total]").textContent;
  seen.observe(row);
}

function tell(entries) {
  const last = entries[entries.length - 1];
  const box = last.target.closest(".table-scroll").getBoundingClientRect();
  bar.querySelector("[data-me-way]").textContent = last.boundingClientRect.top < Math.max(0, box.top) ? "↑" : "↓";
  show(!last.isIntersecting);
}

function show(visible) {
  bar.hidden = !visible;
  document.documentElement.classList.toggle("has-me-bar", visible);
}

/** To the middle of the window, where neither the head of the list nor the bar covers it. */
function go(event) {
  const row = rowIn(live);
  if (!row) return;
  event.preventDefault();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  row.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  row.querySelector("th a").focus({ preventScroll: true });
}

/** Only whoever holds the phone needs the script that draws him. */
async function meChanged() {
  mark(live);
  follow();
  if (!rowIn(live)) return;
  ({ drawMine } = await import("./course.js"));
  drawMine(live, rowIn(live));
}

bar.addEventListener("click", go);
find.addEventListener("click", go);
live.addEventListener("poll:fresh", ({ detail }) => mark(detail));
live.addEventListener("poll:changed", follow);
document.addEventListener("me:changed", meChanged);
meChanged();
