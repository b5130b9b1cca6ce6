/* What became of what was saved, in one line that is always true: "saved" stands there only after the server said so. */

import { fill } from "./words.js";

/** How it stands: `state` (ok, sending, waiting, offline, trouble, shut, conflict) and the sentence. */
export function standing(data, outbox, server) {
  const { words } = data;
  const items = outbox.items();
  const waiting = items.filter(({ state }) => state === "waiting").length;
  const undecided = items.filter(({ state }) => state === "conflict").map(({ number }) => number);
  const count = waiting === 1 ? words.dealOne : fill(words.dealMany, { count: waiting });
  const { reach } = server;
  if (reach === "shut" || reach === "renewed") return { state: "shut", text: waiting ? `${words.shut} ${fill(words.keptToo, { count })}` : words.shut };
  if (outbox.isSending && outbox.failures === 0) return { state: "sending", text: words.sending };
  if (reach === "offline") return { state: "offline", text: waiting ? fill(words.keptHere, { count }) : words.noConnection };
  if (reach !== "ok") return { state: "trouble", text: waiting ? fill(words.serverTrouble, { count }) : words.noAnswer };
  if (waiting) return { state: "waiting", text: waiting === 1 ? words.toSendOne : fill(words.toSend, { count: waiting }) };
  if (undecided.length) return { state: "conflict", text: fill(undecided.length === 1 ? words.toDecideOne : words.toDecide, { numbers: undecided.join(", ") }) };
  return { state: "ok", text: words.allSaved };
}

/** Show it in an element, without touching it while it stays the same: it is read aloud when it changes. */
export function say(element, { state, text }) {
  if (element.dataset.state !== state) element.dataset.state = state;
  if (element.textContent !== text) element.textContent = text;
}
