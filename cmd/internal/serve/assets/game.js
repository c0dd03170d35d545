// A recorded game, position by position, as everybody knew it. The server has replayed it: each ply comes with the three
// views, and nothing here is worked out anew.

import { getJSON } from "./backend-http.js";
import { Board } from "./board.js";
import { chart } from "./chart.js";
import { el, show } from "./dom.js";
import { hiddenTruth, parseFEN } from "./fen.js";
import { percent, scoreText, signedPercent } from "./seam.js";
import { copy, failure, legend, miniature, moveText, pool } from "./shell.js";
import { onChange, pieceName, t } from "./words.js";

const VIEWS = ["public", "red", "black"];

export async function mountGame(root) {
  const query = new URLSearchParams(location.search);
  const place = `api/games/${Number(query.get("source"))}/${Number(query.get("game"))}`;
  try {
    new GamePage(root, await getJSON(place), place, query);
  } catch (error) { show(root, failure(error)); }
}

class GamePage {
  constructor(root, game, place, query) {
    Object.assign(this, { game, place, query, deal: "" });
    this.ply = Math.max(0, Math.min(game.moves.length, Number(query.get("ply")) || 0));
    this.view = VIEWS.includes(query.get("view")) ? query.get("view") : "public";
    this.board = new Board();
    const names = ["title", "tabs", "above", "below", "steps", "fen", "ply", "chart", "pools", "moves", "legend"];
    const p = (this.parts = Object.fromEntries(names.map((name) => [name, el("div", { class: "part-" + name })])));
    this.slider = el("input", { type: "range", min: 0, max: game.moves.length, id: "slider", oninput: () => this.jump(Number(this.slider.value)) });
    show(root, p.title, el("div", { class: "columns" },
      el("section", { class: "table" }, p.tabs, p.above, this.board.node, p.below, p.steps, this.slider, p.fen),
      el("section", { class: "panel" }, p.ply, p.chart, p.pools, p.moves, p.legend)));
    document.addEventListener("keydown", (event) => this.key(event));
    onChange(() => this.draw());
    addEventListener("resize", () => this.drawChart());
    this.draw();
  }

  key(event) {
    if (event.target.matches("input:not([type=range]), select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.game.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.jump(to);
  }

  jump(ply) {
    this.ply = Math.max(0, Math.min(this.game.moves.length, ply));
    this.draw();
    const move = this.last();
    if (move) this.board.say(move.told[this.view]);
  }

  at(ply) { return ply ? this.game.moves[ply - 1].after : this.game.start; }
  last() { return this.game.moves[this.ply - 1]; }

  draw() {
    const { game, parts, ply, view } = this, fen = this.at(ply)[view], position = parseFEN(fen), last = this.last();
    this.query.set("ply", ply);
    this.query.set("view", view);
    history.replaceState(null, "", "?" + this.query);
    this.slider.value = ply;
    this.slider.setAttribute("aria-label", t("game.ply", { n: ply, all: game.moves.length }));
    this.board.set({ position, seat: view === "black" ? "black" : "red", last: last ? last.move : "", check: !!last?.check, truth: this.deal ? hiddenTruth(position, this.deal) : {} });
    const seat = view === "black" ? "black" : "red";
    show(parts.above, this.bar(seat === "red" ? "black" : "red", position));
    show(parts.below, this.bar(seat, position));
    show(parts.title, el("h1", {}, game.title), el("p", { class: "quiet" }, `${t("games." + game.result)}: ${t("reason." + game.reason, { limit: game.limit })}.`));
    this.drawTabs();
    this.drawSteps();
    const button = el("button", { type: "button", onclick: () => copy(fen, button) }, t("game.copy"));
    show(parts.fen, el("code", { id: "fen" }, fen), el("div", { class: "row" }, button, el("a", { class: "button", href: "position?fen=" + encodeURIComponent(fen) }, t("game.to.position"))));
    this.drawPly();
    this.drawChart();
    show(parts.pools, el("h2", {}, t("game.pools")), el("table", { class: "pools" },
      ["red", "black"].map((observer) => { const known = parseFEN(this.at(ply)[observer]); return el("tr", {}, el("th", { scope: "row" }, t("game.unseen", { side: t(observer) })), el("td", {}, pool(known, "red")), el("td", {}, pool(known, "black"))); })));
    this.drawMoves();
    show(parts.legend, legend());
  }

  bar(side, position) {
    return el("div", { class: "bar" + (position.side === side && this.ply < this.game.moves.length ? " to-move" : "") }, el("span", { class: "who" }, miniature(side === "red" ? "K" : "k"), " ", this.game[side]));
  }

  drawTabs() {
    const tab = (name) => el("button", { type: "button", "data-view": name, "aria-pressed": String(this.view === name), onclick: () => { this.view = name; this.draw(); } }, t("game." + name));
    const deal = el("label", { class: "check-box" }, el("input", { type: "checkbox", id: "deal", checked: !!this.deal, onchange: async (event) => {
      try { this.deal = event.target.checked ? (await getJSON(this.place + "/deal")).deal : ""; } catch (error) { show(this.parts.ply, failure(error)); }
      this.draw();
    } }), t("game.truth"));
    show(this.parts.tabs, el("div", { class: "row", role: "group" }, VIEWS.map(tab), deal));
  }

  drawSteps() {
    const all = this.game.moves.length, button = (key, sign, to, enabled) => el("button", { type: "button", "data-step": key, "aria-label": t("game." + key), title: t("game." + key), disabled: !enabled, onclick: () => this.jump(to) }, sign);
    show(this.parts.steps, el("div", { class: "row steps" }, button("first", "|◀", 0, this.ply > 0), button("prev", "◀", this.ply - 1, this.ply > 0),
      el("span", { class: "count" }, `${this.ply} / ${all}`), button("next", "▶", this.ply + 1, this.ply < all), button("last", "▶|", all, this.ply < all)));
  }

  // drawPly says what the last move was, who was told what, and what a reveal's odds and luck were.
  drawPly() {
    const last = this.last(), { parts, game } = this;
    if (!last) { show(parts.ply, el("p", { class: "hint" }, t("game.keys"))); return; }
    const before = parseFEN(this.at(this.ply - 1).public), side = before.side, lines = [el("h2", {}, `${this.ply}. `, moveText(before, last.move))];
    if (last.score) lines.push(el("p", {}, `${t("game.score")} ${scoreText(last.score)}, ${t(side)} ${percent(side === "red" ? last.expected : 1 - last.expected)}`));
    if (last.random) lines.push(el("p", { class: "hint" }, t("game.random")));
    if (last.reveal) {
      const odds = `${last.reveal.copies}/${last.reveal.of} = ${percent(last.reveal.copies / last.reveal.of)}`;
      lines.push(el("p", {}, miniature(last.reveal.piece), " ", t("game.reveal", { piece: pieceName(last.reveal.piece), odds }),
        last.reveal.luck === null ? "" : "; " + t("game.luck", { side: t(side), luck: signedPercent(last.reveal.luck) })));
    }
    lines.push(el("table", { class: "told" }, el("caption", {}, t("game.told")), VIEWS.map((view) => el("tr", {}, el("th", { scope: "row" }, t("game." + view)), el("td", {}, el("code", {}, last.told[view]))))));
    if (this.ply === game.moves.length) lines.push(el("p", { class: "verdict" }, `${t("games." + game.result)}: ${t("reason." + game.reason, { limit: game.limit })}.`));
    show(parts.ply, lines);
  }

  drawChart() {
    const { moves } = this.game;
    if (!moves.some((move) => move.expected !== null)) { show(this.parts.chart); return; }
    show(this.parts.chart, el("h2", {}, t("game.expected")), chart(moves, this.ply, Math.max(300, this.parts.chart.clientWidth), (ply) => this.jump(ply)),
      el("p", { class: "key" }, el("span", { class: "swatch red" }), " ", t("Red"), el("span", { class: "swatch black" }), " ", t("Black"), el("span", { class: "swatch luck" }), " ", t("game.chart.luck")));
  }

  drawMoves() {
    const items = this.game.moves.map((move, i) => el("li", {}, el("button", { type: "button", class: "ply", "aria-current": i + 1 === this.ply ? "step" : null, onclick: () => this.jump(i + 1) }, moveText(this.before(i), move.told[this.view]))));
    const list = el("ol", { class: "moves" }, items);
    show(this.parts.moves, el("h2", {}, t("game.moves")), list);
    const now = list.querySelector("[aria-current]");
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  // before returns the position of a ply as the chosen view knows it; positions are read once.
  before(i) {
    this.read ??= {};
    const key = this.view + i;
    return (this.read[key] ??= parseFEN(this.at(i)[this.view]));
  }
}
