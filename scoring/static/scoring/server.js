/* Asking the API. It never throws, and takes nothing for success but a JSON answer of our own with a status of success:
   a log-in page, the page of a hall's Wi-Fi and a silent server are all told apart from it. */

const WAIT = 15000;
const NOT_LET_IN = ["not_authenticated", "authentication_failed", "permission_denied"];

const UNHEARD = ["offline", "trouble", "slow", "shut", "renewed"];

export class Server extends EventTarget {
  /** `headers` is asked before every request; `credentials` "omit" sends no cookie. */
  constructor({ language, credentials, headers }) {
    super();
    // Why the last request got no answer, of those below; "ok" when it got one.
    this.reach = "ok";
    this.language = language;
    this.credentials = credentials;
    this.headers = headers;
  }

  /**
   * The answer as `kind`, with `content` where there is one, and `secondsLeft` of the round's clock if it says so:
   * ok, same (304), kept (with the director), taken (content.stored stands there), refused (content.title says why),
   * renewed (the code was), shut (not let in), gone (404), slow (429), trouble (nothing of ours), offline.
   */
  async ask(url, options) {
    const answer = await this.send(url, options);
    this.reach = UNHEARD.includes(answer.kind) ? answer.kind : "ok";
    this.dispatchEvent(new Event("reach"));
    return answer;
  }

  async send(url, { method = "GET", body, headers = {} } = {}) {
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(), WAIT);
    try {
      const answer = await fetch(url, {
        method,
        headers: {
          Accept: "application/json",
          "Accept-Language": this.language,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...this.headers(),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: "no-store",
        credentials: this.credentials,
        redirect: "error",
        signal: stop.signal,
      });
      return await read(answer);
    } catch {
      return { kind: "offline" };
    } finally {
      clearTimeout(limit);
    }
  }
}

async function read(answer) {
  const secondsLeft = answer.headers.get("Spadille-Seconds-Left");
  if (answer.status === 304) return { kind: "same", secondsLeft };
  if (!/^application\/([\w.-]+\+)?json\b/.test(answer.headers.get("Content-Type") ?? "")) return { kind: "trouble" };
  const text = await answer.text();
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    return { kind: "trouble" };
  }
  return { kind: kindOf(answer, content), content, etag: answer.headers.get("ETag"), secondsLeft };
}

function kindOf(answer, content) {
  if (typeof content !== "object" || content === null) return "trouble";
  if (answer.ok) return "ok";
  if (answer.status >= 500) return "trouble";
  if (content.kept) return "kept";
  if (content.stored) return "taken";
  if (content.code === "code_renewed") return "renewed";
  if (answer.status === 401 || (answer.status === 403 && NOT_LET_IN.includes(content.code))) return "shut";
  if (answer.status === 404) return "gone";
  if (answer.status === 429) return "slow";
  return "refused";
}
