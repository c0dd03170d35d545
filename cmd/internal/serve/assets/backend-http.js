// The backends of seam.js over HTTP: JSON by fetch, server-sent events for what comes by itself.

async function ask(path, body, signal) {
  const request = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { ...request, signal });
  if (!response.ok) throw new Error(await reason(response));
  return response;
}

async function reason(response) {
  try { return (await response.json()).error; } catch { return `${response.status} ${response.statusText}`; }
}

export const getJSON = async (path, body) => (await ask(path, body)).json();

// Ids of this browser's own games: whoever knows an id may play on.
const KEY = "jieqi.games";
const ids = () => { try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; } };
function remember(id) {
  try { localStorage.setItem(KEY, JSON.stringify([id, ...ids().filter((other) => other !== id)].slice(0, 20))); } catch { /* it is played, not remembered */ }
}

export class HttpPlay {
  constructor() { this.listeners = new Set(); this.id = ""; this.source = null; }

  about() { return getJSON("api/play/about"); }

  async newGame(options) { this.follow(await getJSON("api/play/games", options)); }

  async resume(id) { this.follow(await getJSON("api/play/games/" + encodeURIComponent(id))); }

  async games() {
    const own = ids();
    return own.length ? getJSON("api/play/games?" + own.map((id) => "id=" + encodeURIComponent(id)).join("&")) : [];
  }

  move(text) { return this.command("move", { move: text }); }
  takeBack() { return this.command("take-back", {}); }
  resign() { return this.command("resign", {}); }
  hint() { return this.command("hint", {}); }

  subscribe(listener) { this.listeners.add(listener); return () => this.listeners.delete(listener); }

  // follow makes a game the one that is played.
  follow(state) {
    this.source?.close();
    this.id = state.id;
    remember(state.id);
    this.tell(state);
    this.source = new EventSource(`api/play/games/${this.id}/events`);
    this.source.addEventListener("state", (event) => this.tell(JSON.parse(event.data)));
    this.source.addEventListener("error", () => this.tell({ ...this.last, failure: "play.lost" })); // the browser tries again by itself
  }

  command(name, body) { return getJSON(`api/play/games/${this.id}/${name}`, body); }
  tell(state) { this.last = state; this.listeners.forEach((listener) => listener(state)); }
}

export class HttpPosition {
  about() { return getJSON("api/position/about"); }
  evaluate(question) { return getJSON("api/position/evaluate", question); }
  price(question) { return getJSON("api/position/price", question); }

  async search(question, onLine) {
    this.stop();
    const own = (this.running = new AbortController());
    try {
      const response = await ask("api/position/search", question, own.signal);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) {
          const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) || [];
          if (name === "line" && !own.signal.aborted) onLine(JSON.parse(data));
        }
      }
    } catch (error) {
      if (!own.signal.aborted) throw error;
    }
  }

  stop() { this.running?.abort(); }
}
