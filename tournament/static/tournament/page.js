/* Small manners every page shares. Everything works without this file; it only makes things smoother.

   [data-focus]                takes the focus when the page opens (an error summary), but not inside [data-sample]
   a[href="#id"][data-dialog]  opens <dialog id="id">; any [data-close] inside closes it
   [data-print]                prints the page
   form                        is sent once: a second press while it is under way does nothing
   select[data-submit], input[data-submit]   sends its form when changed
   .tabs                       shows the tab of this page, also when it lies beyond the edge
*/

document.querySelector("[data-focus]:not([data-sample] *)")?.focus();

document.querySelectorAll(".tabs > [aria-current]").forEach((tab) => {
  tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
});

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const opener = target?.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.hash.slice(1));
    if (dialog?.showModal) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const closer = target?.closest("[data-close]");
  if (closer) {
    const dialog = closer.closest("dialog");
    if (dialog?.open) {
      event.preventDefault();
      dialog.close();
    }
    return;
  }
  if (target?.closest("[data-print]")) window.print();
});

document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-submit]")) event.target.form?.requestSubmit();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.hasAttribute("data-again")) return;
  if (form.hasAttribute("data-sent")) {
    event.preventDefault();
    return;
  }
  form.setAttribute("data-sent", "");
  event.submitter?.setAttribute("aria-busy", "true");
  // A download leaves the page where it is, so the form must come back to life by itself.
  setTimeout(() => revive(form), 8000);
});

function revive(form) {
  form.removeAttribute("data-sent");
  form.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
}

addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(revive));
