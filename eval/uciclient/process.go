package uciclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"jieqi/engine/referee"
)

const (
	// drainTime is how long output is still read after the process has ended, what it wrote counts, and how
	// long its end may take after it has closed its output, on a machine that has much else to do.
	drainTime = 3 * time.Second
	// reapTime is how long the end of a killed process may take, on a machine that has much else to do.
	reapTime = 30 * time.Second
)

// process is a running engine. It is used by one goroutine at a time.
type process struct {
	cmd            *exec.Cmd
	stdin          *os.File
	stdout, stderr *os.File // our ends
	lines          chan string
	said           tail           // what came on standard error
	exited         chan struct{}  // closed when the process has ended
	silent         chan struct{}  // closed when the standard error has ended
	over           chan struct{}  // closed by end: output is of no interest any more
	readers        sync.WaitGroup // of both outputs
}

// start runs a command.
func start(path string, command []string, dir string) (*process, error) {
	p := &process{
		cmd:    &exec.Cmd{Path: path, Args: command, Dir: dir},
		lines:  make(chan string),
		exited: make(chan struct{}),
		silent: make(chan struct{}),
		over:   make(chan struct{}),
	}
	ownGroup(p.cmd)
	theirs, err := p.connect()
	if err == nil {
		err = p.run()
	}
	for _, f := range theirs {
		_ = f.Close() // the engine has its own copies
	}
	if err != nil {
		p.closePipes()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	p.readers.Go(func() { deliver(p.stdout, p.lines, p.over) })
	// A tail takes everything, and a failed read is the end of the output.
	p.readers.Go(func() {
		_, _ = io.Copy(&p.said, p.stderr)
		close(p.silent)
	})
	return p, nil
}

// run starts the command, on a thread that does nothing else than wait for its end: see noOrphan.
func (p *process) run() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait() // how it ended is in ProcessState
			close(p.exited)
		}
	}()
	return <-started
}

// connect makes the pipes and returns the engine's ends. The pipes are our own rather than exec's,
// so that the end of the process is seen even while a child of it holds the outputs open.
func (p *process) connect() (theirs []*os.File, err error) {
	pipe := func(ours **os.File, write bool) *os.File {
		r, w, perr := os.Pipe()
		if perr != nil {
			err = errors.Join(err, perr)
			return nil
		}
		mine, other := r, w
		if write {
			mine, other = w, r
		}
		*ours = mine
		theirs = append(theirs, other)
		return other
	}
	p.cmd.Stdin = pipe(&p.stdin, true)
	p.cmd.Stdout = pipe(&p.stdout, false)
	p.cmd.Stderr = pipe(&p.stderr, false)
	return theirs, err
}

// closePipes closes our ends; one that is missing or closed already does not matter.
func (p *process) closePipes() {
	for _, f := range []*os.File{p.stdin, p.stdout, p.stderr} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// ask sends text and hands the lines that come to take until it returns true. At the deadline it
// gives up with ErrStall; if the process ends or closes its output, with ErrCrash; if ctx ends, with its cause.
func (p *process) ask(ctx context.Context, text string, deadline time.Time, take func(line string) bool) error {
	begin := time.Now()
	if err := p.send(ctx, text, deadline); err != nil {
		return err
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	exited := p.exited
	for {
		select {
		case line, open := <-p.lines:
			if !open {
				return p.gone()
			}
			if take(line) {
				return nil
			}
		case <-exited:
			exited = nil
			timer.Reset(drainTime)
		case <-timer.C:
			if exited == nil {
				return p.gone()
			}
			return fmt.Errorf("%w in %v%s", referee.ErrStall, time.Since(begin).Round(time.Millisecond), p.complaint())
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// send writes text to the engine's input.
func (p *process) send(ctx context.Context, text string, deadline time.Time) error {
	// Where pipes have no deadlines the write is short enough for the pipe's buffer.
	_ = p.stdin.SetWriteDeadline(deadline)
	defer context.AfterFunc(ctx, func() { _ = p.stdin.SetWriteDeadline(time.Now()) })()
	_, err := io.WriteString(p.stdin, text)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return nil // any other failure means that the process is going, which the output will show
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("%w: its input is full%s", referee.ErrStall, p.complaint())
}

// gone says how the process ended.
func (p *process) gone() error {
	how := "closed its output"
	if p.wait(drainTime) {
		how = p.cmd.ProcessState.String()
		select { // its last words may still be on their way
		case <-p.silent:
		case <-time.After(drainTime): // a child holds the output open
		}
	}
	return fmt.Errorf("%w: %s%s", referee.ErrCrash, how, p.complaint())
}

// complaint quotes the end of the standard error.
func (p *process) complaint() string {
	if text := p.said.String(); text != "" {
		return "; it wrote: " + text
	}
	return ""
}

// end makes the process end, by asking if it is given any grace, by killing its group after that,
// and returns once it is gone. It is called once.
func (p *process) end(grace time.Duration) error {
	close(p.over)
	if grace > 0 {
		deadline := time.Now().Add(grace) // of the request and its effect together
		_ = p.stdin.SetWriteDeadline(deadline)
		_, _ = io.WriteString(p.stdin, "quit\n") // it may be gone already
		_ = p.stdin.Close()
		p.wait(time.Until(deadline))
	}
	// Also after a good end: children of the engine may be left.
	killGroup(p.cmd)
	gone := p.wait(reapTime)
	p.closePipes()
	p.readers.Wait()
	if !gone {
		return fmt.Errorf("process %d is still there %v after it was killed", p.cmd.Process.Pid, reapTime)
	}
	return nil
}

// wait reports whether the process ends within d.
func (p *process) wait(d time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(d):
		return false
	}
}
