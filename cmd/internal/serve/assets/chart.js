// The expected score of a game as each side's own search saw it, with its reveals: a drawing that is clicked to jump.

import { svg } from "./dom.js";
import { t } from "./words.js";

const HEIGHT = 190, LEFT = 34, TOP = 10, BOTTOM = 24;

// chart draws a game of some moves, so many pixels wide; jump(ply) is called for a click.
export function chart(moves, ply, WIDTH, jump) {
  const x = (i) => LEFT + ((WIDTH - LEFT - 8) * i) / Math.max(1, moves.length), y = (e) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - e);
  const node = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": t("game.expected") });
  for (const e of [0, 0.25, 0.5, 0.75, 1]) {
    node.append(svg("line", { x1: LEFT, x2: WIDTH - 8, y1: y(e), y2: y(e), class: e === 0.5 ? "axis middle" : "axis" }), svg("text", { x: LEFT - 5, y: y(e) + 4, class: "tick end" }, String(100 * e)));
  }
  const step = 10 * Math.ceil(moves.length / (WIDTH / 4));
  for (let i = 0; i <= moves.length; i += step) node.append(svg("text", { x: x(i), y: HEIGHT - 8, class: "tick middle" }, String(i)));
  moves.forEach((move, i) => {
    if (!move.reveal) return;
    const luck = move.reveal.luck, height = luck === null ? 3 : 3 + 26 * Math.min(1, Math.abs(luck) * 2);
    const up = (i % 2 === 0) === (luck === null || luck >= 0); // good for Red: upwards
    node.append(svg("rect", { x: x(i + 1) - 1.5, width: 3, y: up ? y(0.5) - height : y(0.5), height, class: "luck " + (i % 2 ? "black" : "red") }));
  });
  for (const [start, side] of [[0, "red"], [1, "black"]]) {
    let path = "", pen = "M";
    for (let i = start; i < moves.length; i += 2) {
      if (moves[i].expected === null) { pen = "M"; continue; }
      path += `${pen}${x(i).toFixed(1)} ${y(moves[i].expected).toFixed(1)}`;
      pen = "L";
    }
    if (path) node.append(svg("path", { d: path, class: "curve " + side }));
  }
  node.append(svg("line", { x1: x(ply), x2: x(ply), y1: TOP, y2: HEIGHT - BOTTOM, class: "now" }));
  node.addEventListener("click", (event) => {
    const box = node.getBoundingClientRect(), at = ((event.clientX - box.left) / box.width) * WIDTH;
    jump(Math.max(0, Math.min(moves.length, Math.round(((at - LEFT) / (WIDTH - LEFT - 8)) * moves.length))));
  });
  return node;
}
