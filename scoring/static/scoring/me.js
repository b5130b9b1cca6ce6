/* Who holds this phone: remembered here and told to nobody, so that one need only search for one's name once.

   A start number belongs to one tournament; the name is carried to the next one, where it is looked up again. */

import { Store } from "./store.js";

const store = new Store("spadille-me");
// No tournament has an address with a space in it.
const NAME = "last name";

/** Who I am in this tournament: { no, name }, or null when this phone has not been told. */
export function me(slug) {
  return store.read(slug);
}

/** The name last given on this phone, in whatever tournament; empty when there is none. */
export function lastName() {
  return store.read(NAME) ?? "";
}

export function remember(slug, no, name) {
  store.write(slug, { no, name });
  store.write(NAME, name);
  document.dispatchEvent(new CustomEvent("me:changed", { detail: slug }));
}

export function forget(slug) {
  store.remove(slug);
  store.remove(NAME);
  document.dispatchEvent(new CustomEvent("me:changed", { detail: slug }));
}
