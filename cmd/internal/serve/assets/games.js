// The list of recorded games.

import { getJSON } from "./backend-http.js";
import { el, show } from "./dom.js";
import { signedPercent } from "./seam.js";
import { failure } from "./shell.js";
import { onChange, t } from "./words.js";

const REASONS = ["no_legal_move", "no_capture_limit", "repetition", "perpetual_check", "perpetual_chase", "adjudicated", "length_limit", "illegal_move", "crash", "stall", "time_loss"];

export async function mountGames(root) {
  const page = new GamesPage(root);
  await page.refresh();
}

class GamesPage {
  constructor(root) {
    this.query = new URLSearchParams(location.search);
    this.sources = [];
    this.games = [];
    this.found = 0;
    this.parts = { filter: el("div"), error: el("div"), list: el("div") };
    show(root, this.parts.filter, this.parts.error, this.parts.list);
    onChange(() => this.draw());
  }

  // refresh asks for the sources until they are read, and for the list.
  async refresh() {
    try {
      this.sources = await getJSON("api/games/sources");
      if (this.sources.length) await this.list(0);
    } catch (error) { show(this.parts.error, failure(error)); }
    this.draw();
    const source = this.source();
    if (source?.reading) setTimeout(() => this.refresh(), 700);
  }

  source() { return this.sources[Number(this.query.get("source") || 0)]; }

  async list(offset) {
    if (this.source()?.reading && !this.source().games) { this.games = []; this.found = 0; return; }
    const query = new URLSearchParams(this.query);
    query.delete("source");
    query.set("offset", offset);
    const page = await getJSON(`api/games/${this.query.get("source") || 0}?${query}`);
    this.games = offset ? [...this.games, ...page.games] : page.games;
    this.found = page.found;
    show(this.parts.error);
  }

  draw() {
    if (!this.sources.length) { show(this.parts.list, el("p", { class: "hint" }, t("games.none"))); return; }
    this.drawFilter();
    const source = this.source();
    const several = source.players.length > 1; // otherwise everybody is the same
    const head = ["games.game", "games.result", "games.reason", "games.plies", "games.reveals", "games.swing", ...(several ? ["Red", "Black"] : [])];
    const rows = this.games.map((g) => el("tr", {}, el("td", {}, el("a", { href: `game?source=${source.number}&game=${g.number}` }, g.title)),
      el("td", {}, t("games." + g.result)), el("td", {}, t("reason.short." + g.reason)), el("td", { class: "number" }, g.plies), el("td", { class: "number" }, g.reveals), el("td", { class: "number" }, g.swing === null ? "–" : signedPercent(g.swing)),
      several ? [el("td", {}, g.red), el("td", {}, g.black)] : ""));
    const more = this.found > this.games.length ? el("button", { type: "button", onclick: async () => { try { await this.list(this.games.length); } catch (error) { show(this.parts.error, failure(error)); } this.draw(); } }, t("games.more")) : null;
    show(this.parts.list,
      source.failure ? failure(new Error(source.failure)) : null,
      source.reading ? el("p", { "aria-live": "polite" }, t("games.reading", { done: source.done, all: source.total }), " ", el("progress", { max: source.total || 1, value: source.done })) : null,
      el("p", { class: "quiet" }, t("games.found", { n: this.found.toLocaleString(), all: source.games.toLocaleString() }), several || !source.players.length ? "" : " – " + source.players[0]),
      el("div", { class: "scroll" }, el("table", { class: "games" }, el("tr", {}, head.map((key) => el("th", {}, t(key)))), rows)), more);
  }

  drawFilter() {
    const now = (name) => this.query.get(name) || "";
    const select = (name, options) => el("select", { name }, options.map(([value, text]) => el("option", { value, selected: now(name) === value }, text)));
    const count = (name, most) => el("input", { name, type: "number", min: 0, max: most, value: now(name), inputmode: "numeric" });
    const any = ["", t("games.any")], range = (key, name, most) => el("fieldset", {}, el("legend", {}, t(key)), el("label", {}, t("games.from"), count(name + "_from", most)), el("label", {}, t("games.to"), count(name + "_to", most)));
    const players = this.source().players;
    const form = el("form", { class: "filter", onsubmit: (event) => { event.preventDefault(); this.filter(new FormData(form)); } },
      el("label", {}, t("games.source"), select("source", this.sources.map((s) => [String(s.number), `${s.name} (${s.games.toLocaleString()})`]))),
      el("label", {}, t("games.result"), select("result", [any, ...["red_wins", "draw", "black_wins"].map((r) => [r, t("games." + r)])])),
      el("label", {}, t("games.reason"), select("reason", [any, ...REASONS.map((r) => [r, t("reason.short." + r)])])),
      players.length > 1 ? el("fieldset", {}, el("legend", {}, t("games.player")), select("player", [any, ...players.map((p) => [p, p])]), el("label", {}, t("games.colour"), select("colour", [any, ["red", t("red")], ["black", t("black")]]))) : null,
      range("games.plies", "plies", 4096), range("games.reveals", "reveals", 30),
      el("label", {}, t("games.swing") + " ≥ %", count("swing", 100)),
      el("label", {}, t("games.sort"), select("order", [["index", t("games.sort.index")], ["swing", t("games.sort.swing")], ["plies", t("games.sort.plies")]])),
      el("button", { type: "submit", class: "primary" }, t("games.filter")));
    form.elements.source.addEventListener("change", () => this.filter(new FormData(form)));
    const open = this.parts.filter.querySelector("details")?.open ?? matchMedia("(min-width: 700px)").matches;
    show(this.parts.filter, el("details", { open }, el("summary", {}, t("games.filter")), form));
  }

  filter(data) {
    this.query = new URLSearchParams([...data].filter(([, value]) => value !== ""));
    if (!this.query.get("player")) this.query.delete("colour");
    history.replaceState(null, "", "?" + this.query);
    this.refresh();
  }
}
