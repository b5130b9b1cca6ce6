/* The director's list of notices beside a score sheet: fetched again when an auction may have changed it. */

export async function refreshNotices(hasAuction) {
  const part = document.querySelector("[data-notices]");
  if (!part || !(hasAuction || part.children.length)) return;
  try {
    const answer = await fetch(location.href, { redirect: "error" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    part.replaceChildren(...(page.querySelector("[data-notices]")?.children ?? []));
  } catch {
    // It is right again when the page is opened the next time.
  }
}
