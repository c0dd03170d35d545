package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"jieqi/cmd/internal/cluster"
	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/version"
	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// The exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// env is what a command may touch of the outside world.
type env struct {
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr *os.File
}

// run is main without the process: it parses args, runs one command and returns the exit code.
func run(args []string, stdin io.Reader, stdout io.Writer, stderr *os.File) int {
	ctx, stop := signal.NotifyContext(context.Background(), append(hangUp(), os.Interrupt, syscall.SIGTERM)...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	var commands commandLine
	helped := false
	parser, err := kong.New(&commands, append(numbers,
		several,
		kong.Name("jieqi"),
		kong.Description("Self-play, training, quantisation, gating and play for Jieqi (dark Chinese chess)."),
		kong.UsageOnError(),
		kong.Vars{"version": "jieqi " + version.Version()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)...)
	if err != nil {
		fmt.Fprintf(stderr, "jieqi: %v\n", err)
		return exitFailed
	}
	for _, fault := range []string{nnue.KernelFault(), kernel.Fault()} {
		if fault != "" {
			fmt.Fprintf(stderr, "jieqi: %s\n", fault)
		}
	}
	if len(args) == 0 && !isTerminal(stdin) {
		args = []string{"uci"} // front ends start an engine without arguments
	}
	var call *kong.Context
	if err = checkWords(args); err == nil {
		call, err = parser.Parse(args)
	}
	if helped {
		return exitDone
	}
	if err != nil {
		fmt.Fprintf(stderr, "jieqi: %v; see `jieqi --help`\n", err)
		return exitUsage
	}
	err = profiled(commands.Profile, func() error {
		return call.Run(&env{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr})
	})
	return exitCode(ctx, err, stderr)
}

// isTerminal reports whether a person types what is read from stream, or sees what is written to it.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// interrupted adds to err how to go on, if a signal stopped the work.
func (e *env) interrupted(err error, how string) error {
	if e.ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("%w; %s", err, how)
}

// usageError is a mistake in what was asked for, found only after parsing.
type usageError struct{ error }

func exitCode(ctx context.Context, err error, stderr io.Writer) int {
	if err == nil {
		return exitDone
	}
	message := err.Error()
	if ctx.Err() != nil { // packages may say no more than that their context ended: a user wants to know why
		message = strings.ReplaceAll(message, context.Canceled.Error(), context.Cause(ctx).Error())
	}
	fmt.Fprintf(stderr, "jieqi: %s\n", strings.ReplaceAll(message, "\n", "; ")) // joined errors have a line each
	var usage usageError
	var text spec.TextError
	var address cluster.AddressError
	if errors.As(err, &usage) || errors.As(err, &text) || errors.As(err, &address) {
		return exitUsage
	}
	return exitFailed
}
