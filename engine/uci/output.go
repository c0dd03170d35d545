package uci

import (
	"fmt"
	"io"
	"sync"
)

// output writes whole lines from several goroutines and remembers the first failure.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// printf writes one line; the newline is added here.
func (o *output) printf(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	_, o.err = fmt.Fprintf(o.w, format+"\n", args...)
}

// fail reports what went wrong with the peer's input, on one line.
func (o *output) fail(err error) { o.printf("info string error: %s", oneLine(err.Error())) }

// failed returns the first failure of the underlying writer.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// oneLine replaces what would break a line or a terminal.
func oneLine(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c < ' ' || c == 0x7f {
			b[i] = ' '
		}
	}
	return string(b)
}

// Write lets bench and perft print through the same lock. It expects whole lines.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}
