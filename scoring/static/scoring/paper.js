/* Opened by a button that says "Print": the printing begins by itself, once. */

const address = new URL(location.href);
address.searchParams.delete("print");
history.replaceState(null, "", address);
addEventListener("load", () => print(), { once: true });
