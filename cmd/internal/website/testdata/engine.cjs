// Runs the program in the role of the engine, speaks UCI with it from standard input, and prints what it answers. A line
// "stop after N" stops the search N milliseconds later and prints how long the answer took.
const fs = require("node:fs");
const { MessageChannel } = require("node:worker_threads");
const [wasm, support] = process.argv.slice(2);
const { port1, port2 } = new MessageChannel();
globalThis.role = "engine";
globalThis.port = port1;
require(support);

const input = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
let text = "", answered = () => {};
port2.onmessage = ({ data }) => {
  text += data;
  const lines = text.split("\n");
  text = lines.pop();
  for (const line of lines) {
    if (line.startsWith("bestmove") || line.startsWith("info string error")) { console.log(line); answered(); }
    if (line.startsWith("info depth")) last = line;
  }
};
let last = "";

async function converse() {
  for (const line of input) {
    const wait = /^stop after (\d+)$/.exec(line);
    if (!wait) {
      const done = new Promise((resolve) => { answered = resolve; });
      port2.postMessage(line + "\n");
      if (line.startsWith("go") && line !== "go infinite") await done;
      continue;
    }
    await new Promise((resolve) => setTimeout(resolve, Number(wait[1])));
    const done = new Promise((resolve) => { answered = resolve; }), begin = performance.now();
    port2.postMessage("stop\n");
    await done;
    console.log(`stopped within ${Math.round(performance.now() - begin)} ms; ${last}`);
  }
  process.exit(0);
}

const go = new Go();
WebAssembly.instantiate(fs.readFileSync(wasm), go.importObject).then(({ instance }) => {
  go.run(instance);
  return converse();
}).catch((error) => { console.error(error); process.exit(1); });
