// Words in two languages, and the two settings of a reader: the language, and pieces as characters or letters. They are
// kept in the browser; whoever draws listens to onChange.

import { en } from "./words-en.js";
import { zh } from "./words-zh.js";

const tables = { en, zh };
const listeners = new Set();
const chinese = (navigator.language || "").toLowerCase().startsWith("zh");
const kept = (key, choices, otherwise) => {
  let value = null;
  try { value = localStorage.getItem("jieqi." + key); } catch { /* a browser may forbid it: the setting lasts for the page */ }
  return choices.includes(value) ? value : otherwise;
};

export const settings = {
  language: kept("language", ["en", "zh"], chinese ? "zh" : "en"),
  pieces: kept("pieces", ["characters", "letters"], chinese ? "characters" : "letters"),
};

// set changes a setting and tells everybody.
export function set(key, value) {
  settings[key] = value;
  try { localStorage.setItem("jieqi." + key, value); } catch { /* see above */ }
  document.documentElement.lang = settings.language === "zh" ? "zh-Hant" : "en";
  listeners.forEach((listener) => listener());
}

export function onChange(listener) { listeners.add(listener); return () => listeners.delete(listener); }

// t returns the words for a key, with {name} replaced; a key that has none stands for itself.
export function t(key, values = {}) {
  const text = tables[settings.language][key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const characters = { K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵", k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒" };

// glyph returns what stands on a piece that is face up.
export const glyph = (piece) => (settings.pieces === "characters" ? characters[piece] : piece.toUpperCase());
export const character = (piece) => characters[piece] || "";

// pieceName returns the words for a piece, such as "red chariot"; upper-case letters alone name the kind.
export const kindName = (piece) => t("kind." + piece.toUpperCase());
export const pieceName = (piece) => t("piece", { side: t(piece === piece.toUpperCase() ? "red" : "black"), kind: kindName(piece) });
