//go:build js

package main

import (
	"context"
	"syscall/js"

	"jieqi/cmd/internal/spec"
	"jieqi/engine/uci"
)

func main() {
	self := js.Global()
	switch role := self.Get("role").String(); role {
	case "engine":
		serveEngine(self.Get("port"))
	case "referee":
		r, err := newReferee(self.Get("port"))
		must(err)
		serve(r.methods())
	case "analyst":
		a, err := newAnalyst()
		must(err)
		serve(a.methods())
	default:
		panic("web: no role is called " + role)
	}
}

// serveEngine speaks UCI over a port, one session after the other.
func serveEngine(port js.Value) {
	for {
		p := newPort(port)
		s := uci.Server{In: p, Out: p, Load: spec.Load, Default: spec.Shipped}
		must(s.Run(context.Background()))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
