/* Asks the browser to keep this page and its files for a reload without a connection. An extra, under https only: on the
   http of a hall there is no service worker. */

export async function keepPage({ worker, scope }) {
  await navigator.serviceWorker.register(worker, { scope });
  const { active } = await navigator.serviceWorker.ready;
  const names = performance.getEntriesByType("resource").map(({ name }) => name.split("#")[0]);
  const files = names.filter((name) => name.startsWith(`${location.origin}/`) && !name.includes("/api/") && !name.endsWith(worker));
  active.postMessage({ keep: [location.href.split("#")[0], ...new Set(files)] });
}
