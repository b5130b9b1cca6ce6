/* Keeps a part of a page fresh without moving what the reader looks at.

   <div data-poll="/t/x/standings/rows/" data-poll-etag='"abc"' [data-poll-ended] [data-poll-now]> ... </div>

   The address answers 304 (nothing happens) or 200 with the new inside of the element. Parts marked with data-key are
   compared one by one, at any depth, and only those that changed are replaced, so scroll and focus stay. The answer
   may begin with an element [data-poll-ended]: from then on it is asked only on focus and once a minute.
   With [data-poll-now] it is asked as soon as the page is there. [data-poll-offline] elsewhere on the page is shown (hidden removed) after two failures in a row.
   The address may be changed; the event "poll:ask" sent to the element asks at once.
   Fires "poll:changed" on the element after each replacement, and "poll:heard" with the headers after each answer.
*/

const SHOWN = 5000;
const HIDDEN = 30000;
const ENDED = 60000;
const SLOWEST = 60000;
const MARKED = 2500;
// Whoever is at the top stays there, whatever comes: there the newest is what one looks at.
const TOP = 8;

document.querySelectorAll("[data-poll]").forEach(keepFresh);

function keepFresh(element) {
  let etag = element.dataset.pollEtag || null;
  let failures = 0;
  let timer = 0;
  let asking = false;
  let again = false;

  function ended() {
    return element.matches("[data-poll-ended]") || element.querySelector("[data-poll-ended]") !== null;
  }

  function plan() {
    clearTimeout(timer);
    const base = ended() ? ENDED : document.hidden ? HIDDEN : SHOWN;
    const pause = Math.min(base * 2 ** Math.min(failures, 4), Math.max(base, SLOWEST));
    timer = setTimeout(ask, pause * (0.9 + Math.random() * 0.2)); // a hall of phones must not ask in step
  }

  async function ask() {
    if (asking) return;
    asking = true;
    clearTimeout(timer);
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(), 10000);
    try {
      const headers = { "X-Requested-With": "poll" };
      if (etag) headers["If-None-Match"] = etag;
      const answer = await fetch(element.dataset.poll, { headers, cache: "no-store", signal: stop.signal });
      if (answer.status === 200) {
        const text = await answer.text();
        etag = answer.headers.get("ETag");
        replace(element, text);
      } else if (answer.status !== 304) {
        throw new Error(String(answer.status));
      }
      failures = 0;
      element.dispatchEvent(new CustomEvent("poll:heard", { bubbles: true, detail: answer.headers }));
    } catch {
      failures += 1;
    } finally {
      clearTimeout(limit);
      asking = false;
    }
    document.querySelectorAll("[data-poll-offline]").forEach((notice) => {
      notice.hidden = failures < 2;
    });
    if (again) {
      again = false;
      ask();
    } else plan();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? plan() : ask()));
  addEventListener("focus", () => ended() && ask());
  addEventListener("online", ask);
  element.addEventListener("poll:ask", () => {
    if (asking) again = true;
    else ask();
  });
  if (element.hasAttribute("data-poll-now")) ask();
  else plan();
}

function replace(element, html) {
  // A template element, so that rows of a table may stand alone in the answer.
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  keepOpen(element, fresh.content);
  element.dispatchEvent(new CustomEvent("poll:fresh", { bubbles: true, detail: fresh.content }));
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = [...element.querySelectorAll(".table-scroll")].map((box) => [box.scrollLeft, box.scrollTop]);
  const mark = focused && (focused.id ? `#${CSS.escape(focused.id)}` : pathTo(focused));
  const place = whereOneReads(element);
  if (!merge(element, fresh.content)) return;
  if (focused?.isConnected) focused.focus({ preventScroll: true });
  else if (mark) element.querySelector(mark)?.focus({ preventScroll: true });
  element.querySelectorAll(".table-scroll").forEach((box, index) => {
    if (scrolled[index]) [box.scrollLeft, box.scrollTop] = scrolled[index];
  });
  readOn(element, place);
  element.dispatchEvent(new CustomEvent("poll:changed", { bubbles: true }));
}

/** What somebody has unfolded stays open. */
function keepOpen(element, fresh) {
  element.querySelectorAll("details[open][id]").forEach((details) => {
    fresh.getElementById(details.id)?.setAttribute("open", "");
  });
}

/** Make `old` hold what `fresh` holds, keeping every node that is the same. True if anything changed. */
function merge(old, fresh) {
  const keyed = new Map();
  const plain = [];
  for (const node of old.childNodes) {
    if (node.dataset?.key) keyed.set(node.dataset.key, node);
    else plain.push(node);
  }
  let changed = false;
  const wanted = [...fresh.childNodes].map((next) => {
    const key = next.dataset?.key;
    const match = key ? keyed.get(key) : plain.shift();
    if (match?.isEqualNode(next)) return match;
    changed = true;
    if (match && mergeable(match, next)) {
      merge(match, next);
      copyAttributes(match, next);
      return match;
    }
    if (key && match && (!("mark" in next.dataset) || next.dataset.mark !== match.dataset.mark)) {
      next.setAttribute("data-changed", "");
      setTimeout(() => next.removeAttribute("data-changed"), MARKED);
    }
    return next;
  });
  const kept = new Set(wanted);
  for (const node of [...old.childNodes]) {
    if (!kept.has(node)) {
      node.remove();
      changed = true;
    }
  }
  let place = old.firstChild;
  for (const node of wanted) {
    if (node === place) place = place.nextSibling;
    else {
      old.insertBefore(node, place);
      changed = true;
    }
  }
  return changed;
}

/** Containers of keyed parts are entered; anything else that differs is replaced whole. */
function mergeable(old, next) {
  return old.nodeType === 1 && next.nodeType === 1 && old.tagName === next.tagName && next.querySelector("[data-key]");
}

function copyAttributes(old, next) {
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
}

function pathTo(node) {
  const row = node.closest("[data-key]");
  if (!row) return null;
  const tag = node.tagName.toLowerCase();
  const inside = node === row ? "" : ` ${tag}${node.getAttribute("href") ? `[href="${CSS.escape(node.getAttribute("href"))}"]` : ""}`;
  return `[data-key="${CSS.escape(row.dataset.key)}"]${inside}`;
}

/** Where the parts that can be seen stand now. Safari keeps no place by itself, and no browser knows whom one follows. */
export function whereOneReads(element) {
  const boxes = [...element.querySelectorAll(".table-scroll")].filter(scrolls);
  const places = new Map();
  if (scrollY <= TOP && boxes.every((box) => box.scrollTop <= TOP)) return places;
  for (const part of parts(element)) {
    const { top, bottom } = part.getBoundingClientRect();
    const box = boxOf(part)?.getBoundingClientRect();
    const from = Math.max(0, box?.top ?? 0);
    const to = Math.min(innerHeight, box?.bottom ?? innerHeight);
    if (bottom > from && top < to) places.set(part.dataset.key, top);
  }
  return places;
}

/** Scroll by as much as what one reads was moved. */
export function readOn(element, places) {
  if (!places.size) return;
  const followed = [document.activeElement?.closest?.("[data-key]"), element.querySelector("[data-followed]")].find(
    (part) => part && places.has(part.dataset.key),
  );
  const there = new Map([...parts(element)].map((part) => [part.dataset.key, part]));
  const moved = (followed ? [followed] : [...there.values()].filter((part) => places.has(part.dataset.key)))
    .map((part) => ({ part, by: part.getBoundingClientRect().top - places.get(part.dataset.key) }))
    .sort((one, other) => one.by - other.by);
  // A line may jump over the page: most of them say how far the text has moved.
  const middle = moved[Math.floor(moved.length / 2)];
  if (!middle || Math.abs(middle.by) < 1) return;
  const box = boxOf(middle.part);
  if (box && box.scrollTop > TOP) box.scrollTop += middle.by;
  else if (scrollY > TOP) scrollBy({ top: middle.by, behavior: "instant" });
}

/** The smallest parts: a table is not what one reads, but its lines are. */
function parts(element) {
  return [...element.querySelectorAll("[data-key]")].filter((part) => !part.querySelector("[data-key]"));
}

function boxOf(part) {
  const box = part.closest(".table-scroll");
  return box && scrolls(box) ? box : null;
}

function scrolls(box) {
  return box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== "visible";
}
