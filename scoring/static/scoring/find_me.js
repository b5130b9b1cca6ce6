/* The overview knows whose phone this is: one searches for one's name once, and from then on the page shows one's table.

   .moment[data-slug]    the part that poll.js keeps fresh; asked with the start number it holds [data-me-no]
   [data-this-is-me]     buttons beside those who were found;  [data-not-me] forgets;  [data-still-me] takes the new name
   [data-other]          a start number that belongs to another name than it did here: no seat is shown before one has said
                         whose it is. The name stays on the phone, so it is compared here. */

import { forget, lastName, me, remember } from "./me.js";

const moment = document.querySelector(".moment[data-slug]");
const { slug, poll: address } = moment.dataset;
const part = (selector) => document.querySelector(selector);

function ask() {
  const known = me(slug);
  moment.dataset.poll = known ? `${address}?no=${known.no}` : address;
}

/** Show what fits what this phone knows; runs before the page is painted. */
function arrange() {
  const known = me(slug);
  const place = moment.querySelector("[data-me-no]");
  const isHere = Boolean(known && place && Number(place.dataset.meNo) === Number(known.no));
  const isOther = isHere && place.dataset.meName !== known.name;
  if (place) place.hidden = !isHere || isOther;
  const isAwaited = moment.querySelector(".my-place.is-awaited") !== null;
  part("#find").hidden = (isAwaited || (isHere && !isOther)) && !new URLSearchParams(location.search).has("q");
  part("[data-other]").hidden = !isOther;
  if (isOther) {
    const text = part("[data-other-text]");
    text.textContent = fill(text.dataset.otherText, { known: known.name, number: known.no, name: place.dataset.meName });
  }
  propose(known, isHere);
}

/** Keeps the room of my place until it is there, so that nothing jumps under the finger. */
function awaitPlace(name) {
  const place = document.createElement("section");
  const title = document.createElement("h2");
  place.className = "panel my-place is-awaited";
  place.dataset.key = "me";
  title.textContent = name;
  place.append(title);
  moment.querySelector("[data-key=lead]").before(place);
}

/** On another tournament the name that this phone knows is looked up at a press. */
function propose(known, isHere) {
  const name = known && !isHere ? known.name : lastName();
  const line = part("[data-propose]");
  line.hidden = isHere || !name || new URLSearchParams(location.search).has("q");
  if (line.hidden) return;
  const link = line.querySelector("a");
  link.textContent = fill(link.dataset.proposeText, { name });
  link.href = `?${new URLSearchParams({ q: name })}#find`;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

function say(what, name) {
  const line = part("[data-me-said]");
  line.textContent = fill(line.dataset[what], { name });
}

function isMe(button) {
  remember(slug, Number(button.dataset.no), button.dataset.name);
  history.replaceState(null, "", location.pathname);
  say("known", button.dataset.name);
  moment.addEventListener("poll:heard", () => moment.querySelector("#me-title")?.focus(), { once: true });
  refresh();
}

function refresh() {
  ask();
  arrange();
  moment.dispatchEvent(new Event("poll:ask"));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-this-is-me], [data-not-me], [data-still-me]");
  if (!button) return;
  if (button.matches("[data-this-is-me]")) return isMe(button);
  if (button.matches("[data-still-me]")) {
    const place = moment.querySelector("[data-me-no]");
    remember(slug, Number(place.dataset.meNo), place.dataset.meName);
    return refresh();
  }
  forget(slug);
  say("forgotten", "");
  refresh();
  part("#q").focus();
});

for (const hidden of document.querySelectorAll("[data-this-is-me], [data-remembers]")) hidden.hidden = false;
moment.addEventListener("poll:changed", arrange);
if (me(slug)) {
  // poll.js comes after this file, and asks at once.
  moment.dataset.pollNow = "";
  delete moment.dataset.pollEtag;
  awaitPlace(me(slug).name);
}
ask();
arrange();
