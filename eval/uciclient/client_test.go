//go:build unix

package uciclient

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

var quick = rules.Limits{MoveTime: 20 * time.Millisecond}

// started returns a running fake that is ready for a game and is gone after the test.
func started(t *testing.T, cfg Config) *Client {
	t.Helper()
	c, err := Start(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := c.NewGame(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	for talk, want := range map[string]rules.Choice{
		"info string hello": {},
		"info depth 3 score cp -12 nodes 400\ninfo depth 4 seldepth 9 multipv 1 score cp 34 nodes 5000 nps 1 time 3 pv MOVE b9c7": {Score: 34, Depth: 4, Nodes: 5000},
		"info depth 4 score cp 34\ninfo depth 5 score cp 90 lowerbound\ninfo depth 5 currmove MOVE currmovenumber 2":              {Score: 34, Depth: 5},
		"info depth 5 score cp 90 lowerbound":                                             {Score: 90, Depth: 5},
		"info depth 4 score cp 34\ninfo depth 4 multipv 2 score cp 3":                     {Score: 34, Depth: 4},
		"info depth 6 score mate 3":                                                       {Score: score.MateIn(5), Depth: 6},
		"info depth 6 score mate -2 wdl 0 0 1000":                                         {Score: score.MatedIn(4), Depth: 6},
		"info depth 4 score cp 7\ninfo depth 9 score cp\ninfo depth 99999999999999999999": {Score: 7, Depth: 4},
	} {
		got, err := started(t, engine("talks", talk)).Choose(context.Background(), startView(), quick)
		if err != nil {
			t.Errorf("%q: %v", talk, err)
			continue
		}
		first := board.StartPosition().LegalMoves(nil)[0]
		if got.Move != first || got.Score != want.Score || got.Depth != want.Depth || got.Nodes != want.Nodes {
			t.Errorf("%q gives %+v, want %+v", talk, got, want)
		}
		if len(got.PV) != 1 || got.PV[0] != first || got.Time <= 0 {
			t.Errorf("%q gives line %v in %v, want one reveal", talk, got.PV, got.Time)
		}
	}
}

func TestExpectedLine(t *testing.T) {
	p, err := notation.ParseFEN("3k5/9/9/x8/9/9/X7X/9/9/R3K4 w R1P1n1b1 7 12")
	if err != nil {
		t.Fatal(err)
	}
	a0b0 := board.MakeMove(board.MakePoint(0, 0), board.MakePoint(1, 0))
	for line, want := range map[string]int{
		"":                             1,
		"a0c0 d9d8":                    1, // another move: not the line of the answer
		"a0b0":                         1,
		"a0b0 d9d8 b0b1 d8d9":          4,
		"a0b0 d9d8 i3i4 d8d9":          3, // ends with the first reveal
		"a0b0 d9d8 b0i9 d8d9":          2, // not legal
		"a0b0 d9d8 1234 d8d9":          2,
		"a0b0 d9d8 bmc 5 score cp 300": 2,
	} {
		r := report{line: strings.Fields(line)}
		if got := r.choice(a0b0, p).PV; len(got) != want || got[0] != a0b0 {
			t.Errorf("line %q read as %v, want %d moves", line, got, want)
		}
	}
	illegal := board.MakeMove(board.MakePoint(0, 0), board.MakePoint(1, 1))
	if got := (&report{}).choice(illegal, p); got.Move != illegal || len(got.PV) != 0 {
		t.Errorf("an illegal answer gives %+v", got)
	}
}

// TestFailures asks every kind of failure for its own verdict in a game, in good time, and for an
// engine that is there again afterwards.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		cfg    Config
		reason rules.Reason
		says   string
	}{
		"mute":          {impatient("mute"), rules.Stall, "did not answer"},
		"floods":        {impatient("floods"), rules.Stall, "did not answer"},
		"dies":          {engine("dies"), rules.Crash, "exit status 3; it wrote: assertion failed"},
		"killed":        {engine("killed"), rules.Crash, "signal: killed"},
		"closes output": {engine("closes output"), rules.Crash, "closed its output"},
		"illegal":       {engine("illegal"), rules.IllegalMove, "a0a9"},
		"no move":       {engine("nonsense", "(none)"), rules.Crash, `"bestmove (none)"`},
		"empty answer":  {engine("nonsense", ""), rules.Crash, `"bestmove"`},
		"identity":      {engine("nonsense", "b2e2R"), rules.Crash, `"bestmove b2e2R"`},
		"extra":         {engine("nonsense", "b2e2 b7e7"), rules.Crash, "want a move"},
		"zeros":         {engine("nonsense", "0000"), rules.Crash, `"bestmove 0000"`},
		"mortal":        {engine("mortal"), rules.Crash, "exit status 4"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			player := started(t, c.cfg)
			for range 2 {
				begin := time.Now()
				rec := play(t, player, quick)
				if rec.Verdict != (rules.Verdict{Outcome: rules.BlackWins, Reason: c.reason}) || !strings.Contains(rec.Forfeit, c.says) {
					t.Errorf("%v: %q, want %v and %q", rec.Verdict, rec.Forfeit, c.reason, c.says)
				}
				if took := time.Since(begin); took > time.Minute {
					t.Errorf("took %v", took)
				}
			}
		})
	}
}

func TestTimeLossIsNotAStall(t *testing.T) {
	t.Parallel()
	player := started(t, engine("talks", strings.Repeat("info depth 1\n", 5)))
	clock := rules.Limits{Clock: &rules.Clock{Time: [board.NumColors]time.Duration{time.Nanosecond, time.Nanosecond}}}
	if rec := play(t, player, clock); rec.Verdict.Reason != rules.TimeLoss {
		t.Errorf("%v: %q", rec.Verdict, rec.Forfeit)
	}
}

func TestHarmlessNoise(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"garbage", "long lines"} {
		c := started(t, engine(kind))
		for range 3 {
			got, err := c.Choose(context.Background(), startView(), rules.Limits{Nodes: 5})
			if err != nil || len(got.PV) != 1 {
				t.Fatalf("%s: %+v, %v", kind, got, err)
			}
			if kind == "long lines" && (got.Depth != 7 || got.Score != 9) {
				t.Errorf("the part of a long line that fits is not read: %+v", got)
			}
		}
	}
}

func TestStartFailures(t *testing.T) {
	t.Parallel()
	deaf := engine("deaf")
	deaf.Handshake = 100 * time.Millisecond
	unknown := engine("good")
	unknown.Options = []Option{{"Treads", "2"}}
	missing := engine("good")
	missing.Command = []string{"./no-such-engine"}
	notEngine := engine("good")
	notEngine.Command = []string{"true"}
	nowhere := engine("good")
	nowhere.Dir = "/no/such/folder"
	for _, c := range []struct {
		cfg  Config
		is   error
		says string
	}{
		{deaf, referee.ErrStall, "uciok"},
		{unknown, nil, `no option "Treads"; it has Move Overhead, Threads, Ponder, Style, EvalFile, SyzygyPath, Clear Hash, Note`},
		{missing, nil, "no-such-engine"},
		{notEngine, referee.ErrCrash, "exit status 0"},
		{nowhere, nil, "/no/such/folder"},
		{Config{}, nil, "no command"},
	} {
		player, err := Start(t.Context(), c.cfg)
		if err == nil {
			t.Errorf("%q started", c.cfg.Command)
			player.Close()
			continue
		}
		if !strings.Contains(err.Error(), c.says) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%q: error %q, want %q", c.cfg.Command, err, c.says)
		}
	}
}

func TestCancelledSearchEndsAtOnce(t *testing.T) {
	t.Parallel()
	c := started(t, engine("mute"))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if _, err := c.Choose(ctx, startView(), rules.Limits{Nodes: 1}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(begin); took > 15*time.Second {
		t.Errorf("took %v", took)
	}
}

// TestInterruptedStartEndsAtOnce ends the context while an engine is to get ready, first and later.
func TestInterruptedStartEndsAtOnce(t *testing.T) {
	t.Parallel()
	stopped := errors.New("stopped by a test")
	interrupted := func(name string, wait func(context.Context) error) {
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(300*time.Millisecond, func() { cancel(stopped) })
		begin := time.Now()
		if err := wait(ctx); !errors.Is(err, stopped) {
			t.Errorf("%s: error %v", name, err)
		}
		if took := time.Since(begin); took > 15*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
	interrupted("start", func(ctx context.Context) error {
		_, err := Start(ctx, engine("deaf"))
		return err
	})
	interrupted("new game", func(ctx context.Context) error {
		c := &Client{cfg: engine("deaf"), ctx: ctx} // as after a failure
		return c.NewGame()
	})
	interrupted("full input", func(ctx context.Context) error {
		p, err := start(os.Args[0], engine("deaf").Command, "")
		if err != nil {
			return err
		}
		defer p.end(0)
		return p.ask(ctx, strings.Repeat("x", 1<<20), time.Now().Add(20*time.Second), func(string) bool { return true })
	})
}

// TestClosingHasOneGrace closes an engine whose input is full, which has to be waited for too.
func TestClosingHasOneGrace(t *testing.T) {
	t.Parallel()
	p, err := start(os.Args[0], engine("deaf").Command, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.send(t.Context(), strings.Repeat("x", 1<<20), time.Now()); !errors.Is(err, referee.ErrStall) {
		t.Errorf("error %v, want its input to be full", err)
	}
	const grace = 4 * time.Second
	begin := time.Now()
	if err := p.end(grace); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took < grace || took >= 2*grace {
		t.Errorf("took %v, want about %v", took, grace)
	}
}

func TestPatienceCanOnlyLengthenTheHandshake(t *testing.T) {
	t.Parallel()
	for patience, want := range map[time.Duration]time.Duration{
		0: DefaultHandshake, time.Second: DefaultHandshake, time.Minute: time.Minute,
	} {
		cfg := engine("good")
		cfg.Patience, cfg.Handshake = patience, 0
		if c := started(t, cfg); c.cfg.Handshake != want {
			t.Errorf("patience %v: handshake %v, want %v", patience, c.cfg.Handshake, want)
		}
	}
}

// TestNothingIsLeft asks that no process, child or goroutine outlives its client, however it ends.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	dir := t.TempDir()
	for _, cfg := range []Config{
		engine("good"), impatient("slow quit"), impatient("floods"), engine("elsewhere"),
		engine("children", filepath.Join(dir, "one")), engine("children", filepath.Join(dir, "two"), "and dies"),
	} {
		c, err := Start(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		pid := c.proc.(*process).cmd.Process.Pid
		if err := c.NewGame(); err != nil {
			t.Fatal(err)
		}
		_, _ = c.Choose(context.Background(), startView(), quick) // some fail, as they should
		begin := time.Now()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took > cfg.QuitGrace+20*time.Second {
			t.Errorf("%s: closing took %v", cfg.Name, took)
		}
		if !gone(pid) {
			t.Errorf("%s: process %d is left", cfg.Name, pid)
		}
	}
	for _, name := range []string{"one", "two"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if pid, err := strconv.Atoi(string(text)); err != nil || !gone(pid) {
			t.Errorf("child %s of %s is left (%v)", text, name, err)
		}
	}
	for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// gone waits until a killed process has disappeared, or is a zombie that its new parent has yet to bury.
func gone(pid int) bool {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if syscall.Kill(pid, 0) != nil {
			return true
		}
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err == nil && strings.Contains(string(stat), ") Z ") {
			return true
		}
	}
	return false
}
