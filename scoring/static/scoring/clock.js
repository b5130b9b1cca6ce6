/* Counts the time of a round down, by the seconds that the server says are left. The device's own clock counts for
   nothing: only how much time has gone by since the answer, which a wrong clock measures as well as a right one.

   <div data-clock data-clock-left="1500" [data-clock-running]>
     <b data-clock-time></b> <span data-clock-said data-up="Time is up" data-still="The clock stands still"></span></div>

   Every [data-clock] on the page runs by itself. Where poll.js has asked (`poll:heard`), it is set by the answer's
   header Spadille-Seconds-Left, which comes also when nothing else is new. A page that asks by itself calls `setClock`
   with what the API says ({seconds_left, running} or null), and `hearSeconds` with the header. */

const SOON = 300;
const states = new WeakMap();

function seconds() {
  return performance.now() / 1000;
}

/** Set one clock: null hides it. */
export function setClock(element, clock) {
  element.hidden = !clock;
  if (!clock) return states.delete(element);
  states.set(element, { left: clock.seconds_left, running: clock.running, heard: seconds() });
  show(element);
}

/** What a header said: the seconds that are left, or null when it was not there. */
export function hearSeconds(element, header) {
  const state = states.get(element);
  const left = Number(header);
  if (!state || header === null || header === undefined || !Number.isFinite(left)) return;
  state.left = left;
  state.heard = seconds();
  show(element);
}

/** Minutes and seconds as people say them; what has gone over is not below zero but beyond the time. */
export function inWords(left) {
  const whole = Math.abs(left);
  const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return left < 0 ? `+${text}` : text;
}

function show(element) {
  const { left, running, heard } = states.get(element);
  const now = running ? Math.ceil(left - (seconds() - heard)) : left;
  const said = element.querySelector("[data-clock-said]");
  put(element.querySelector("[data-clock-time]"), inWords(now));
  put(said, now <= 0 ? said.dataset.up : running ? "" : said.dataset.still);
  element.classList.toggle("is-up", now <= 0);
  element.classList.toggle("is-soon", now > 0 && now <= SOON);
}

/** A text that stays the same is left alone: it is read aloud when it changes. */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function begin(root) {
  root.querySelectorAll("[data-clock][data-clock-left]").forEach((element) => {
    if (states.has(element)) return;
    setClock(element, { seconds_left: Number(element.dataset.clockLeft), running: "clockRunning" in element.dataset });
  });
}

document.addEventListener("poll:changed", ({ target }) => begin(target));
document.addEventListener("poll:heard", ({ target, detail }) => {
  begin(target);
  target.querySelectorAll("[data-clock]").forEach((element) => hearSeconds(element, detail.get("Spadille-Seconds-Left")));
});
setInterval(() => document.querySelectorAll("[data-clock]").forEach((element) => states.has(element) && show(element)), 500);
begin(document);
