// Steps through recorded games. The data are views as FEN: what the public, Red and Black knew after each ply.
const root = document.getElementById("games");
if (root) show(JSON.parse(root.dataset.games));

function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

function show(games) {
  const at = { game: 0, ply: 0, view: 0 };
  const views = ["public", "red", "black"];
  const pick = element("select", { "aria-label": "game" });
  games.forEach((g, i) => pick.append(element("option", { value: i }, g.title)));
  const buttons = views.map((name, i) => {
    const b = element("button", { type: "button" }, `${name} view`);
    b.onclick = () => { at.view = i; draw(); };
    return b;
  });
  const slider = element("input", { type: "range", min: 0, "aria-label": "ply" });
  const back = element("button", { type: "button", "aria-label": "back" }, "◀");
  const on = element("button", { type: "button", "aria-label": "on" }, "▶");
  const words = element("p", { "aria-live": "polite" });
  const board = element("div");
  root.append(element("div", { class: "picker" }, pick, ...buttons), element("div", { class: "picker" }, back, slider, on), words, board);
  pick.onchange = () => { at.game = +pick.value; at.ply = 0; draw(); };
  slider.oninput = () => { at.ply = +slider.value; draw(); };
  const step = (n) => { at.ply = Math.max(0, Math.min(games[at.game].fens.length - 1, at.ply + n)); draw(); };
  back.onclick = () => step(-1);
  on.onclick = () => step(1);
  root.tabIndex = 0;
  root.onkeydown = (e) => {
    if (e.target === slider || (e.key !== "ArrowLeft" && e.key !== "ArrowRight")) return;
    e.preventDefault();
    step(e.key === "ArrowLeft" ? -1 : 1);
  };
  function draw() {
    const g = games[at.game];
    slider.max = g.fens.length - 1;
    slider.value = at.ply;
    buttons.forEach((b, i) => b.setAttribute("aria-pressed", i === at.view));
    const move = at.ply > 0 ? `${at.ply}. ${g.moves[at.ply - 1]}${g.scores[at.ply - 1]}` : "start";
    words.textContent = at.ply === g.fens.length - 1 ? `${move}; ${g.end}` : move;
    board.innerHTML = drawing(g.fens[at.ply][at.view], at.ply > 0 ? g.moves[at.ply - 1] : "");
  }
  draw();
}

// drawing returns a position as SVG; a move's points are ringed.
function drawing(fen, move) {
  const parts = [];
  for (let r = 0; r < 10; r++) parts.push(`<path class="grid" d="M30 ${30 + 60 * r}h480"/>`);
  for (let f = 0; f < 9; f++) {
    parts.push(`<path class="grid" d="M${30 + 60 * f} 30v240m0 60v240"/>`);
    if (f === 0 || f === 8) parts.push(`<path class="grid" d="M${30 + 60 * f} 270v60"/>`);
  }
  fen.split(" ")[0].split("/").forEach((rank, r) => {
    let f = 0;
    for (const c of rank) {
      if (c >= "1" && c <= "9") { f += +c; continue; }
      const red = c === c.toUpperCase(), hidden = c.toUpperCase() === "X";
      const x = 30 + 60 * f, y = 30 + 60 * r;
      parts.push(`<circle cx="${x}" cy="${y}" r="25" fill="${hidden ? (red ? "#d9a08b" : "#8fa3b8") : "#fdf6e3"}" stroke="${red ? "#b3261e" : "#1d3557"}" stroke-width="4"/>`);
      parts.push(`<text x="${x}" y="${y}" fill="${hidden ? "#fff" : red ? "#b3261e" : "#1d3557"}">${hidden ? "×" : c.toUpperCase()}</text>`);
      f++;
    }
  });
  for (const p of [move.slice(0, 2), move.slice(2, 4)]) {
    if (p.length === 2) parts.push(`<circle class="last" cx="${30 + 60 * (p.charCodeAt(0) - 97)}" cy="${30 + 60 * (9 - +p[1])}" r="28"/>`);
  }
  return `<svg class="board" viewBox="0 0 540 600" role="img" aria-label="${fen.split(" ")[0]}">${parts.join("")}</svg>`;
}
