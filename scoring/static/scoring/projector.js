/* The standings on the wall, where nobody scrolls: a list longer than the screen turns its own pages.

   Whoever scrolls or presses a key takes over; half a minute after the last touch it goes on by itself. */

const SHOWN = 10000;
const TAKEN_OVER = 30000;
const OWN_SCROLLING = 200;

let resting = 0;
let timer = 0;

function plan(pause) {
  clearTimeout(timer);
  timer = setTimeout(turn, pause);
}

function turn() {
  const bottom = document.documentElement.scrollHeight - innerHeight;
  if (scrollY >= bottom - 2) scrollTo({ top: 0 });
  else {
    const head = document.querySelector(".standings thead")?.getBoundingClientRect();
    const covered = toldHeight() + (head ? head.height : 0);
    const next = [...document.querySelectorAll(".standings tbody tr")].find(
      (row) => row.getBoundingClientRect().bottom > innerHeight,
    );
    const step = next ? next.getBoundingClientRect().top - covered : innerHeight;
    scrollTo({ top: Math.min(bottom, scrollY + Math.max(step, innerHeight / 4)) });
  }
  resting = Date.now() + OWN_SCROLLING;
  plan(SHOWN);
}

/** The message and the clock stay on top, and the head of the list below them. */
function toldHeight() {
  return document.querySelector(".now")?.getBoundingClientRect().height ?? 0;
}

function place() {
  document.documentElement.style.setProperty("--told", `${toldHeight()}px`);
}

function takeOver() {
  if (Date.now() > resting) plan(TAKEN_OVER);
}

for (const kind of ["wheel", "keydown", "pointerdown", "touchmove"]) addEventListener(kind, takeOver, { passive: true });
document.addEventListener("poll:changed", place);
addEventListener("resize", place);
place();
plan(SHOWN);
