/* A player's card: remembers on this phone that it is mine, and unfolds rounds when asked for or printed.

   [data-me]  the button: slug of the tournament, with data-no, data-name, and data-not: what it says when it is me */

import { forget, me, remember } from "./me.js";

const button = document.querySelector("[data-me]");

if (button) {
  const { me: slug, no, name, not } = button.dataset;
  const yes = button.textContent;
  const isMe = () => String(me(slug)?.no) === no;
  const show = () => {
    button.textContent = isMe() ? not : yes;
  };
  button.addEventListener("click", () => (isMe() ? forget(slug) : remember(slug, Number(no), name)));
  document.addEventListener("me:changed", show);
  show();
  button.hidden = false;
}

function unfoldAsked() {
  const asked = location.hash.startsWith("#round-") && document.getElementById(location.hash.slice(1));
  if (asked) {
    asked.open = true;
    asked.scrollIntoView();
  }
}

unfoldAsked();
addEventListener("hashchange", unfoldAsked);

let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details.card-round:not([open])")];
  for (const round of folded) round.open = true;
});
addEventListener("afterprint", () => {
  for (const round of folded) round.open = false;
});
