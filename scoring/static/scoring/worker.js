/* Keeps the page of a table and its files, so that a reload without a connection works. Browsers take it under https
   only, so nothing depends on it. The network always comes first; the API is left alone. */

const CACHE = "spadille-table";
const PATIENCE = 6000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The page that has just been opened names itself and its files; what was kept of another table goes.
self.addEventListener("message", (event) => event.waitUntil(keep(event.data.keep)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === location.origin;
  const isPart = request.mode === "navigate" || ["script", "style", "image"].includes(request.destination);
  if (request.method === "GET" && isOurs && isPart) event.respondWith(networkFirst(request));
});

async function keep(urls) {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!urls.includes(url)) await cache.delete(url);
  await Promise.all(urls.map((url) => refresh(cache, url)));
}

async function refresh(cache, url) {
  const answer = await fetch(url, { credentials: "omit" }).catch(() => null);
  if (answer?.ok && !answer.redirected) await cache.put(url, answer);
}

async function networkFirst(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (!kept) return fetch(request);
  const stop = new AbortController();
  const limit = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(request, { signal: stop.signal });
    if (answer.status >= 500) return kept;
    if (answer.ok && !answer.redirected) await cache.put(request.url, answer.clone());
    return answer;
  } catch {
    return kept;
  } finally {
    clearTimeout(limit);
  }
}
