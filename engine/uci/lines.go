package uci

import (
	"bufio"
	"context"
	"errors"
	"io"

	"jieqi/engine/notation"
)

// maxLine bounds one line of input in bytes: a game of a thousand moves takes about 8,000.
const maxLine = 1 << 20

// line is one line of input without its end, or the reason why there is none.
type line struct {
	text    string
	tooLong bool  // text is only its beginning
	err     error // io.EOF at the end
}

// readLines sends the lines of r until it ends or ctx does. The last message carries an error.
func readLines(ctx context.Context, r io.Reader, out chan<- line) {
	in := bufio.NewReader(r)
	skipMark(in)
	for {
		l := nextLine(in)
		select {
		case out <- l:
		case <-ctx.Done():
			return
		}
		if l.err != nil {
			return
		}
	}
}

// skipMark drops a byte order mark at the beginning, which some systems' pipes and editors write.
func skipMark(in *bufio.Reader) {
	const mark = notation.ByteOrderMark
	if head, err := in.Peek(1); err != nil || head[0] != mark[0] {
		return // nothing else is waited for: a first line may be shorter than a mark
	}
	if head, err := in.Peek(len(mark)); err == nil && string(head) == mark {
		_, _ = in.Discard(len(mark)) // just seen
	}
}

// nextLine reads up to the next newline. A last line without one counts; of a line beyond maxLine the
// beginning is kept, and the rest read and dropped.
func nextLine(in *bufio.Reader) line {
	var l line
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		l.tooLong = l.tooLong || len(text)+len(part) > maxLine
		if !l.tooLong {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		l.text = string(text)
		if err != nil && len(text) == 0 {
			l.err = err
		}
		return l
	}
}
