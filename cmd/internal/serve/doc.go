// Package serve is the pages in the browser: playing against an engine, looking into a position, leafing through recorded
// games, following a run. One handler serves them all; pages, scripts and drawings are embedded and load nothing from
// elsewhere.
//
// Pages are small ES modules in assets/. What they ask of whoever knows the rules is described in assets/seam.js: here
// it is answered over HTTP, by JSON and server-sent events.
//
// # Safety, promised
//
//   - Evaluations, opponents and games are fixed when the server starts and chosen by number: no request names a path, a
//     spec or a command.
//   - Requests are answered only under the names of the server (so that no name of somebody else's that points here will
//     do), and those that change something only from its own pages. Away from the machine itself a token is asked for.
//   - A page runs scripts of this server and no others, none of them inline.
//   - Bodies, lists, games, searches and open streams are bounded; what is beyond is refused with a reason.
//   - Until a game is over its page is told what its player was told (package play).
//
// Not promised: secrecy of what goes over the wire. The server speaks HTTP; who serves a network that is not trusted puts
// a proxy with TLS before it.
package serve
