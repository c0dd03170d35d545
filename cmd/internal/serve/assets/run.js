// The run page: where a run stands while it works, what became of its rounds, and its report.

import { getJSON } from "./backend-http.js";
import { el, show } from "./dom.js";
import { failure } from "./shell.js";
import { onChange, t } from "./words.js";

export async function mountRun(root) {
  const parts = { status: el("div", { "aria-live": "off" }), facts: el("div"), error: el("div"), report: el("div") };
  show(root, parts.error, parts.status, parts.facts, parts.report);
  let run = null, shown = 0, report = null;
  const draw = () => {
    if (!run) return;
    show(parts.status, status(run));
    show(parts.facts, timeline(run.facts || []));
    if (run.report && !shown) show(parts.report, el("h2", {}, t("run.report")), (report = frame()));
    else if (run.report !== shown) report.contentWindow.location.reload();
    shown = run.report;
  };
  onChange(draw);
  try { run = await getJSON("api/run"); } catch (error) { show(parts.error, failure(error)); return; }
  draw();
  const source = new EventSource("api/run/events");
  source.addEventListener("run", (event) => { run = JSON.parse(event.data); show(parts.error); draw(); });
  source.addEventListener("error", () => show(parts.error, el("p", { class: "hint" }, t("play.lost"))));
}

// frame shows the report as high as it is.
function frame() {
  const node = el("iframe", { src: "run/report", title: t("run.report"), class: "report" });
  node.addEventListener("load", () => { node.style.height = node.contentDocument.documentElement.scrollHeight + 20 + "px"; });
  return node;
}

function status(run) {
  const pulse = run.pulse, rows = [["run.state", t("run." + run.state)], ["run.champion", run.champion], ["run.rounds", `${run.decided} / ${Math.max(run.rounds, pulse?.rounds || 0)}`]];
  if (pulse) {
    rows.push(["run.stage", `${t("run.round", { n: pulse.round })}, ${pulse.stage}`]);
    if (pulse.total) rows.push(["run.done", [`${pulse.done.toLocaleString()} / ${pulse.total.toLocaleString()} ${pulse.unit} `, el("progress", { max: pulse.total, value: pulse.done })]]);
    if (run.per_second) rows.push(["run.pace", `${run.per_second.toFixed(run.per_second < 10 ? 1 : 0)} ${pulse.unit}/s${pulse.note ? ", " + pulse.note : ""}`]);
    if (run.left_s) rows.push(["run.left", duration(run.left_s)]);
  }
  if (run.next) rows.push(["run.next", el("code", {}, run.next)]);
  return el("table", { class: "status" }, rows.map(([key, value]) => el("tr", {}, el("th", { scope: "row" }, t(key)), el("td", {}, value))));
}

function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  return seconds < 90 ? `${Math.round(seconds)} s` : minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

// timeline lists the registry, what happened last at the top.
function timeline(facts) {
  const text = (f) => [f.network, f.champion && `(${f.champion})`, f.games && t("run.games", { n: f.games.toLocaleString() }), f.score !== undefined && `${(100 * f.score).toFixed(1)} %`, f.elo !== undefined && `${f.elo > 0 ? "+" : ""}${f.elo.toFixed(0)} Elo`, f.reason, f.key && `${f.key} = ${f.value}`].filter(Boolean).join(" ");
  const rows = facts.filter((f) => f.kind !== "run").reverse().map((f) => el("li", { class: "fact " + f.kind }, el("b", {}, t("run.round", { n: f.round }) + " · " + t("fact." + f.kind)), " ", el("span", {}, text(f))));
  return rows.length ? el("details", { open: rows.length < 20 }, el("summary", {}, t("run.timeline")), el("ol", { class: "timeline" }, rows)) : null;
}
