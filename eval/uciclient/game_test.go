//go:build unix

package uciclient

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/notation"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// picker plays a move that is a fixed function of the position.
type picker struct{}

func (picker) NewGame() error { return nil }

func (picker) Choose(_ context.Context, view *rules.Game, _ rules.Limits) (rules.Choice, error) {
	moves := view.Position().LegalMoves(nil)
	return rules.Choice{Move: moves[view.Plies()*7%len(moves)]}, nil
}

// play plays one game with the client as Red.
func play(t *testing.T, red referee.Player, l rules.Limits) *referee.Record {
	t.Helper()
	cfg := referee.Config{Rules: rules.Tiantian, MaxPlies: 200, Limits: [board.NumColors]rules.Limits{l, l}}
	rec, err := referee.Play(context.Background(), cfg, deal.NewSource("uciclient").Deal(3), red, picker{})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestWhatTheEngineIsTold plays a game and checks all that the engine was sent.
func TestWhatTheEngineIsTold(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "log")
	cfg := engine("log", file)
	cfg.Options = []Option{{"Move Overhead", "30"}}
	cfg.Defaults = []Option{{"threads", "2"}, {"move overhead", "10"}, {"Hash", "16"}}
	rec := play(t, started(t, cfg), rules.Limits{Nodes: 9})
	if rec.Verdict.Reason.IsForfeit() || len(rec.Plies) < 40 {
		t.Fatalf("%v after %d plies: %s", rec.Verdict, len(rec.Plies), rec.Forfeit)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	// The helper begins one game, the referee another.
	opening := "uci|setoption name Move Overhead value 30|setoption name threads value 2|isready|ucinewgame|isready|ucinewgame|isready"
	n := strings.Count(opening, "|") + 1
	if got := strings.Join(lines[:n], "|"); got != opening {
		t.Fatalf("began with %s", got)
	}
	view := startView()
	position := regexp.MustCompile(`^position fen [^ ]+ w [^ ]+ \d+ \d+( moves( [a-i]\d[a-i]\d)+)?$`)
	for i := 0; i < len(rec.Plies); i += 2 {
		sent := lines[n+i/2*3:] // three lines for each move of the engine
		line := sent[1]
		if sent[0] != "isready" || sent[2] != "go nodes 9" || !position.MatchString(line) && !strings.Contains(line, " b ") {
			t.Fatalf("ply %d: sent %q", i, sent[:3])
		}
		if got, want := after(t, line), notation.FormatFEN(view.Position()); got != want {
			t.Fatalf("ply %d: sent %q, which is %s, Red's view is %s", i, line, got, want)
		}
		view.Play(rec.Plies[i].Ply)
		if i+1 < len(rec.Plies) {
			told := rec.Plies[i+1].Ply
			told.Victim = board.NoKind // what Black took is not Red's to know
			view.Play(told)
		}
	}
}

// after returns the FEN of what a position command describes.
func after(t *testing.T, line string) string {
	t.Helper()
	fen, moves, _ := strings.Cut(strings.TrimPrefix(line, "position fen "), " moves ")
	p, err := notation.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(moves) {
		ply, err := notation.ParsePly(p, text)
		if err != nil {
			t.Fatal(err)
		}
		if p.IsCapture(ply.Move) || p.IsReveal(ply.Move) {
			t.Fatalf("%q names a capture or a reveal", line)
		}
		var u board.Undo
		p.MakeTold(ply, &u)
	}
	return notation.FormatFEN(p)
}

func TestGoCommand(t *testing.T) {
	clock := &rules.Clock{
		Time: [board.NumColors]time.Duration{60 * time.Second, 30 * time.Second},
		Inc:  [board.NumColors]time.Duration{600 * time.Millisecond, 400 * time.Millisecond},
	}
	control := *clock
	control.MovesToGo = 3
	m := board.MakeMove(board.MakePoint(7, 2), board.MakePoint(4, 2))
	for _, c := range []struct {
		limits  rules.Limits
		noClock bool
		want    string
		allowed time.Duration
	}{
		{rules.Limits{MoveTime: 1500 * time.Millisecond}, false, "go movetime 1500", 1500 * time.Millisecond},
		{rules.Limits{MoveTime: time.Microsecond}, false, "go movetime 1", time.Microsecond},
		{rules.Limits{Nodes: 800}, false, "go nodes 800", untimed},
		{rules.Limits{Depth: 4, Mate: 2}, false, "go depth 4 mate 2", untimed},
		{rules.Limits{Clock: clock}, false, "go wtime 60000 btime 30000 winc 600 binc 400", 30 * time.Second},
		{rules.Limits{Clock: &control}, false, "go wtime 60000 btime 30000 winc 600 binc 400 movestogo 3", 30 * time.Second},
		{rules.Limits{Clock: clock}, true, "go movetime 1300", 1300 * time.Millisecond},
		{rules.Limits{Clock: &control}, true, "go movetime 10300", 10300 * time.Millisecond},
		{rules.Limits{Clock: &control, MoveTime: time.Second}, true, "go movetime 1000", time.Second},
		{rules.Limits{Nodes: 5, SearchMoves: []board.Move{m, m}}, false, "go nodes 5 searchmoves h2e2 h2e2", untimed},
	} {
		cfg := Config{NoClock: c.noClock}
		got, allowed, err := cfg.goCommand(c.limits, board.Black)
		if err != nil || got != c.want+"\n" || allowed != c.allowed {
			t.Errorf("%+v: %q, %v, %v; want %q, %v", c.limits, got, allowed, err, c.want, c.allowed)
		}
	}
	for _, l := range []rules.Limits{{}, {Infinite: true}, {Nodes: 1, Ponder: true}, {Nodes: 1, MultiPV: 2}} {
		if got, _, err := new(Config).goCommand(l, board.Red); err == nil {
			t.Errorf("%+v gives %q, want an error", l, got)
		}
	}
}

func TestTimeForMoveNeverTakesMoreThanHalf(t *testing.T) {
	for _, left := range []time.Duration{0, time.Millisecond, 40 * time.Millisecond, time.Hour} {
		k := &rules.Clock{Time: [board.NumColors]time.Duration{left, left}, Inc: [board.NumColors]time.Duration{time.Second, time.Second}}
		if got := timeForMove(k, board.Red); got > max(left/2, time.Millisecond) || got <= 0 {
			t.Errorf("%v of %v left", got, left)
		}
	}
}
