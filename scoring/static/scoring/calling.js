/* Calling the director to the table, and taking the call back. */

import { clock } from "./ending.js";
import { fill } from "./words.js";

export class Calling {
  constructor({ data, server, watch, part, number }) {
    Object.assign(this, { data, server, watch, part, number });
    this.isBusy = false;
    part("[data-call-director]").addEventListener("click", () => this.tell(true));
    part("[data-take-back]").addEventListener("click", () => this.tell(false));
    watch.addEventListener("state", ({ detail }) => this.show(detail));
    this.show(data.state);
  }

  show({ call, round_state: round }) {
    this.part("[data-call-director]").hidden = Boolean(call) || round === "closed";
    this.part("[data-called]").hidden = !call;
    if (!call) return;
    const time = clock(call.at, this.data.language, this.data.timeZone);
    this.part("[data-called-text]").textContent = fill(this.data.words.called, { time });
  }

  async tell(waiting) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem("");
    const answer = await this.server.ask(this.data.urls.call, { method: "POST", body: { number: this.number(), waiting } });
    this.isBusy = false;
    if (answer.kind === "ok") this.watch.told(answer);
    else this.problem(answer.content?.title ?? this.data.words.tryAgain);
  }

  problem(text) {
    const place = this.part("[data-call-problem]");
    place.hidden = !text;
    place.textContent = text;
  }
}
