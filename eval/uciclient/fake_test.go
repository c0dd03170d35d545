//go:build unix

package uciclient

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/notation"
)

// asEngine as the first argument makes the test binary behave as an engine of the kind that follows.
const asEngine = "as-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == asEngine {
		(&fake{kind: os.Args[2], args: os.Args[3:]}).run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// engine returns the configuration of a fake, with the patience that an overloaded machine needs.
func engine(kind string, args ...string) Config {
	return Config{
		Name: kind, Command: append([]string{os.Args[0], asEngine, kind}, args...),
		Patience: 20 * time.Second, Handshake: 20 * time.Second, QuitGrace: 200 * time.Millisecond,
	}
}

// impatient returns the configuration of a fake that does not answer.
func impatient(kind string) Config {
	cfg := engine(kind)
	cfg.Patience = 200 * time.Millisecond
	return cfg
}

// fake is an engine that plays the first legal move and misbehaves as its kind says.
type fake struct {
	kind string
	args []string
	fen  string
	pos  *board.Position
}

func (f *fake) run() {
	if f.kind == "owner" {
		f.own()
		return
	}
	if f.kind == "elsewhere" {
		group, err := syscall.Getpgid(os.Getppid())
		if err == nil {
			err = syscall.Setpgid(0, group)
		}
		if err != nil {
			os.Exit(8)
		}
	}
	if f.kind == "slow quit" || f.kind == "elsewhere" {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT)
		defer time.Sleep(time.Minute)
	}
	if f.kind == "deaf" {
		time.Sleep(time.Minute)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch {
		case f.kind == "log":
			f.log(in.Text())
		case f.kind == "mortal" && word == "ucinewgame":
			os.Exit(4)
		}
		switch word {
		case "uci":
			fmt.Println("id name fake\n" + fakeOptions + "uciok")
		case "setoption":
			if f.kind == "complains" {
				fmt.Println(f.args[0])
			}
		case "isready":
			fmt.Println("readyok")
		case "position":
			f.position(rest)
		case "go":
			f.search()
			if f.kind == "twice" {
				fmt.Println("bestmove a0a9")
			}
		case "quit":
			return
		}
	}
}

// fakeOptions are what a fake declares: one option of each type, and some that are declared badly.
const fakeOptions = `option name Move Overhead type spin default 10 min 0 max 5000
option name  Threads  type  spin
option name Ponder type check default false
option name Style type combo default Solid var Solid var Wild Attack var default
option name EvalFile type string default <empty>
option name SyzygyPath type string default <empty>
option name Clear Hash type button
option name Note type string default
option name Broken type
option
`

// own starts an engine that is hard to end, prints its process number and waits to be killed.
func (f *fake) own() {
	c, err := Start(context.Background(), engine("slow quit"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.proc.(*process).cmd.Process.Pid)
	time.Sleep(time.Minute)
}

// log appends a line of input to the file that the argument names.
func (f *fake) log(line string) {
	out, err := os.OpenFile(f.args[0], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = fmt.Fprintln(out, line)
	}
	if err != nil {
		os.Exit(5)
	}
	out.Close()
}

func (f *fake) position(text string) {
	fen, moves, _ := strings.Cut(strings.TrimPrefix(text, "fen "), " moves ")
	p, err := notation.ParseFEN(fen)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(6)
	}
	for _, m := range strings.Fields(moves) {
		ply, err := notation.ParsePly(p, m)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(6)
		}
		var u board.Undo
		p.MakeTold(ply, &u)
	}
	f.fen, f.pos = fen, p
}

func (f *fake) search() {
	m := f.pos.LegalMoves(nil)[0].String()
	switch f.kind {
	case "mute", "slow quit":
		return
	case "dies":
		fmt.Fprintln(os.Stderr, "assertion\nfailed")
		os.Exit(3)
	case "killed":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "closes output":
		os.Stdout.Close()
		time.Sleep(time.Minute)
	case "illegal":
		m = "a0a9"
	case "nonsense":
		m = f.args[0]
	case "floods":
		for out := bufio.NewWriter(os.Stdout); ; {
			out.WriteString("info depth 1 score cp 5 pv " + m + "\n")
		}
	case "long lines":
		long := strings.Repeat("x", 1<<20)
		fmt.Print(long, "\ninfo string ", long, "\ninfo depth 7 score cp 9 pv ", strings.Repeat(m+" ", 1<<18), "\n", long, "\n")
		fmt.Fprint(os.Stderr, long)
	case "garbage":
		fmt.Print("info depth x\ninfo\n\x00\xff\nbest\n\ninfo depth -1 score cp\ninfo score mate x nodes 7\n\r\n")
	case "children":
		f.child()
	case "talks":
		fmt.Print(strings.ReplaceAll(f.args[0], "MOVE", m))
		fmt.Println()
	}
	fmt.Println("bestmove " + m)
}

// child leaves a process behind that holds the outputs open, and writes its number to the file
// that the argument names.
func (f *fake) child() {
	cmd := exec.Command("sleep", "60")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		os.Exit(5)
	}
	if err := os.WriteFile(f.args[0], fmt.Append(nil, cmd.Process.Pid), 0o644); err != nil {
		os.Exit(5)
	}
	if len(f.args) > 1 {
		os.Exit(7)
	}
}
