// The backends of seam.js in this browser: Workers that run the program itself. Referee and engine are two, which speak UCI over
// a MessagePort, so that the engine is told what its side may know and nothing more.

let compiled;
const program = () => (compiled ??= fetch(new URL("jieqi.wasm", import.meta.url)).then((response) => {
  if (!response.ok) throw new Error(`jieqi.wasm: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}).then((bytes) => WebAssembly.compile(bytes)));

// begin starts a Worker in a role, at one end of a port where it has one.
async function begin(role, port) {
  const module = await program();
  const worker = new Worker(new URL("worker.js", import.meta.url));
  worker.postMessage({ role, port, module }, port ? [port] : []);
  return worker;
}

// Program is a Worker that answers calls.
class Program {
  constructor(role, onEvent, port) {
    this.calls = new Map();
    this.last = 0;
    this.ready = new Promise((resolve, reject) => {
      begin(role, port).then((worker) => {
        this.worker = worker;
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data }) => {
          if (data.event === "ready") return resolve();
          if (data.event) return onEvent(data.event, JSON.parse(data.data));
          const call = this.calls.get(data.id);
          this.calls.delete(data.id);
          if (data.error) call.reject(new Error(data.error)); else call.resolve(JSON.parse(data.result));
        };
      }, reject);
    });
  }

  async call(method, args = null) {
    await this.ready;
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.calls.set(id, { resolve, reject });
      this.worker.postMessage({ id, method, args: JSON.stringify(args) });
    });
  }
}

export class LocalPlay {
  constructor() {
    this.listeners = new Set();
    const { port1, port2 } = new MessageChannel();
    this.engine = begin("engine", port1);
    this.referee = new Program("referee", (event, state) => this.listeners.forEach((listener) => listener(state)), port2);
  }

  about() { return this.referee.call("about"); }
  newGame(options) { return this.referee.call("newGame", options); }
  async resume() { throw new Error("games of this page end with it"); }
  games() { return this.referee.call("games"); }
  move(text) { return this.referee.call("move", text); }
  takeBack() { return this.referee.call("takeBack"); }
  resign() { return this.referee.call("resign"); }
  hint() { return this.referee.call("hint"); }
  subscribe(listener) { this.listeners.add(listener); return () => this.listeners.delete(listener); }
}

export class LocalPosition {
  constructor() {
    this.running = 0;
    this.onLine = () => {};
    this.analyst = new Program("analyst", (event, { search, line }) => { if (search === this.running) this.onLine(line); });
  }

  about() { return this.analyst.call("about"); }
  evaluate(question) { return this.analyst.call("evaluate", question); }
  price(question) { return this.analyst.call("price", question); }

  search(question, onLine) {
    this.running++;
    this.onLine = onLine;
    return this.analyst.call("search", { ...question, search: this.running });
  }

  stop() { this.running++; return this.analyst.call("stop"); }
}
