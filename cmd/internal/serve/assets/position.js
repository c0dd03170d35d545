// The position page: what an evaluation says piece by piece, a search while it goes on, and for reveals the price of each
// identity. It is given a backend as seam.js describes it.

import { Board } from "./board.js";
import { el, show } from "./dom.js";
import { START, formatFEN, parseFEN, play, pointOf } from "./fen.js";
import { percent, scoreText } from "./seam.js";
import { copy, failure, legend, miniature, moveText, pool } from "./shell.js";
import { kindName, onChange, t } from "./words.js";

export async function mountPosition(root, backend) {
  const page = new PositionPage(root, backend);
  await page.start();
  return page;
}

class PositionPage {
  constructor(root, backend) {
    this.backend = backend;
    this.evaluation = 0;
    this.lines = 3;
    this.seconds = 5;
    this.history = []; // FENs gone on from
    this.found = [];   // the newest line of each rank
    this.price = null;
    this.board = new Board({ onMove: (move) => this.go(move) });
    this.parts = Object.fromEntries(["above", "below", "fen", "error", "value", "search", "reveal", "terms", "legend"].map((name) => [name, el("div", { class: "part-" + name })]));
    const p = this.parts;
    show(root, p.fen, p.error, el("div", { class: "columns" },
      el("section", { class: "table", "aria-label": t("nav.position") }, p.above, this.board.node, p.below),
      el("section", { class: "panel" }, p.value, p.reveal, p.search, p.terms, p.legend)));
    onChange(() => this.draw());
  }

  async start() {
    try { this.about = await this.backend.about(); } catch (error) { this.fail(error); return; }
    await this.look(new URLSearchParams(location.search).get("fen") || START);
  }

  fail(error) { show(this.parts.error, failure(error)); }

  // look evaluates a position and shows it.
  async look(fen) {
    this.backend.stop();
    this.searching = false;
    show(this.parts.error);
    try { this.said = await this.backend.evaluate({ fen, evaluation: this.evaluation }); } catch (error) { this.fail(error); return; }
    this.position = parseFEN(this.said.fen);
    this.found = [];
    this.price = null;
    window.history.replaceState(null, "", "?fen=" + encodeURIComponent(this.said.fen));
    this.draw();
  }

  // go plays a move on the board: what it turns up is chosen from its prices.
  async go(move) {
    if (this.position.pieces[pointOf(move)].toUpperCase() !== "X") { this.step(move); return; }
    this.backend.stop();
    try {
      this.price = await this.backend.price({ fen: this.said.fen, evaluation: this.evaluation, move });
      this.draw();
      this.parts.reveal.scrollIntoView({ block: "nearest" });
    } catch (error) { this.fail(error); }
  }

  step(move) {
    this.history.push(this.said.fen);
    this.look(formatFEN(play(this.position, move)));
  }

  async search() {
    this.found = [];
    this.price = null;
    this.searching = true;
    this.draw();
    const mine = (this.run = {});
    try {
      await this.backend.search({ fen: this.said.fen, evaluation: this.evaluation, lines: this.lines, seconds: this.seconds }, (line) => {
        if (this.run !== mine) return;
        this.found[line.multipv - 1] = line;
        this.drawSearch();
      });
    } catch (error) { this.fail(error); }
    if (this.run === mine) { this.searching = false; this.drawSearch(); }
  }

  draw() {
    if (!this.said) return;
    const { said, parts } = this, marks = {};
    for (const worth of said.worth) marks[pointOf(worth.point)] = worth.cp > 0 ? worth.cp : String(worth.cp).replace("-", "−");
    this.board.set({ position: this.position, legal: said.legal, check: said.check, marks, last: "", seat: "red" });
    this.drawFEN();
    for (const [part, side] of [["above", "black"], ["below", "red"]]) {
      show(parts[part], el("div", { class: "bar" + (this.position.side === side ? " to-move" : "") }, el("span", { class: "who" }, miniature(side === "red" ? "K" : "k"), " ", t(side === "red" ? "Red" : "Black")),
        el("span", { class: "facts" }, el("span", {}, el("small", {}, t("play.unseen")), " ", pool(this.position, side)))));
    }
    show(parts.value, el("h2", {}, t("pos.value", { side: t(this.position.side) })),
      el("p", { class: "big" }, scoreText(said.score), " ", el("span", { class: "quiet" }, percent(said.expected))), gauge(said.expected), el("p", { class: "hint" }, t("pos.pieces")));
    const total = said.terms.reduce((sum, term) => sum + term.cp, 0);
    show(parts.terms, said.terms.length ? el("details", { open: true }, el("summary", {}, t("pos.terms")), el("table", { class: "terms" },
      said.terms.map((term) => el("tr", {}, el("td", {}, t("term." + term.name)), el("td", { class: "number" }, signed(term.cp)), el("td", {}, swing(term.cp, Math.max(...said.terms.map((x) => Math.abs(x.cp)), 1))))),
      el("tr", { class: "sum" }, el("td", {}, t("pos.total")), el("td", { class: "number" }, signed(total))))) : null);
    show(parts.legend, legend());
    this.drawSearch();
  }

  drawFEN() {
    const input = el("input", { name: "fen", value: this.said.fen, "aria-label": t("pos.fen"), spellcheck: "false", autocomplete: "off", maxlength: 256 });
    const copied = el("button", { type: "button", onclick: () => copy(this.said.fen, copied) }, t("pos.copy"));
    const chosen = el("select", { "aria-label": t("pos.by"), onchange: () => { this.evaluation = Number(chosen.value); this.look(this.said.fen); } },
      this.about.evaluations.map((name, i) => el("option", { value: i, selected: i === this.evaluation }, name)));
    show(this.parts.fen, el("form", { class: "fen", onsubmit: (event) => { event.preventDefault(); this.history = []; this.look(input.value); } },
      input, el("button", { type: "submit", class: "primary" }, t("pos.show")), copied,
      el("button", { type: "button", onclick: () => { this.history = []; this.look(START); } }, t("pos.start")),
      el("button", { type: "button", disabled: !this.history.length, onclick: () => this.look(this.history.pop()) }, t("pos.back")), chosen));
  }

  drawSearch() {
    const { parts } = this, best = this.found.find((line) => line), seconds = choice("pos.seconds", [1, 5, 20, 60], this.seconds, (n) => { this.seconds = n; });
    const wanted = choice("pos.lines", [1, 3, 5, 10], this.lines, (n) => { this.lines = n; });
    const button = this.searching ? el("button", { type: "button", id: "stop", onclick: () => this.backend.stop() }, t("pos.stop"))
      : el("button", { type: "button", id: "search", class: "primary", disabled: !this.said.legal.length, onclick: () => this.search() }, t("pos.search"));
    const rows = this.found.filter((line) => line).map((line) => el("tr", { class: line === this.shownLine() ? "chosen" : null },
      el("td", { class: "number" }, (line.bound === "lower" ? "≥" : line.bound === "upper" ? "≤" : "") + scoreText(line.score)), el("td", { class: "number quiet" }, percent(line.expected)),
      el("td", {}, el("button", { type: "button", class: "ply", onclick: () => { this.chosen = line.pv[0]; this.price = null; this.drawSearch(); } }, moveText(this.position, line.pv[0])), " ", el("span", { class: "quiet" }, line.pv.slice(1).join(" ")))));
    show(parts.search, el("h2", {}, t("pos.search")), el("div", { class: "row" }, button, wanted, seconds),
      best ? el("p", { class: "quiet" }, t("pos.depth", { depth: best.depth, nodes: best.nodes.toLocaleString() })) : el("p", { class: "hint" }, t("pos.pick")),
      el("div", { class: "scroll" }, el("table", { class: "lines" }, rows)));
    const reveal = this.price || this.shownLine();
    const move = this.price ? this.price.move : reveal?.pv[0];
    show(parts.reveal, reveal?.outcomes ? this.reveal(move, reveal) : null);
    this.board.set({ arrows: move ? [move] : [] });
  }

  shownLine() { return this.found.find((line) => line && line.pv[0] === this.chosen) || this.found.find((line) => line); }

  // reveal draws the price of each identity: how likely as a bar, what it is worth as a number.
  reveal(move, { outcomes, score, expected }) {
    const most = Math.max(...outcomes.map((o) => o.copies));
    const rows = outcomes.map((o) => el("tr", {},
      el("td", {}, el("button", { type: "button", class: "ply", title: t("pos.turns.up"), onclick: () => this.step(move + o.piece) }, miniature(o.piece), " ", kindName(o.piece))),
      el("td", { class: "bars" }, bar(o.copies / most, o.expected)),
      el("td", { class: "number quiet" }, `${o.copies}/${o.of}`),
      el("td", { class: "number" }, scoreText(o.score)), el("td", { class: "number quiet" }, percent(o.expected))));
    return el("section", { class: "reveal" }, el("h2", {}, t("pos.reveal", { move: move.slice(0, 2) + "–" + move.slice(2) })),
      el("table", {}, el("tr", {}, [t("pos.identity"), "", t("pos.chance"), t("pos.worth"), ""].map((head) => el("th", {}, head))), rows,
        el("tr", { class: "sum" }, el("td", {}, "⌀"), el("td"), el("td"), el("td", { class: "number" }, scoreText(score)), el("td", { class: "number quiet" }, percent(expected)))),
      el("p", { class: "hint" }, t("pos.reveal.help")));
  }
}

const signed = (n) => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n);

function choice(key, values, current, set) {
  const select = el("select", { onchange: () => set(Number(select.value)) }, values.map((n) => el("option", { value: n, selected: n === current }, String(n))));
  return el("label", {}, t(key), " ", select);
}

// gauge shows an expected score.
const gauge = (expected) => el("meter", { min: 0, max: 1, value: expected, "aria-label": percent(expected) });

// bar is a bar of a length from 0 to 1, lighter or darker by worth; the number beside it says the same.
function bar(length, expected) {
  const node = el("span", { class: "bar-fill " + (expected > 0.55 ? "good" : expected < 0.45 ? "bad" : "even") });
  node.style.width = Math.round(100 * length) + "%";
  return node;
}

// swing is a bar to the right for what is good for Red, to the left for what is good for Black.
function swing(cp, most) {
  const node = el("span", { class: "swing" }, el("span", { class: cp < 0 ? "left" : "right" }));
  node.firstChild.style.width = Math.round((50 * Math.abs(cp)) / most) + "%";
  return node;
}
