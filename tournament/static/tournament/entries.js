/* The list of players at the door: filtered while one types, and kept where it was after a button.

   form[data-filter="#rows"]   hides the rows that lack a word typed; without this file the form searches
   [data-filter-count]         says how many are left: data-text with {shown} and {all}
   form[data-stay]             comes back to the place on the page where it was pressed
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
  if (event.target.matches?.("form[data-stay]")) sessionStorage.setItem(PLACE, String(scrollY));
});
const place = sessionStorage.getItem(PLACE);
if (place !== null) {
  sessionStorage.removeItem(PLACE);
  if (location.hash.startsWith("#entry-")) {
    history.replaceState(history.state, "", location.pathname + location.search);
    scrollTo(0, Number(place));
  }
}
