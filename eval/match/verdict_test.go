package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// scripted fails in chosen games and is an io.Closer.
type scripted struct {
	picker
	games  int
	fails  map[int]error // by game, from 1
	closed *int
}

func (s *scripted) NewGame() error {
	s.games++
	return nil
}

func (s *scripted) Choose(ctx context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error) {
	if err := s.fails[s.games]; err != nil && view.Plies() >= 4 {
		if errors.Is(err, errIllegal) {
			return rules.Choice{Move: board.MakeMove(board.MakePoint(0, 0), board.MakePoint(8, 9))}, nil
		}
		return rules.Choice{}, err
	}
	return s.picker.Choose(ctx, view, l)
}

func (s *scripted) Close() error {
	*s.closed++
	return nil
}

var errIllegal = errors.New("play an illegal move")

func TestFailuresAreToldApart(t *testing.T) {
	cfg := config(3, 1)
	closed := 0
	cfg.A.New = func(context.Context) (referee.Player, error) {
		return &scripted{picker: picker{salt: 1}, closed: &closed, fails: map[int]error{
			1: referee.ErrCrash, 4: referee.ErrStall, 5: errIllegal,
		}}, nil
	}
	dir := t.TempDir()
	pairs := mustRun(t, cfg, dir, Stop{})
	if closed != 1 {
		t.Errorf("%d players closed, want 1", closed)
	}
	// Attempt 1 of the match is void, 2 counts; 3 counts; 4 is void; its repetition 5 is lost by failure.
	first := pairs[0].Games[0]
	if len(first.Failed) != 1 || first.Failed[0].Reason != "crash" || first.Failed[0].By != "a" ||
		len(strings.Fields(first.Failed[0].Moves)) != 4 || !strings.Contains(first.Failed[0].What, "crashed") {
		t.Errorf("first game: %+v", first)
	}
	lost := pairs[1].Games[0]
	if len(lost.Failed) != 2 || lost.Failed[1].Reason != "illegal_move" || lost.Reason != "illegal_move" || lost.Result != rules.BlackWins {
		t.Errorf("lost game: %+v", lost)
	}
	v, err := Judge(dir)
	if err != nil {
		t.Fatal(err)
	}
	if f := v.Results.A.Failures; f["crash"] != 1 || f["stall"] != 1 || f["illegal_move"] != 1 || v.Results.Failures != 3 || len(v.Results.B.Failures) != 0 {
		t.Errorf("counted %v, %v", f, v.Results.B.Failures)
	}
	for _, want := range []string{"a: failures: crash 1, illegal_move 1, stall 1\n", "b: failures: none\n", "undecided: fewer than 10 pairs\n"} {
		if text := v.Table(); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestBlackFailuresAreBlacks(t *testing.T) {
	cfg := config(1, 1)
	closed := 0
	cfg.B.New = func(context.Context) (referee.Player, error) {
		return &scripted{picker: picker{salt: 7}, closed: &closed, fails: map[int]error{1: referee.ErrStall}}, nil
	}
	pairs := mustRun(t, cfg, t.TempDir(), Stop{})
	if f := pairs[0].Games[0].Failed; len(f) != 1 || f[0].By != "b" {
		t.Errorf("failed: %+v", f)
	}
	if s := Summarise(pairs); s.B.Failures["stall"] != 1 || len(s.A.Failures) != 0 {
		t.Errorf("counted %+v, %+v", s.A, s.B)
	}
}

func TestTimesAreKeptOnlyWhereTimeDecides(t *testing.T) {
	cfg := config(2, 1)
	for _, pair := range mustRun(t, cfg, t.TempDir(), Stop{}) {
		if pair.Games[0].Times != nil || pair.Games[1].Times != nil {
			t.Fatal("times in a match by nodes: its journal is no function of the manifest")
		}
	}
	var err error
	if cfg.Limits.Clock, err = ParseTC("600+1"); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, pair := range mustRun(t, cfg, dir, Stop{}) {
		for _, g := range pair.Games {
			red, black := g.Times.A, g.Times.B
			if !g.ARed {
				red, black = black, red
			}
			if red.Moves != (g.Plies+1)/2 || black.Moves != g.Plies/2 || red.LeftMS < 600_000 || black.LeftMS < 600_000 {
				t.Errorf("%d plies, times %+v", g.Plies, g.Times)
			}
		}
	}
	v, err := Judge(dir)
	if err != nil {
		t.Fatal(err)
	}
	if u := v.Results.A.Time; u == nil || u.Moves == 0 || v.Match.TC != "600+1" {
		t.Errorf("verdict %+v", v)
	}
}

func TestUseOfTime(t *testing.T) {
	u := useOf([]SideTimes{
		{Moves: 50, SpentMS: 900, LongestMS: 40, LeftMS: 100},
		{Moves: 60, SpentMS: 980, LongestMS: 70, LeftMS: 20},
		{Moves: 10, SpentMS: 100, LongestMS: 20, LeftMS: 900}, // too short a game to count for the median
		{Moves: 70, SpentMS: 950, LongestMS: 30, LeftMS: 50},
	}, true)
	if u.Moves != 190 || u.LongestMS != 70 || u.MeanMS != 2930.0/190 || *u.UnusedMedian != 0.05 {
		t.Errorf("%+v, unused %v", u, *u.UnusedMedian)
	}
	if useOf(nil, true) != nil || useOf([]SideTimes{{Moves: 50, SpentMS: 9}}, false).UnusedMedian != nil {
		t.Error("no games, or none with a clock, give figures")
	}
}

// TestALostClockCountsAsUsedUp has a contender that lost most of its long games on time, with nothing left.
func TestALostClockCountsAsUsedUp(t *testing.T) {
	game := func(left int64) Game {
		return Game{Times: &Times{A: SideTimes{Moves: 60, SpentMS: 1000 - left, LeftMS: left}, B: SideTimes{Moves: 60, SpentMS: 500, LeftMS: 500}}}
	}
	s := Summarise([]*Pair{{Games: [2]Game{game(0), game(900)}}, {Games: [2]Game{game(0), game(0)}}})
	if u := s.A.Time.UnusedMedian; u == nil || *u != 0 {
		t.Errorf("unused %v, want 0", u)
	}
	for _, g := range []Times{{A: SideTimes{Moves: 60, SpentMS: 9}, B: SideTimes{Moves: 60, SpentMS: 9}}} { // no clock
		if s := Summarise([]*Pair{{Games: [2]Game{{Times: &g}, {Times: &g}}}}); s.A.Time.UnusedMedian != nil {
			t.Errorf("unused %v without a clock", *s.A.Time.UnusedMedian)
		}
	}
}

// TestJudgeCountsInOrder takes a pair out of the middle of a journal.
func TestJudgeCountsInOrder(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, config(6, 1), dir, Stop{})
	path := filepath.Join(dir, "pairs.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile(path, []byte(strings.Join(append(lines[:2:2], lines[3:]...), "")), 0o644); err != nil {
		t.Fatal(err)
	}
	v, err := Judge(dir)
	if err != nil {
		t.Fatal(err)
	}
	if v.Estimate.Pairs != 2 || v.Uncounted != 3 || !strings.Contains(v.Table(), "3 pairs come after") {
		t.Errorf("%d pairs counted, %d not", v.Estimate.Pairs, v.Uncounted)
	}
	if _, err := Judge(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no match in") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := json.Marshal(v); err != nil {
		t.Error(err)
	}
}

func TestDecision(t *testing.T) {
	for want, pairs := range map[string][5]int{
		AStronger: {0, 1, 10, 9, 10},
		BStronger: {10, 9, 10, 1, 0},
		Undecided: {0, 0, 0, 0, 9}, // too few
	} {
		v := Verdict{}
		v.Results.Pairs = pairs
		v.Estimate = v.Results.Pairs.Estimate()
		if v.decide(); v.Verdict != want || v.Reason == "" {
			t.Errorf("%v: %s (%s), want %s", pairs, v.Verdict, v.Reason, want)
		}
	}
}

func TestTimeControls(t *testing.T) {
	for text, want := range map[string]rules.Clock{
		"60+0.6":  {Time: both(60_000), Inc: both(600)},
		"0.05":    {Time: both(50)},
		"40/90+1": {Time: both(90_000), Inc: both(1000), MovesToGo: 40},
	} {
		got, err := ParseTC(text)
		if err != nil || *got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
			continue
		}
		if again, err := ParseTC(FormatTC(got)); err != nil || *again != want {
			t.Errorf("%q is written as %q", text, FormatTC(got))
		}
	}
	for _, text := range []string{"", "+1", "0+1", "-5", "60+", "60+x", "1e9", "0x10", "inf", "NaN", "0/60", "x/60", "60+0.6+1", "99999999", "1.2.3"} {
		if got, err := ParseTC(text); err == nil {
			t.Errorf("%q accepted as %+v", text, got)
		}
	}
}

func both(ms int) [board.NumColors]time.Duration {
	d := time.Duration(ms) * time.Millisecond
	return [board.NumColors]time.Duration{d, d}
}

func TestManifestHasAllThatMatters(t *testing.T) {
	base := config(1, 1)
	base.A.Files = map[string]string{"net": "1"}
	seen := map[string]Manifest{"base": base.Manifest()}
	for name, change := range map[string]func(*Config){
		"a": func(c *Config) { c.A.Settings = "hash 16" }, "b": func(c *Config) { c.B.Settings = "hash 16" },
		"hash": func(c *Config) { c.B.Hash = "x" }, "nodes": func(c *Config) { c.Limits.Nodes = 9 },
		"movetime":     func(c *Config) { c.Limits.MoveTime = time.Second },
		"tc":           func(c *Config) { c.Limits.Clock = &rules.Clock{Time: both(5)} },
		"grace":        func(c *Config) { c.Grace = time.Second },
		"rules":        func(c *Config) { c.Rules = rules.Guangdong },
		"another file": func(c *Config) { c.A.Files = map[string]string{"net": "2"} },
		"one file":     func(c *Config) { c.A.Files = map[string]string{} },
		"two files":    func(c *Config) { c.A.Files = map[string]string{"net": "1", "book": "1"} },
		"b's file":     func(c *Config) { c.B.Files = map[string]string{"net": "1"} },
	} {
		cfg := base
		change(&cfg)
		m := cfg.Manifest()
		for other, was := range seen {
			if was.differences(m) == "" {
				t.Errorf("%s and %s are one match", name, other)
			}
		}
		seen[name] = m
	}
	none := config(1, 1)
	empty := none
	empty.A.Files, empty.B.Files = map[string]string{}, map[string]string{}
	if diff := none.Manifest().differences(empty.Manifest()); diff != "" {
		t.Errorf("no files and none: %s", diff)
	}
}

// TestZerosAreWritten asks that a figure that is 0 stands in the JSON of a verdict as one that is not.
func TestZerosAreWritten(t *testing.T) {
	text, err := json.Marshal(Verdict{Results: Summarise(nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"score":0`, `"elo":0`, `"elo_low":0`, `"los":0`, `"wins":0`, `"failures":{}`, `"uncounted":0`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if text, err = json.Marshal(SideTimes{}); err != nil || !strings.Contains(string(text), `"left_ms":0`) {
		t.Errorf("%s, %v", text, err)
	}
}

// TestFailedPairsEndTheMatch has a player fail in every game.
func TestFailedPairsEndTheMatch(t *testing.T) {
	dir := t.TempDir()
	cfg := config(40, 2)
	good := cfg.B.New
	cfg.B.New = func(context.Context) (referee.Player, error) {
		return &picker{fail: func() error { return referee.ErrCrash }}, nil
	}
	var last Standing
	play := func() error {
		_, err := Run(t.Context(), cfg, dir, Stop{}, func(s Standing) { last = s })
		return err
	}
	err := play()
	for _, want := range []string{"pairs 0 to ", " of b ", "crash", journalName} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to say %q", err, want)
		}
	}
	// The other worker may have finished the sixth before the fifth.
	if n := last.Counted; n < 5 || n > 6 || last.BFailures != 4*n || last.AFailures != 0 ||
		last.String() != fmt.Sprintf("100.0 %%, failures: b %d", 4*n) {
		t.Errorf("%+v: %s", last, last)
	}
	if cfg.B.New = good; play() == nil {
		t.Error("went on after five failed pairs")
	}
	pairs, err := Read(dir)
	if err != nil || len(pairs) < 5 || len(pairs) > 6 {
		t.Fatalf("%d pairs kept, error %v", len(pairs), err)
	}
	// As the error says: without their lines the pairs are played again.
	if err := os.Truncate(filepath.Join(dir, journalName), 0); err != nil {
		t.Fatal(err)
	}
	if cfg.Pairs = 6; play() != nil || last.Counted != 6 || last.BFailures != 0 {
		t.Errorf("played again: %+v", last)
	}
}

// TestFewFailedPairsDoNotEndTheMatch has a player fail now and then.
func TestFewFailedPairsDoNotEndTheMatch(t *testing.T) {
	cfg, games := config(10, 1), 0
	cfg.B.New = func(context.Context) (referee.Player, error) {
		return &counting{games: &games, fails: func(game int) bool { return (game-1)%20 < 16 }}, nil // four pairs of six
	}
	if pairs := mustRun(t, cfg, t.TempDir(), Stop{}); len(pairs) != 10 {
		t.Errorf("%d pairs", len(pairs))
	}
}

// counting fails in games by their number, from 1 on.
type counting struct {
	picker
	games *int
	fails func(game int) bool
}

func (c *counting) NewGame() error {
	*c.games++
	return nil
}

func (c *counting) Choose(ctx context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error) {
	if c.fails(*c.games) {
		return rules.Choice{}, referee.ErrStall
	}
	return c.picker.Choose(ctx, view, l)
}
