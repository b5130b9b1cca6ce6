/* A deal as it is typed and as it is stored: in words, and whether the two say the same. */

import { points } from "./words.js";

/** A line in words: "Anna: Spil in hearts, won". What is not chosen yet is left out. */
export function describe(data, deal) {
  const { words } = data;
  if (deal.not_played_reason) return `${words.notPlayed}: ${deal.not_played_reason}`;
  if (deal.outcome === "pas") return words.allPass;
  const name = data.seats[deal.declarer]?.name ?? "";
  const { name: contract = deal.contract, hasOneSuit } = data.contracts[deal.contract] ?? {};
  const suit = deal.trump && !hasOneSuit ? ` ${words.in} ${data.suits[deal.trump]}` : "";
  const parts = [];
  if (contract) parts.push(contract + suit);
  if (deal.thrown_in) parts.push(words.thrownIn);
  else if (deal.outcome) parts.push(data.outcomes[deal.outcome]);
  if (deal.tricks) parts.push(deal.tricks.join("-"));
  if (deal.tout) parts.push(deal.tout === "made" ? words.toutMade : words.toutFailed);
  return [name, parts.join(", ")].filter(Boolean).join(": ");
}

/** The same with the points at the end: ", +1". */
export function describeWithPoints(data, deal) {
  const value = pointsOf(data, deal);
  return value === null ? describe(data, deal) : `${describe(data, deal)}, ${points(value)}`;
}

/** What a deal is worth: the stored one says it, a typed one is looked up. Null: not known, or not played. */
export function pointsOf(data, deal) {
  if ("points" in deal) return deal.points;
  return worth(data, deal)?.points ?? null;
}

/**
 * Outcome and points of a typed line as the engine worked them out beforehand, or `problem`, why it cannot be.
 * Null where the table has nothing to say of it. No rule stands here.
 */
export function worth(data, typed) {
  if (typed.not_played_reason) return { outcome: "", points: null };
  if (typed.outcome === "pas") return { outcome: "pas", points: 0 };
  const table = data.points[typed.contract];
  if (!table) return null;
  const { points: values, outcomes } = table;
  const withTout = (text) => (typed.tout ? `${text} ${typed.tout}` : text);
  let { outcome } = typed;
  if (typed.tricks) {
    const tricks = typed.tricks.join("-");
    outcome = outcomes[withTout(tricks)];
    if (!outcome) return { problem: outcomes[tricks] ? "noSuchTout" : "notNine" };
  }
  const key = typed.thrown_in ? withTout("thrown") : withTout(outcome);
  if (!(key in values)) return { problem: typed.tout ? "noSuchTout" : "notPossible" };
  return { outcome, points: values[key] };
}

/** Whether a stored deal says what was typed. */
export function sameLine(deal, typed) {
  const same = (name) => (deal[name] ?? "") === (typed[name] ?? "");
  const list = (value) => JSON.stringify(value ?? []);
  return (
    !deal.voided &&
    ["declarer", "contract", "trump", "tout", "not_played_reason"].every(same) &&
    Boolean(deal.thrown_in) === Boolean(typed.thrown_in) &&
    (typed.outcome ? deal.outcome === typed.outcome : true) &&
    list(deal.tricks) === list(typed.tricks) &&
    list(deal.calls) === list(typed.calls) &&
    (deal.dealer_overridden ? deal.dealer : "") === (typed.dealer ?? "")
  );
}

/** Who has which role when this seat deals, at those who sit there in that deal. */
export function rolesOf(data, line, dealer = line.dealer) {
  const present = Object.keys(data.seats)
    .filter((seat) => !line.absent.includes(seat))
    .sort()
    .join("");
  return data.tables[present]?.[dealer] ?? line;
}

/** "Anna deals". */
export function dealerInWords(data, { baghand }) {
  return `${data.seats[baghand]?.name ?? ""} ${data.words.deals}`;
}

/** "Anna deals · Bo sits out". */
export function rolesInWords(data, around) {
  const out = data.seats[around.sitter_out]?.name;
  return dealerInWords(data, around) + (out ? ` · ${out} ${data.words.sitsOut}` : "");
}
