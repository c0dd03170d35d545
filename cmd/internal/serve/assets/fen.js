// Positions and moves as text, for showing them alone: nothing here knows what is legal.
//
// A point is a number, rank*9 + file, 0 being a0 (Red's left corner) and 89 i9; its name is such as "e0". A piece is its
// FEN letter, upper case for Red: K general, A advisor, B elephant, N horse, R chariot, C cannon, P soldier, X face down.

export const START = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1";

// KINDS are the identities that a face-down piece can have, in the order of a FEN's pool.
export const KINDS = "RACPNB";

export const pointName = (point) => "abcdefghi"[point % 9] + Math.floor(point / 9);
export const pointOf = (name) => "abcdefghi".indexOf(name[0]) + 9 * Number(name[1]);
export const sideOf = (piece) => (piece === piece.toUpperCase() ? "red" : "black");
export const other = (side) => (side === "red" ? "black" : "red");

// parseFEN returns {pieces, side, pools, halfmove, fullmove}: pieces has 90 letters or "", pools counts unseen
// identities by side and upper-case letter. It reads the five fields that the server writes; null for anything else.
export function parseFEN(text) {
  const [board, side, pool, halfmove, fullmove] = text.trim().split(/\s+/);
  const ranks = (board || "").split("/");
  if (ranks.length !== 10 || !/^[wb]$/.test(side) || pool === undefined) return null;
  const pieces = new Array(90).fill("");
  for (let row = 0; row < 10; row++) {
    let file = 0;
    for (const c of ranks[row]) {
      if (/[1-9]/.test(c)) file += Number(c);
      else if (file < 9) pieces[(9 - row) * 9 + file++] = c;
      else return null;
    }
    if (file !== 9) return null;
  }
  const pools = { red: {}, black: {} };
  for (const [, letter, count] of pool.matchAll(/([RACPNBracpnb])(\d)/g)) pools[sideOf(letter)][letter.toUpperCase()] = Number(count);
  return { pieces, side: side === "w" ? "red" : "black", pools, halfmove: Number(halfmove || 0), fullmove: Number(fullmove || 1) };
}

// victimOf returns the letter of the piece that a move takes in a position, "X" or "x" where it is face down and was not
// told, "" where it takes nothing. A letter behind the move of a piece that stands face up is the victim's.
export function victimOf(position, text) {
  const taken = position.pieces[pointOf(text.slice(2))];
  if (!taken || taken.toUpperCase() !== "X") return taken;
  const faceDown = position.pieces[pointOf(text)].toUpperCase() === "X";
  return text[faceDown ? 5 : 4] || taken;
}

// play returns the position after a move, as whoever was told its letters knows it.
export function play(position, text) {
  const from = pointOf(text), to = pointOf(text.slice(2));
  const pieces = position.pieces.slice(), pools = { red: { ...position.pools.red }, black: { ...position.pools.black } };
  const leave = (letter) => { pools[sideOf(letter)][letter.toUpperCase()]--; };
  const taken = pieces[to], victim = victimOf(position, text);
  if (taken && taken.toUpperCase() === "X" && victim.toUpperCase() !== "X") leave(victim);
  let mover = pieces[from];
  if (mover.toUpperCase() === "X") {
    mover = text[4] || mover;
    if (mover.toUpperCase() !== "X") leave(mover);
  }
  pieces[from] = "";
  pieces[to] = mover;
  return {
    pieces, pools, side: other(position.side), halfmove: taken ? 0 : position.halfmove + 1,
    fullmove: position.fullmove + (position.side === "black" ? 1 : 0),
  };
}

// formatFEN writes a position as parseFEN reads it.
export function formatFEN(position) {
  const ranks = [];
  for (let rank = 9; rank >= 0; rank--) {
    let text = "", gap = 0;
    for (let file = 0; file < 9; file++) {
      const piece = position.pieces[rank * 9 + file];
      if (!piece) { gap++; continue; }
      text += (gap || "") + piece;
      gap = 0;
    }
    ranks.push(text + (gap || ""));
  }
  const pool = (side) => [...KINDS].map((k) => (side === "red" ? k : k.toLowerCase()) + (position.pools[side][k] || 0)).join("");
  return `${ranks.join("/")} ${position.side === "red" ? "w" : "b"} ${pool("red")}${pool("black")} ${position.halfmove} ${position.fullmove}`;
}

// hiddenTruth returns what the face-down pieces of a position are by the deal's text.
export function hiddenTruth(position, deal) {
  const truth = {};
  for (const entry of deal.split(",")) {
    const point = pointOf(entry);
    if (position.pieces[point].toUpperCase() === "X") truth[point] = entry[3];
  }
  return truth;
}
