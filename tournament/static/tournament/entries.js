/* The list of players at the door: filtered while one types, and kept where it was after a button.

   form[data-filter="#rows"]   hides the rows that lack a word typed; without this file the form searches
   [data-filter-count]         says how many are left: data-text with {shown} and {all}
   form[data-stay]             its row comes back to where on the screen it was pressed
*/

const form = document.querySelector("form[data-filter]");
const rows = [...(document.querySelector(form?.dataset.filter ?? "#none")?.rows ?? [])];
const count = document.querySelector("[data-filter-count]");

/* As the server folds names: å as aa, æ as ae, ø as oe, no other accents. */
function folded(text) {
  return text
    .toLowerCase()
    .normalize("NFC")
    .replaceAll("å", "aa").replaceAll(/[æä]/g, "ae").replaceAll(/[øö]/g, "oe").replaceAll("ü", "u")
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function filter() {
  const words = folded(form.elements.q.value).split(" ");
  let shown = 0;
  for (const row of rows) {
    row.hidden = !words.every((word) => row.dataset.words.includes(word));
    if (!row.hidden) shown += 1;
  }
  count.hidden = shown === rows.length;
  count.textContent = count.dataset.text.replace("{shown}", shown).replace("{all}", rows.length);
}

// A list the server has filtered is not filtered twice: then the button asks for another one.
if (form && count && !form.elements.q.value) {
  form.querySelector("[data-filter-button]").hidden = true;
  form.elements.q.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  if (form.elements.q.value) filter();
}

const PLACE = "spadille.entries.place";
document.addEventListener("submit", (event) => {
  const row = event.target.matches?.("form[data-stay]") ? event.target.closest("tr") : null;
  if (row) sessionStorage.setItem(PLACE, String(row.getBoundingClientRect().top));
});
const place = sessionStorage.getItem(PLACE);
sessionStorage.removeItem(PLACE);
if (place !== null && location.hash.startsWith("#entry-")) {
  // Not before the browser itself has gone to the row, or it would do so afterwards.
  addEventListener("load", () => requestAnimationFrame(() => {
    const row = document.getElementById(location.hash.slice(1));
    if (row) scrollBy(0, row.getBoundingClientRect().top - Number(place));
    history.replaceState(history.state, "", location.pathname + location.search);
  }));
}
