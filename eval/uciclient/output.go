package uciclient

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
)

// maxLine is how much of a line is read; the rest is thrown away.
const maxLine = 16 << 10 // bytes

// readLine returns the next line without its end, cut to maxLine bytes. The last one may lack the line feed.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	text := string(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	if err != nil && text == "" {
		return "", err
	}
	return strings.TrimSpace(text), nil
}

// deliver sends the lines of r to out until r ends, and closes out. From over on lines are thrown away.
func deliver(r io.Reader, out chan<- string, over <-chan struct{}) {
	defer close(out)
	for in := bufio.NewReaderSize(r, maxLine); ; {
		line, err := readLine(in)
		if err != nil {
			return
		}
		select {
		case out <- line:
		case <-over:
		}
	}
}

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// tailLength is how many bytes a tail keeps.
const tailLength = 400

// Write never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b[max(0, len(b)-tailLength):]...)
	if extra := len(t.kept) - tailLength; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(b), nil
}

// String returns the end as one line of valid text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(t.kept), "?")), " ")
}

// clip keeps a quotation short.
func clip(s string) string {
	const most = 200
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
