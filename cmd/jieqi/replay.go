package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"jieqi/engine/record"
	"jieqi/engine/rules"
)

type replayCommand struct {
	File  string `arg:"" optional:"" help:"File of lines 'start FEN<TAB>moves'; - or nothing for standard input." default:"-"`
	Each  bool   `help:"Print every position of each line, the start included."`
	Rules string `help:"Rules preset: tiantian or guangdong." default:"tiantian"`
}

func (replayCommand) Help() string {
	return `Prints one JSON object a line: the views of the public, Red and Black, the legal moves and the verdict.
A line that cannot be replayed gets an object with "error"; the exit status is then 1. The start may be startpos.
With --each there is an object for every position: it has the ply and the move that led there.

  printf '3k5/9/9/9/4R4/9/9/9/9/5K3 w - 4 30\te5d5 d9e9\n' | jieqi replay
  jieqi match games /tmp/match | jieqi replay --each`
}

func (c *replayCommand) Run(e *env) error {
	preset, err := rules.Preset(c.Rules)
	if err != nil {
		return usageError{fmt.Errorf("--rules: %w", err)}
	}
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
	bad, err := writeReplays(e.ctx, in, out, c.answers(preset))
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%d of the lines could not be replayed; see their error fields", bad)
	}
	return nil
}

// answers are the JSON objects for line n of the input, each with the error that it tells of.
type answers func(line string, n int) iter.Seq2[any, error]

// answers says of a line where it ends, or all its positions.
func (c *replayCommand) answers(preset rules.Rules) answers {
	return func(line string, n int) iter.Seq2[any, error] {
		return func(yield func(any, error) bool) {
			if !c.Each {
				last := record.Replay(preset, line, n)
				yield(last, last.Err)
				return
			}
			for step := range record.Each(preset, line, n) {
				if !yield(step, step.Err) {
					return
				}
			}
		}
	}
}

// maxReplayLine bounds the memory that input without line ends can take; no real game comes near it.
const maxReplayLine = 16 << 20

// writeReplays answers every line and counts those with an error. It stops when ctx ends, even while
// the input has nothing to read.
func writeReplays(ctx context.Context, in io.Reader, out io.Writer, of answers) (bad int, err error) {
	results, ended := make(chan answer), make(chan error, 1)
	go func() { ended <- replayLines(ctx, in, of, results) }()
	enc := json.NewEncoder(out)
	for {
		select {
		case <-ctx.Done():
			return bad, context.Cause(ctx)
		case err := <-ended:
			return bad, err
		case a := <-results:
			if a.err != nil {
				bad++
			}
			if err := enc.Encode(a.object); err != nil {
				return bad, err
			}
		}
	}
}

// answer is one of the answers to a line.
type answer struct {
	object any
	err    error
}

// replayLines sends the answers to every line, until ctx ends.
func replayLines(ctx context.Context, in io.Reader, of answers, results chan<- answer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxReplayLine)
	n := 1
	for ; lines.Scan(); n++ {
		for object, err := range of(strings.TrimRight(lines.Text(), "\r"), n) {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case results <- answer{object, err}:
			}
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
