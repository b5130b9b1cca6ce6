/* Sending to the API, where nothing but the server's own word counts as success. */

const WAIT = 20000;

/** The answer as { kind, content }: ok, refused (with its problem), loggedOut, offline, trouble; stopped by the caller. */
export async function post(url, body, { language, stop }) {
  const limited = new AbortController();
  const limit = setTimeout(() => limited.abort(), WAIT);
  const stopped = () => limited.abort();
  stop?.addEventListener("abort", stopped);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "Accept-Language": language,
        "X-CSRFToken": csrf(),
      },
      body: JSON.stringify(body),
      redirect: "error", // a log-in page must never look like success
      signal: limited.signal,
    });
    if (!(answer.headers.get("Content-Type") || "").includes("json")) return { kind: "trouble" };
    const content = await answer.json();
    if (answer.ok) return { kind: "ok", content };
    if (answer.status === 401 || answer.status === 403) return { kind: "loggedOut" };
    return answer.status >= 500 ? { kind: "trouble" } : { kind: "refused", content };
  } catch {
    return { kind: stop?.aborted ? "stopped" : "offline" };
  } finally {
    clearTimeout(limit);
    stop?.removeEventListener("abort", stopped);
  }
}

/** Whoever logs in again in another tab gets a new token: the cookie has it, the page does not. */
function csrf() {
  const [, token] = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) ?? [];
  return token ?? document.querySelector("#csrf [name=csrfmiddlewaretoken]").value;
}
