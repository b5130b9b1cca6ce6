/* The clock of the round and the message to everybody, on the phone at the table. Both come with the state of the sheet;
   the seconds that are left come with every answer, also when nothing is new. */

import { hearSeconds, setClock } from "./clock.js";

export class Told {
  constructor({ data, watch, part }) {
    this.clock = part("[data-clock]");
    this.banner = part("[data-banner]");
    this.show(data.state);
    watch.addEventListener("state", ({ detail }) => this.show(detail));
    watch.addEventListener("heard", ({ detail }) => hearSeconds(this.clock, detail?.secondsLeft));
  }

  show({ clock, banner }) {
    setClock(this.clock, clock);
    const text = this.banner.querySelector("[data-banner-text]");
    // It is read aloud when it changes, so the same is left alone.
    if (text.textContent !== banner) text.textContent = banner;
    this.banner.hidden = !banner;
  }
}
