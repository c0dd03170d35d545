package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"jieqi/engine/record"
)

type replayCommand struct {
	File string `arg:"" optional:"" help:"File of lines 'start FEN<TAB>moves'; - or nothing for standard input." default:"-"`
}

func (replayCommand) Help() string {
	return `Prints one JSON object a line: the views of the public, Red and Black, the legal moves and the verdict.
A line that cannot be replayed gets an object with "error"; the exit status is then 1.

  printf '3k5/9/9/9/4R4/9/9/9/9/5K3 w - 4 30\te5d5 d9e9\n' | jieqi replay`
}

func (c *replayCommand) Run(e *env) error {
	in := e.stdin
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	out := bufio.NewWriter(e.stdout)
	bad, err := writeReplays(e.ctx, in, out)
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%d of the lines could not be replayed; see their error fields", bad)
	}
	return nil
}

// maxReplayLine bounds the memory that input without line ends can take; no real game comes near it.
const maxReplayLine = 16 << 20

// writeReplays answers every line and counts those with an error. It stops when ctx ends, even while
// the input has nothing to read.
func writeReplays(ctx context.Context, in io.Reader, out io.Writer) (bad int, err error) {
	results, ended := make(chan record.Result), make(chan error, 1)
	go func() { ended <- replayLines(ctx, in, results) }()
	enc := json.NewEncoder(out)
	for {
		select {
		case <-ctx.Done():
			return bad, context.Cause(ctx)
		case err := <-ended:
			return bad, err
		case result := <-results:
			if result.Err != nil {
				bad++
			}
			if err := enc.Encode(result); err != nil {
				return bad, err
			}
		}
	}
}

// replayLines sends the result of every line, until ctx ends.
func replayLines(ctx context.Context, in io.Reader, results chan<- record.Result) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxReplayLine)
	n := 1
	for ; lines.Scan(); n++ {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case results <- record.Replay(strings.TrimRight(lines.Text(), "\r"), n):
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d: longer than %d MB", n, maxReplayLine>>20)
	case err != nil:
		return fmt.Errorf("line %d: %w", n, err)
	}
	return nil
}
