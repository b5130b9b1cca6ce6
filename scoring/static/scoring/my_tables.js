/* The front page shows my table in each tournament that this phone knows me in. It comes before poll.js, which asks.

   [data-mine][data-slug]  an empty place; asked for the start number, and shown only while the name is the one known */

import { me } from "./me.js";

for (const place of document.querySelectorAll("[data-mine]")) {
  const known = me(place.dataset.slug);
  if (!known) continue;
  place.dataset.poll = `${place.dataset.mine}?line=1&no=${known.no}`;
  place.dataset.pollNow = "";
  place.addEventListener("poll:changed", () => {
    const line = place.querySelector("[data-me-name]");
    if (line) line.hidden = line.dataset.meName !== known.name;
  });
}
