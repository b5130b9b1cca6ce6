/* Looks again and again at what the server has of the sheet, so that two devices at one table see each other's deals.

   Fires `state` with the new state of the sheet as detail, and `heard` with the answer whenever there is one. */

// A message to everybody is there within as many milliseconds.
const SHOWN = 5000;
const HIDDEN = 60000;
const SLOWEST = 20000;
const FIRST_PAUSE = 2000;

export class Watch extends EventTarget {
  constructor(server, url, etag = null) {
    super();
    this.server = server;
    this.url = url;
    this.etag = etag;
    this.failures = 0;
    this.isAsking = false;
    this.isAskedAgain = false;
    this.isOutdated = false;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.plan() : this.ask()));
    for (const sign of ["online", "offline", "focus", "pageshow"]) addEventListener(sign, () => this.ask());
    this.plan();
  }

  plan() {
    clearTimeout(this.timer);
    // Every try with a code that opens nothing counts as a guess: then only when somebody looks at the page.
    if (this.server.reach === "shut" || this.server.reach === "renewed") return;
    const often = document.hidden ? HIDDEN : SHOWN;
    const pause = this.failures ? Math.min(FIRST_PAUSE * 2 ** (this.failures - 1), SLOWEST) : often;
    // A hall of phones must not ask in step.
    this.timer = setTimeout(() => this.ask(), pause * (0.9 + Math.random() * 0.2));
  }

  async ask() {
    if (this.isAsking) {
      this.isAskedAgain = true;
      return;
    }
    this.isAsking = true;
    clearTimeout(this.timer);
    const answer = await this.server.ask(this.url, { headers: this.etag ? { "If-None-Match": this.etag } : {} });
    this.isAsking = false;
    const again = this.isAskedAgain;
    const isOutdated = this.isOutdated;
    this.isAskedAgain = this.isOutdated = false;
    if (!isOutdated) this.take(answer);
    if (again && !this.failures) this.ask();
    else this.plan();
  }

  /** Something was saved: an answer that was asked for before does not know of it yet. */
  refresh() {
    this.isOutdated = this.isAsking;
    this.ask();
  }

  /** Another request has told the state, as signing and calling do: what is on its way was asked for before. */
  told(answer) {
    this.isOutdated = this.isAsking;
    this.take(answer);
  }

  take(answer) {
    const isState = answer.kind === "ok" && Array.isArray(answer.content.lines);
    this.failures = isState || answer.kind === "same" ? 0 : this.failures + 1;
    if (isState) {
      this.etag = answer.etag;
      this.dispatchEvent(new CustomEvent("state", { detail: answer.content }));
    }
    if (!this.failures) this.dispatchEvent(new CustomEvent("heard", { detail: answer }));
  }
}
