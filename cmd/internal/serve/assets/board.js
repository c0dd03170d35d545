// The board as a drawing that is played on by tap, drag or keyboard, and read out by a screen reader.
//
// It knows no rules: `legal` lists the moves that may be made. Sides differ in lightness (Red's pieces are light, Black's
// dark) and by the ring, not by hue alone.
//
//   const board = new Board({ onMove: (move) => … });   // move is such as "b2e2"
//   parent.append(board.node);
//   board.set({ position, legal, last, check, seat, marks, truth });
//
// position   of fen.js
// legal      moves that may be made, [] to look only
// last       the last move as text, or ""
// check      whether the side to move is in check
// seat       "red" or "black": who sits below
// marks      {point: text}: numbers written under pieces, such as what they are worth
// truth      {point: letter}: what face-down pieces are, where that may be known
// arrows     moves to point out, such as a hint

import { pointName, pointOf, sideOf } from "./fen.js";
import { glyph, pieceName, t, onChange } from "./words.js";
import { el, svg, show } from "./dom.js";

const STEP = 60, EDGE = 44, RADIUS = 26;
const WIDTH = 8 * STEP + 2 * EDGE, HEIGHT = 9 * STEP + 2 * EDGE;

export class Board {
  constructor({ onMove = () => {} } = {}) {
    this.onMove = onMove;
    this.state = { position: null, legal: [], last: "", check: false, seat: "red", marks: {}, truth: {}, arrows: [] };
    this.selected = -1;
    this.cursor = -1;
    this.layers = { lines: svg("g"), files: svg("g", { class: "coordinates", "aria-hidden": "true" }), points: svg("g"), arrows: svg("g", { "aria-hidden": "true" }) };
    this.drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "board", role: "grid", "aria-rowcount": 10, "aria-colcount": 9 },
      defs(), this.layers.lines, this.layers.files, this.layers.points, this.layers.arrows);
    this.spoken = el("p", { class: "hidden", "aria-live": "polite" });
    this.node = el("div", { class: "board-frame" }, this.drawing, this.spoken);
    this.layers.lines.append(...grid());
    this.listen();
    onChange(() => this.draw());
  }

  // set changes some of what is shown.
  set(changes) {
    const before = this.state;
    this.state = { ...this.state, ...changes };
    // What is taken up stays so while nothing is new: states may be told twice.
    if (before.position !== this.state.position || before.legal.join() !== this.state.legal.join()) this.selected = -1;
    this.draw();
  }

  // say has a text read out.
  say(text) { this.spoken.textContent = text; }

  // at returns where a point is drawn.
  at(point) {
    const file = point % 9, rank = Math.floor(point / 9), black = this.state.seat === "black";
    return [EDGE + STEP * (black ? 8 - file : file), EDGE + STEP * (black ? rank : 9 - rank)];
  }

  targets() { return this.state.legal.filter((m) => pointOf(m) === this.selected).map((m) => pointOf(m.slice(2))); }

  movable(point) { return this.state.legal.some((m) => pointOf(m) === point); }

  draw() {
    const { position, seat, legal } = this.state;
    if (!position) return;
    this.drawing.setAttribute("aria-label", t("board.label", { side: t(seat) }));
    show(this.layers.files, coordinates(seat));
    const focused = document.activeElement?.dataset?.point, targets = this.targets();
    if (this.cursor < 0) this.cursor = seat === "red" ? 4 : 85;
    const order = [...Array(90).keys()].sort((a, b) => this.at(a)[1] - this.at(b)[1] || this.at(a)[0] - this.at(b)[0]);
    const rows = [];
    for (let row = 0; row < 10; row++) {
      rows.push(svg("g", { role: "row" }, order.slice(9 * row, 9 * row + 9).map((point) => this.cell(point, targets))));
    }
    show(this.layers.points, rows);
    show(this.layers.arrows, (this.state.arrows || []).map((move) => this.arrow(move)));
    this.drawing.classList.toggle("playable", legal.length > 0);
    if (focused !== undefined) this.layers.points.querySelector(`[data-point="${focused}"]`)?.focus({ preventScroll: true });
  }

  cell(point, targets) {
    const piece = this.state.position.pieces[point], [x, y] = this.at(point);
    const last = this.state.last && [pointOf(this.state.last), pointOf(this.state.last.slice(2))].includes(point);
    const target = targets.includes(point);
    const cell = svg("g", {
      role: "gridcell", "data-point": point, transform: `translate(${x} ${y})`, tabindex: point === this.cursor ? 0 : -1,
      "aria-label": this.label(point, target), "aria-selected": point === this.selected ? "true" : null,
      class: ["point", this.movable(point) && "movable", target && "target"].filter(Boolean).join(" "),
    }, svg("rect", { x: -STEP / 2, y: -STEP / 2, width: STEP, height: STEP, class: "hit" }));
    if (last) cell.append(svg("rect", { x: -29, y: -29, width: 58, height: 58, rx: 6, class: "last" }));
    if (piece) cell.append(this.piece(piece, point));
    if (point === this.selected) cell.append(svg("circle", { r: 29, class: "selected" }));
    if (target) cell.append(svg("circle", piece ? { r: 29, class: "ring" } : { r: 8, class: "dot" }));
    if (this.inCheck(piece)) cell.append(svg("circle", { r: 29, class: "check" }), svg("text", { y: -31, class: "check-mark" }, "!"));
    const mark = this.state.marks[point];
    if (mark !== undefined) cell.append(svg("text", { y: 39, class: "mark" }, String(mark)));
    cell.append(svg("rect", { x: -29, y: -29, width: 58, height: 58, rx: 8, class: "cursor" }));
    return cell;
  }

  piece(piece, point) {
    const side = sideOf(piece), hidden = piece.toUpperCase() === "X", truth = hidden && this.state.truth[point];
    const node = svg("g", { class: `piece ${side}${hidden ? " face-down" : ""}` }, svg("circle", { r: RADIUS, class: "disc" }));
    if (hidden) node.append(svg("circle", { r: RADIUS - 4, fill: `url(#back-${side})` }));
    node.append(svg("circle", { r: RADIUS - 4, class: "rim" }));
    if (truth) node.append(svg("circle", { r: 15, class: "window" }));
    if (!hidden || truth) node.append(svg("text", { class: truth ? "glyph small" : "glyph", y: 1 }, glyph(truth || piece)));
    return node;
  }

  arrow(move) {
    const [x1, y1] = this.at(pointOf(move)), [x2, y2] = this.at(pointOf(move.slice(2)));
    const length = Math.hypot(x2 - x1, y2 - y1), cut = (length - 18) / length;
    return svg("line", { x1, y1, x2: x1 + (x2 - x1) * cut, y2: y1 + (y2 - y1) * cut, class: "arrow", "marker-end": "url(#head)" });
  }

  inCheck(piece) { return this.state.check && piece === (this.state.position.side === "red" ? "K" : "k"); }

  label(point, target) {
    const piece = this.state.position.pieces[point], parts = [pointName(point), piece ? pieceName(piece) : t("empty")];
    if (this.state.truth[point] && piece.toUpperCase() === "X") parts.push(t("is.really", { piece: pieceName(this.state.truth[point]) }));
    if (this.state.marks[point] !== undefined) parts.push(String(this.state.marks[point]));
    if (this.inCheck(piece)) parts.push(t("in.check"));
    if (target) parts.push(t(piece ? "may.take" : "may.go"));
    return parts.join(", ");
  }

  listen() {
    const pointAt = (event) => {
      const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-point]");
      return cell && this.drawing.contains(cell) ? Number(cell.dataset.point) : -1;
    };
    this.drawing.addEventListener("pointerdown", (event) => {
      const point = pointAt(event);
      if (point < 0 || event.button !== 0) return;
      this.dragged = this.movable(point) && !this.targets().includes(point) ? point : -1;
      this.wasSelected = this.selected === point;
      if (this.dragged >= 0) { event.preventDefault(); this.choose(point, true); } else this.choose(point);
    });
    this.drawing.addEventListener("pointerup", (event) => {
      const point = pointAt(event), from = this.dragged;
      this.dragged = -1;
      if (!(from >= 0)) return;
      if (point === from) { if (this.wasSelected) this.select(-1); return; }
      if (this.targets().includes(point)) this.choose(point); else this.select(-1);
    });
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    this.drawing.addEventListener("focusin", (event) => {
      const point = event.target.dataset?.point;
      if (point !== undefined) this.cursor = Number(point);
    });
  }

  key(event) {
    const turned = this.state.seat === "black" ? -1 : 1;
    const steps = { ArrowLeft: -turned, ArrowRight: turned, ArrowUp: 9 * turned, ArrowDown: -9 * turned };
    if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const next = this.cursor + steps[event.key], sameRank = Math.floor(next / 9) === Math.floor(this.cursor / 9);
      if (next >= 0 && next < 90 && (Math.abs(steps[event.key]) === 9 || sameRank)) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
    else if (event.key === "Escape") this.select(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(point) {
    this.layers.points.querySelector(`[data-point="${this.cursor}"]`)?.setAttribute("tabindex", -1);
    this.cursor = point;
    const cell = this.layers.points.querySelector(`[data-point="${point}"]`);
    cell?.setAttribute("tabindex", 0);
    cell?.focus({ preventScroll: true });
  }

  // choose takes a piece up, or puts it down where it may go.
  choose(point, keep = false) {
    this.cursor = point;
    if (this.targets().includes(point)) {
      const move = pointName(this.selected) + pointName(point);
      this.select(-1);
      this.onMove(move);
    } else this.select(this.movable(point) && (keep || point !== this.selected) ? point : -1);
  }

  select(point) { this.selected = point; this.draw(); }
}

function defs() {
  const back = (side) => svg("pattern", { id: "back-" + side, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 8, height: 8, class: "back-" + side }), svg("rect", { width: 3, height: 8, class: "weave-" + side }));
  return svg("defs", {}, back("red"), back("black"), svg("marker", { id: "head", viewBox: "0 0 10 10", refX: 5, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto-start-reverse" },
    svg("path", { d: "M0 0L10 5L0 10z", class: "head" })));
}

function grid() {
  const line = (x1, y1, x2, y2) => svg("line", { x1: EDGE + STEP * x1, y1: EDGE + STEP * y1, x2: EDGE + STEP * x2, y2: EDGE + STEP * y2, class: "grid" });
  const lines = [svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 8, class: "wood" }),
    svg("rect", { x: EDGE - 6, y: EDGE - 6, width: 8 * STEP + 12, height: 9 * STEP + 12, class: "frame" })];
  for (let rank = 0; rank < 10; rank++) lines.push(line(0, rank, 8, rank));
  for (let file = 0; file < 9; file++) {
    if (file === 0 || file === 8) lines.push(line(file, 0, file, 9));
    else lines.push(line(file, 0, file, 4), line(file, 5, file, 9));
  }
  lines.push(line(3, 0, 5, 2), line(5, 0, 3, 2), line(3, 7, 5, 9), line(5, 7, 3, 9));
  return lines;
}

function coordinates(seat) {
  const texts = [];
  for (let i = 0; i < 9; i++) {
    const file = "abcdefghi"[seat === "black" ? 8 - i : i];
    for (const y of [15, HEIGHT - 6]) texts.push(svg("text", { x: EDGE + STEP * i, y }, file));
  }
  for (let i = 0; i < 10; i++) {
    for (const x of [9, WIDTH - 9]) texts.push(svg("text", { x, y: EDGE + STEP * i + 4 }, String(seat === "black" ? i : 9 - i)));
  }
  return texts;
}
