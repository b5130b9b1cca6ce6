/* The seats of a round on a phone: mine first, a filter that needs no network, and the lists fetched again when the
   page hears that something has changed.

   [data-seats]   holds both lists; its address answers 304 while they are the same
   [data-my-seat] is filled from the list when this phone knows whose it is
   [data-filter]  a search box; without this file the lists are there in full
   Fires "seats:changed" on the document after the lists were replaced. */

import { me } from "./me.js";

const lists = document.querySelector("[data-seats]");
const mine = document.querySelector("[data-my-seat]");
const filter = document.querySelector("[data-filter]");
const lines = () => [...lists.querySelectorAll(".seat-list > li")];

/** The line of whoever holds this phone, if the start number still belongs to the name it had. */
function myLine() {
  const known = me(mine.dataset.slug);
  const line = known && lists.querySelector(`.seat-list > li[data-no="${Number(known.no)}"]`);
  if (!line) return null;
  const name = line.dataset.name ?? line.querySelector(".who").textContent;
  return name === known.name ? line : null;
}

function showMine() {
  if (!mine) return;
  const line = myLine();
  mine.hidden = !line;
  lists.querySelectorAll(".is-me").forEach((part) => part.classList.remove("is-me"));
  if (!line) return;
  const where = line.querySelector(".where");
  const table = lists.querySelector(where.getAttribute("href"));
  line.classList.add("is-me");
  table?.querySelector(`a[href$="/players/${line.dataset.no}/"]`)?.closest(".seat")?.classList.add("is-me");
  put(mine.querySelector("[data-my-name]"), line.querySelector(".who").textContent);
  const words = where.querySelector("b").title;
  put(mine.querySelector("[data-my-where]"), `${where.firstChild.textContent.trim()}, ${words}`);
  mine.querySelector("[data-my-table]").hash = where.hash;
}

/** A text that stays the same is left alone: it is read aloud when it changes. */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Lower case without marks, as Danes spell it and as others do: "Søren" is "soeren" and "soren". */
function spellings(text) {
  const plain = text.normalize("NFC").toLowerCase();
  const danish = plain.replace(/å/g, "aa").replace(/[æä]/g, "ae").replace(/[øö]/g, "oe");
  const bare = plain.replace(/å/g, "a").replace(/[æä]/g, "ae").replace(/[øö]/g, "o");
  return [danish, bare].map((one) => one.normalize("NFD").replace(/\p{M}/gu, "").replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " "));
}

function look() {
  const box = filter.querySelector("input");
  const words = spellings(box.value)[0].split(" ").filter(Boolean);
  const all = lines();
  let found = 0;
  for (const line of all) {
    const own = spellings(line.querySelector(".who").textContent).join(" ");
    line.hidden = !words.every((word) => own.includes(word) || line.dataset.no === word);
    found += line.hidden ? 0 : 1;
  }
  const said = filter.querySelector("[data-found]");
  const text = found ? said.dataset.found : said.dataset.none;
  put(said, words.length ? text.replace("{count}", found).replace("{total}", all.length) : "");
}

// What the page was made with: a change before the first answer must not be missed.
let heard = strong(document.querySelector("[data-poll-etag]")?.dataset.pollEtag);

/** On the way an answer that is compressed may have got a weak mark. */
function strong(etag) {
  return (etag ?? "").replace(/^W\//, "");
}

async function fetchAgain() {
  try {
    const answer = await fetch(lists.dataset.seats, { headers: { "If-None-Match": lists.dataset.etag }, cache: "no-store" });
    if (answer.status !== 200) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = await answer.text();
    const focus = lists.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    lists.dataset.etag = answer.headers.get("ETag");
    lists.replaceChildren(fresh.content);
    if (focus) lists.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    arrange();
    document.dispatchEvent(new Event("seats:changed"));
  } catch {
    // The next time that something is heard.
    heard = "";
  }
}

function arrange() {
  showMine();
  if (filter) look();
}

document.addEventListener("poll:heard", ({ detail }) => {
  const version = strong(detail.get("ETag"));
  const isNew = version !== heard;
  heard = version;
  if (isNew) fetchAgain();
});
if (filter) {
  filter.hidden = false;
  filter.addEventListener("input", look);
}
document.addEventListener("me:changed", showMine);
arrange();
