/* Calling out names: a press is sent without leaving the page, one after the other, and every line stays where it is.

   [data-calling]   what is replaced by the answer; the focus stays on the button that was pressed
   .call            one person; its buttons have ids, and the arrows go from line to line
*/

const MESSAGES = "#calling-messages";
const list = () => document.querySelector("[data-calling]");
let sending = Promise.resolve();
const pressed = new Set();

function replaceBy(page) {
  const focused = document.activeElement?.id;
  list().replaceChildren(...page.querySelector("[data-calling]").childNodes);
  document.querySelector(MESSAGES).replaceChildren(...page.querySelector(MESSAGES).childNodes);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  for (const id of pressed) document.getElementById(id)?.setAttribute("aria-busy", "true");
}

async function send(form, button) {
  const body = new FormData(form);
  body.set(button.name, button.value);
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    pressed.delete(button.id);
    if (!answer.ok) location.reload();
    // Another page: the way to withdraw somebody, or to log in again.
    else if (!page.querySelector("[data-calling]")) location.assign(answer.url);
    else replaceBy(page);
  } catch {
    pressed.delete(button.id);
    const again = document.getElementById(button.id);
    again?.removeAttribute("aria-busy");
    again?.setAttribute("data-failed", "");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.(".call form");
  const button = event.submitter;
  if (!form || !button) return;
  event.preventDefault();
  if (pressed.has(button.id)) return;
  pressed.add(button.id);
  button.removeAttribute("data-failed");
  button.setAttribute("aria-busy", "true");
  sending = sending.then(() => send(form, button));
});

document.addEventListener("keydown", (event) => {
  const line = event.target.closest?.(".call");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  const buttons = [...document.querySelectorAll(".call .call-here")];
  const at = line ? buttons.indexOf(line.querySelector(".call-here")) : -1;
  const next = buttons[line ? at + step : 0];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
// Holding a key down is one press.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.target.closest?.(".call button") && [" ", "Enter"].includes(event.key)) event.preventDefault();
});
