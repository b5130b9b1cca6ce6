/* What the other tables made with the same cards, once all of them have played. */

import { describe } from "./deal.js";
import { fill, points } from "./words.js";

export class Others {
  constructor({ data, server, part }) {
    Object.assign(this, { data, server });
    this.panel = part("[data-others]");
    this.title = part("[data-others-title]");
    this.text = part("[data-others-text]");
    this.list = part("[data-others-list]");
    this.more = part("[data-others-more]");
    part("[data-others-close]").addEventListener("click", () => (this.panel.hidden = true));
  }

  async open({ number, board }) {
    const { words, urls } = this.data;
    this.show(fill(words.board, { board }), words.asking, []);
    this.panel.focus({ preventScroll: true });
    this.panel.scrollIntoView({ block: "nearest" });
    const answer = await this.server.ask(urls.board.replace("/0/", `/${number}/`));
    if (answer.kind !== "ok") return this.show(fill(words.board, { board }), answer.content?.title ?? words.tryAgain, []);
    const { released, frozen, tables_to_come: toCome, results } = answer.content;
    if (released) return this.show(fill(words.boardOwn, { board }), "", results, urls.boardPage.replace("/boards/0/", `/boards/${board}/`));
    if (frozen) return this.show(fill(words.board, { board }), fill(words.boardFrozen, { board }), []);
    const still = toCome === 1 ? words.boardToComeOne : fill(words.boardToCome, { count: toCome });
    this.show(fill(words.board, { board }), `${fill(words.boardSecret, { board })} ${still}`, []);
  }

  show(title, text, results, page = "") {
    this.panel.hidden = false;
    this.title.textContent = title;
    this.text.textContent = text;
    this.text.hidden = !text;
    this.more.hidden = !page;
    this.more.firstElementChild.href = page;
    this.list.replaceChildren(...results.map((result) => this.row(result)));
  }

  row(result) {
    const { words, roles } = this.data;
    const row = document.createElement("li");
    const said = result.not_played ? words.notPlayed : describe(this.data, { ...result, declarer: "", not_played_reason: "" });
    const where = fill(words.table, { table: result.table }) + (result.own ? ` (${words.here})` : "");
    const text = Object.assign(document.createElement("span"), { textContent: `${where}: ${said}` });
    if (result.hand) text.append(Object.assign(document.createElement("small"), { className: "sub", textContent: roles[result.hand] }));
    const value = document.createElement("span");
    value.className = `points ${result.points > 0 ? "is-plus" : result.points < 0 ? "is-minus" : ""}`.trim();
    value.textContent = result.points === null ? "–" : points(result.points);
    row.append(text, value);
    row.classList.toggle("is-me", result.own);
    return row;
  }
}
