// Command website writes the pages that play and look into positions without a server: a folder of static files that anyone can
// host. The pages are those of `jieqi serve`; the engine is command web, as WebAssembly.
//
//	go run ./cmd/internal/website -wasm bin/web.wasm -out bin/web
//
// The folder needs nothing else: no other address, no SharedArrayBuffer, no header that a host would have to set.
package main
