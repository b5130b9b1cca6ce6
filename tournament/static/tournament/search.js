/* Looking people up while one types. Without this file the form's button does it.

   form[data-live="#id"]   the part #id of the form's own answer is replaced by what was found for what is typed
*/

const PAUSE = 250;

for (const form of document.querySelectorAll("form[data-live]")) {
  let waiting = 0;
  let asked = 0;

  const look = async () => {
    const turn = (asked += 1);
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form));
    address.hash = "";
    try {
      const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector(form.dataset.live);
      // An earlier question may be answered later.
      if (turn !== asked || !found) return;
      document.querySelector(form.dataset.live).replaceChildren(...found.childNodes);
    } catch {
      // No connection: the button still asks, and says so.
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, PAUSE);
  });
}
