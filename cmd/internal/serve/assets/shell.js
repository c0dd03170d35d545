// What all pages have: the menu, the two settings, a legend of the pieces, and how moves are written.

import { el, show } from "./dom.js";
import { character, glyph, kindName, onChange, set, settings, t } from "./words.js";
import { sideOf, victimOf } from "./fen.js";

// mountShell fills in the header and keeps it in the reader's language.
export function mountShell() {
  const page = document.body.dataset.page;
  const draw = () => {
    document.documentElement.lang = settings.language === "zh" ? "zh-Hant" : "en";
    for (const link of document.querySelectorAll("nav a[data-page]")) {
      link.textContent = t("nav." + link.dataset.page);
      const here = link.dataset.page === page || (page === "game" && link.dataset.page === "games");
      if (here) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    }
    show(document.getElementById("settings"),
      el("button", { type: "button", "aria-label": t("set.pieces.label"), title: t("set.pieces.label"), onclick: () => set("pieces", settings.pieces === "letters" ? "characters" : "letters") }, t("set.pieces")),
      el("button", { type: "button", "aria-label": t("set.language.label"), lang: settings.language === "zh" ? "en" : "zh-Hant", onclick: () => set("language", settings.language === "zh" ? "en" : "zh") }, t("set.language")));
  };
  onChange(draw);
  draw();
}

// legend says what letters and characters stand for.
export function legend() {
  const rows = [..."KABNRCP"].map((kind) => el("tr", {}, el("td", {}, kind), el("td", { lang: "zh-Hant" }, character(kind) + " " + character(kind.toLowerCase())), el("td", {}, kindName(kind))));
  return el("details", { class: "legend" }, el("summary", {}, t("legend")), el("table", {}, rows, el("tr", {}, el("td", {}, "X"), el("td", {}, miniature("X"), miniature("x")), el("td", {}, t("legend.x")))));
}

// miniature is a small piece within text.
export function miniature(piece) {
  const hidden = piece.toUpperCase() === "X";
  return el("span", { class: `mini ${sideOf(piece)}${hidden ? " face-down" : ""}`, role: "img", "aria-label": t("piece", { side: t(sideOf(piece)), kind: kindName(piece) }) }, hidden ? "" : glyph(piece));
}

// pool lists unseen identities of a side.
export function pool(position, side) {
  const pieces = Object.entries(position.pools[side]).filter(([, n]) => n > 0)
    .map(([kind, n]) => el("span", { class: "counted" }, miniature(side === "red" ? kind : kind.toLowerCase()), "×" + n));
  return el("span", { class: "pool" }, pieces.length ? pieces : "–");
}

// moveText writes a move for people: the piece that moved, the points, what turned up and what was taken.
export function moveText(position, move) {
  const mover = position.pieces["abcdefghi".indexOf(move[0]) + 9 * Number(move[1])], taken = victimOf(position, move);
  const hidden = mover.toUpperCase() === "X", turned = hidden ? move[4] : "";
  return el("span", { class: "move" }, turned ? miniature(turned) : miniature(mover || "X"), " ",
    move.slice(0, 2) + (taken ? "×" : "–") + move.slice(2, 4), taken ? [" ", miniature(taken)] : "", turned ? el("span", { class: "turned", title: t("play.turned", { piece: kindName(turned) }) }, " ↻") : "");
}

// copy puts text on the clipboard, and says so on the button.
export async function copy(text, button) {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = el("textarea", {}, text); // where a page may not write it: without TLS
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = button.textContent;
  button.textContent = t("pos.copied");
  setTimeout(() => { button.textContent = before; }, 1200);
}

// failure shows an error for people, read out at once.
export const failure = (error) => el("p", { class: "failure", role: "alert" }, error.message || String(error));
