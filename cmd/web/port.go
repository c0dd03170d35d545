//go:build js

package main

import (
	"io"
	"syscall/js"
)

// port is a MessagePort as a stream of text: a message is what was written at once.
type port struct {
	js     js.Value
	listen js.Func
	in     *io.PipeReader
}

// newPort takes over what arrives at a port.
func newPort(v js.Value) *port {
	in, out := io.Pipe()
	p := &port{js: v, in: in}
	texts := make(chan string, 1024) // lines of a session; an event must not wait for who reads
	p.listen = js.FuncOf(func(_ js.Value, args []js.Value) any {
		texts <- args[0].Get("data").String()
		return nil
	})
	v.Set("onmessage", p.listen)
	go func() {
		for text := range texts {
			if _, err := io.WriteString(out, text); err != nil {
				return // nobody reads any more
			}
		}
	}()
	return p
}

// Read implements io.Reader.
func (p *port) Read(b []byte) (int, error) { return p.in.Read(b) }

// Write implements io.Writer.
func (p *port) Write(b []byte) (int, error) {
	p.js.Call("postMessage", string(b))
	return len(b), nil
}

// Close ends reading.
func (p *port) Close() error { return p.in.Close() }
