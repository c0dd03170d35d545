// Command web is the engine and the referee for the browser: WebAssembly for Workers that worker.js starts. Each Worker plays one
// role, named when it begins:
//
//   - "engine" speaks UCI over a MessagePort, as `jieqi uci` does over pipes;
//   - "referee" holds the deal of a game (package play, in memory alone), asks the engine over the other end of that port, and answers
//     the play page;
//   - "analyst" answers the position page.
//
// Pages call them by messages {id, method, args} and get {id, result} or {id, error}; what comes by itself is {event, data}. The
// shapes are those of seam.js.
//
// Not promised: that a deal held in one's own browser is a secret from who opens its developer tools. The page says so.
package main
