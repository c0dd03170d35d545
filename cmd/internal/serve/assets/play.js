// The play page. It is given a backend as seam.js describes it and knows no rules: what may be moved, what turned up and
// how the game ended is what the backend says.

import { Board } from "./board.js";
import { el, show } from "./dom.js";
import { START, hiddenTruth, other, parseFEN, play, pointOf, sideOf, victimOf } from "./fen.js";
import { percent, scoreText } from "./seam.js";
import { failure, legend, miniature, moveText, pool } from "./shell.js";
import { onChange, pieceName, t } from "./words.js";

export async function mountPlay(root, backend) {
  const page = new PlayPage(root, backend);
  await page.start();
  return page;
}

class PlayPage {
  constructor(root, backend) {
    this.backend = backend;
    this.state = null;
    this.positions = [parseFEN(START)];
    this.shown = -1; // plies shown; -1: the newest
    this.turned = false; // the board is turned round
    this.hint = null;
    this.truth = false;
    this.board = new Board({ onMove: (move) => this.act(() => backend.move(move)) });
    this.board.set({ position: this.positions[0] });
    this.parts = Object.fromEntries(["notice", "them", "us", "status", "buttons", "error", "form", "moves", "after", "legend"].map((name) => [name, el("div", { class: "part-" + name })]));
    this.parts.status.setAttribute("aria-live", "polite");
    const p = this.parts;
    show(root, p.notice, el("div", { class: "columns" },
      el("section", { class: "table", "aria-label": t("nav.play") }, p.them, this.board.node, p.us),
      el("section", { class: "panel" }, p.status, p.error, p.buttons, p.form, p.after, p.moves, p.legend)));
    onChange(() => this.draw());
    backend.subscribe((state) => this.receive(state));
  }

  async start() {
    try {
      this.about = await this.backend.about();
      this.unfinished = (await this.backend.games()).filter((game) => !game.over);
    } catch (error) { this.fail(error); }
    this.draw();
    const wanted = new URLSearchParams(location.search).get("id");
    if (wanted) await this.act(() => this.backend.resume(wanted));
  }

  // act does what the player asked for, and shows why it could not be done.
  async act(command) {
    show(this.parts.error);
    try { return await command(); } catch (error) { this.fail(error); }
  }

  fail(error) { show(this.parts.error, failure(error)); }

  receive(state) {
    const before = this.state;
    if (!before || before.id !== state.id) { this.shown = -1; this.turned = false; this.truth = false; this.choosing = false; }
    if (before && before.moves.length !== state.moves.length) this.hint = null;
    this.state = state;
    const known = this.positions.length - 1, same = before && before.id === state.id && state.moves.slice(0, known).every((move, i) => move === before.moves[i]);
    if (!same || state.moves.length < known) this.positions = [parseFEN(START)];
    for (let i = this.positions.length - 1; i < state.moves.length; i++) this.positions.push(play(this.positions[i], state.moves[i]));
    if (before && before.id === state.id && state.moves.length > before.moves.length) this.announce(state.moves.length - 1);
    this.draw();
  }

  // announce reads a move out.
  announce(ply) {
    const position = this.positions[ply], move = this.state.moves[ply], parts = [t("play.opponent.moved", { name: t(position.side), move: move.slice(0, 2) + " " + move.slice(2, 4) })];
    const hidden = position.pieces[pointOf(move)].toUpperCase() === "X", taken = victimOf(position, move);
    if (hidden && move[4]) parts.push(t("play.turned", { piece: pieceName(move[4]) }));
    if (taken) parts.push(pieceName(taken) + " ×");
    if (this.state.check) parts.push(t("play.check"));
    if (this.state.verdict) parts.push(this.verdict());
    this.board.say(parts.join(" "));
  }

  draw() {
    const { state, parts } = this, live = this.shown < 0 || (state && this.shown >= state.moves.length);
    show(parts.notice, this.about?.notice ? el("p", { class: "notice" }, t(this.about.notice)) : null);
    show(parts.legend, legend());
    show(parts.form, !state || state.verdict || this.choosing ? this.form() : null);
    if (!state) {
      show(parts.status, el("p", { class: "hint" }, t("play.none")));
      return;
    }
    const ply = live ? state.moves.length : this.shown, position = this.positions[ply];
    const seat = this.turned ? other(state.colour) : state.colour;
    this.board.set({
      position, seat, legal: live ? state.legal : [], last: state.moves[ply - 1] || "", check: live && state.check,
      arrows: live && this.hint ? [this.hint.move] : [], truth: this.truth && state.over ? hiddenTruth(position, state.over.deal) : {},
    });
    show(parts.them, this.bar(other(seat), position, ply));
    show(parts.us, this.bar(seat, position, ply));
    show(parts.status, this.status());
    show(parts.buttons, this.buttons());
    show(parts.after, this.after());
    show(parts.moves, this.moves(ply));
  }

  // bar says who sits at one side of the board, what that side has not seen of the player's view, and what it took.
  bar(side, position, ply) {
    const you = side === this.state.colour, taken = [];
    for (let i = 0; i < ply; i++) {
      const victim = victimOf(this.positions[i], this.state.moves[i]);
      if (victim && sideOf(victim) !== side) taken.push(victim);
    }
    const level = this.state.level < this.about?.maxLevel ? ", " + t("play.level.n", { n: this.state.level }) : "";
    return el("div", { class: "bar" + (position.side === side && !this.state.verdict ? " to-move" : "") },
      el("span", { class: "who" }, miniature(side === "red" ? "K" : "k"), " ", you ? t("play.you") : this.state.opponent + level),
      el("span", { class: "facts" },
        el("span", { title: t("play.unseen") }, el("small", {}, t("play.unseen")), " ", pool(position, side)),
        el("span", {}, el("small", {}, t("play.taken")), " ", taken.length ? taken.map((piece) => miniature(piece)) : "–")));
  }

  status() {
    const { state } = this, lines = [];
    if (state.verdict) lines.push(el("p", { class: "verdict" }, this.verdict()));
    else if (state.legal.length) lines.push(el("p", { class: "yours" }, t("play.yours"), state.check ? el("strong", { class: "check-text" }, " – " + t("play.check") + "!") : ""));
    else if (state.waiting > 0) lines.push(el("p", {}, t("play.waiting", { name: state.opponent, n: state.waiting })));
    else lines.push(el("p", {}, t("play.thinking", { name: state.opponent }), el("span", { class: "dots", "aria-hidden": "true" }, "…")));
    const told = this.told();
    if (told) lines.push(el("p", {}, told));
    if (this.hint) lines.push(el("p", { class: "hint" }, t("play.hint.is", { move: this.hint.move.slice(0, 2) + "–" + this.hint.move.slice(2), score: scoreText(this.hint.score), expected: percent(this.hint.expected) })));
    if (state.failure) lines.push(failure(new Error(t(state.failure))));
    return lines;
  }

  // told says what the player alone was told of its last capture.
  told() {
    const { state } = this;
    for (const ply of [state.moves.length - 1, state.moves.length - 2]) {
      if (ply < 0) continue;
      const position = this.positions[ply], move = state.moves[ply];
      if (position.side !== state.colour || position.pieces[pointOf(move.slice(2))].toUpperCase() !== "X") continue;
      const victim = victimOf(position, move);
      if (victim.toUpperCase() !== "X") return t("play.you.took", { piece: pieceName(victim) });
    }
    return "";
  }

  verdict() {
    const { outcome, reason } = this.state.verdict;
    const won = outcome === this.state.colour + "_wins";
    const who = outcome === "draw" ? t("play.drawn") : t(won ? "play.you.win" : "play.you.lose");
    const why = reason === "resignation" && !won ? t("play.resigned") : t("reason." + reason, { limit: this.state.limit });
    return t("play.verdict", { who, why });
  }

  buttons() {
    const { state, backend } = this, list = [];
    const button = (key, act, enabled = true, extra = {}) => el("button", { type: "button", disabled: !enabled, onclick: act, ...extra }, t(key));
    if (!state.verdict) {
      list.push(button("play.hint", () => this.act(async () => { this.hint = await backend.hint(); this.shown = -1; this.draw(); }), state.legal.length > 0, { id: "hint" }));
      if (state.practice) list.push(button("play.takeback", () => this.act(() => backend.takeBack()), state.canTakeBack, { id: "take-back" }));
      list.push(button("play.resign", () => { if (confirm(t("play.resign.sure"))) this.act(() => backend.resign()); }, true, { id: "resign" }));
      if (!this.choosing) list.push(button("play.new", () => { this.choosing = true; this.draw(); }));
    } else {
      list.push(el("label", { class: "check-box" }, el("input", { type: "checkbox", checked: this.truth, onchange: (event) => { this.truth = event.target.checked; this.draw(); } }), t("play.truth")));
    }
    list.push(button("play.turn", () => { this.turned = !this.turned; this.draw(); }), button("play.save", () => save(state)));
    return list;
  }

  form() {
    if (!this.about) return null;
    const remembered = this.wish || { colour: "red", opponent: 0, level: 5, practice: false };
    const select = (name, options) => el("select", { name }, options.map(([value, text]) => el("option", { value, selected: String(remembered[name]) === String(value) }, text)));
    const levels = Array.from({ length: this.about.maxLevel + 1 }, (_, i) => [i, i === this.about.maxLevel ? `${i} · ${t("play.level.full")}` : String(i)]);
    const level = el("label", {}, t("play.level"), select("level", levels));
    const rival = select("opponent", this.about.opponents.map((o, i) => [i, o.name]));
    const fit = () => { level.hidden = !this.about.opponents[Number(rival.value)]?.levels; };
    rival.addEventListener("change", fit);
    fit();
    const form = el("form", { class: "new-game", onsubmit: (event) => { event.preventDefault(); this.begin(new FormData(form)); } },
      el("h2", {}, t("play.new")),
      el("label", {}, t("play.colour"), select("colour", [["red", t("red")], ["black", t("black")], ["random", t("play.random")]])),
      el("label", {}, t("play.opponent"), rival), level,
      el("label", { class: "check-box" }, el("input", { type: "checkbox", name: "practice", checked: remembered.practice }), t("play.practice")),
      el("button", { type: "submit", class: "primary", id: "start" }, t("play.start")));
    const resumable = (this.unfinished || []).filter((game) => game.id !== this.state?.id);
    return [form, resumable.length ? el("div", { class: "resume" }, el("h2", {}, t("play.resume")), resumable.slice(0, 8).map((game) => el("button", { type: "button", onclick: () => this.act(() => this.backend.resume(game.id)) },
      `${t(game.colour)} – ${game.opponent}, ${t("play.level.n", { n: game.level })}, ${t("play.plies", { n: game.plies })}`))) : null];
  }

  begin(data) {
    this.wish = { colour: data.get("colour"), opponent: Number(data.get("opponent")), level: Number(data.get("level")), practice: data.has("practice") };
    this.act(() => this.backend.newGame(this.wish));
  }

  // after tells what may be told once the game is over, and before that the commitment.
  after() {
    const { state } = this, over = state.over;
    const parts = [el("h2", {}, t("play.hash")), el("p", {}, el("code", {}, state.hash)), el("p", { class: "hint" }, t("play.hash.help"))];
    if (!over) return el("details", {}, el("summary", {}, t("play.hash")), parts.slice(1));
    const fits = el("p", { class: "hint" });
    commitment(over.phrase).then((hash) => { if (hash) fits.textContent = t(hash === state.hash ? "play.phrase.fits" : "play.phrase.wrong"); });
    const thoughts = over.thoughts.map((thought) => el("tr", {}, el("td", {}, thought.ply + 1), el("td", {}, thought.move), el("td", {}, scoreText(thought.score)), el("td", {}, percent(thought.expected)), el("td", {}, thought.depth), el("td", { class: "line" }, thought.pv.join(" "))));
    return [el("details", {}, el("summary", {}, t("play.phrase")), el("p", {}, el("code", {}, over.phrase)), fits, el("p", {}, t("play.deal"), " ", el("code", {}, over.deal)), parts.slice(1)),
      el("details", {}, el("summary", {}, t("play.thoughts")), el("div", { class: "scroll" }, el("table", {}, el("tr", {}, [t("play.ply"), t("games.game"), t("game.score"), "", "", t("play.line")].map((head) => el("th", {}, head))), thoughts)))];
  }

  moves(ply) {
    const { state } = this, told = state.over && this.truth ? state.over.moves : state.moves;
    if (!state.moves.length) return null;
    const items = told.map((move, i) => el("li", {}, el("button", { type: "button", class: "ply", "aria-current": i + 1 === ply ? "step" : null, onclick: () => { this.shown = i + 1 === state.moves.length ? -1 : i + 1; this.draw(); } }, moveText(this.positions[i], move))));
    return [el("h2", {}, t("play.moves")), el("ol", { class: "moves" }, items)];
  }
}

// commitment computes what was shown at the start from the phrase; "" where the browser will not.
async function commitment(phrase) {
  if (!globalThis.crypto?.subtle) return "";
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("jieqi commitment " + phrase));
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// save offers the game as a file that says whether it holds the deal.
function save(state) {
  const text = JSON.stringify({ holds_deal: state.over !== null, game: state }, null, 2);
  const url = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
  el("a", { href: url, download: `jieqi-${state.id.slice(0, 8)}${state.over ? "" : "-unfinished"}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
