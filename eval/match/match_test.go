package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jieqi/dataset/durable"
	"jieqi/engine/board"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/eval"
)

// picker plays the move whose number is a fixed function of the position, so its games are reproducible.
type picker struct {
	salt uint64
	fail func() error // nil: never
}

func (p *picker) NewGame() error { return nil }

func (p *picker) Choose(_ context.Context, view *rules.Game, _ rules.Limits) (rules.Choice, error) {
	if p.fail != nil {
		if err := p.fail(); err != nil {
			return rules.Choice{}, err
		}
	}
	pos := view.Position()
	moves := pos.LegalMoves(make([]board.Move, 0, board.MaxMoves))
	n := (uint64(pos.Halfmove())*2654435761 + uint64(pos.Setup().Fullmove)*97 + p.salt) % uint64(len(moves))
	return rules.Choice{Move: moves[n]}, nil
}

func contender(name string, salt uint64) Contender {
	return Contender{Name: name, Hash: name, New: func(context.Context) (referee.Player, error) { return &picker{salt: salt}, nil }}
}

func config(pairs, workers int) Config {
	return Config{
		A: contender("a", 1), B: contender("b", 7), Pairs: pairs, Phrase: "match test",
		Rules: rules.Tiantian, Workers: workers,
	}
}

func mustRun(t *testing.T, cfg Config, dir string, stop Stop) []*Pair {
	t.Helper()
	pairs, err := Run(context.Background(), cfg, dir, stop, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

func TestWorkersDoNotChangeResults(t *testing.T) {
	one := mustRun(t, config(12, 1), t.TempDir(), Stop{})
	four := mustRun(t, config(12, 4), t.TempDir(), Stop{})
	if diff := cmp.Diff(one, four); diff != "" {
		t.Errorf("one worker and four differ:\n%s", diff)
	}
	if len(one) != 12 {
		t.Errorf("%d pairs, want 12", len(one))
	}
}

func TestAPlayerAgainstItselfSplitsEveryPair(t *testing.T) {
	cfg := config(8, 2)
	cfg.B = contender("b", 1)
	s := Summarise(mustRun(t, cfg, t.TempDir(), Stop{}))
	if s.Pairs != (eval.Pairs{0, 0, 8, 0, 0}) {
		t.Errorf("pairs by half points: %v", s.Pairs)
	}
	if s.Wins != s.Losses {
		t.Errorf("%d wins, %d losses", s.Wins, s.Losses)
	}
}

func TestResumePlaysOnlyWhatIsMissing(t *testing.T) {
	whole := mustRun(t, config(10, 1), t.TempDir(), Stop{})
	dir := t.TempDir()
	mustRun(t, config(4, 1), dir, Stop{})
	path := filepath.Join(dir, "pairs.jsonl")
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"pair":4,"deal":"torn`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kept := string(before[:strings.LastIndexByte(string(before), '\n')+1])
	resumed := mustRun(t, config(10, 2), dir, Stop{})
	if diff := cmp.Diff(whole, resumed); diff != "" {
		t.Errorf("resumed differs from undisturbed:\n%s", diff)
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(after), kept) || strings.Contains(string(after), "torn") {
		t.Error("finished lines were rewritten or the torn one kept")
	}
}

// TestJournalWithoutChecksums reads and goes on with a match of a version that wrote none.
func TestJournalWithoutChecksums(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/without-checksums")); err != nil {
		t.Fatal(err)
	}
	want := mustRun(t, config(6, 1), t.TempDir(), Stop{})
	old, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want[:3], old); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, mustRun(t, config(6, 1), dir, Stop{})); diff != "" {
		t.Errorf("gone on with:\n%s", diff)
	}
}

func TestStopCountsInPairOrder(t *testing.T) {
	stop := Stop{From: 2, Enough: func(p eval.Pairs) bool { return p.Count() == 5 }}
	dir := t.TempDir()
	pairs := mustRun(t, config(40, 3), dir, stop)
	if len(pairs) != 5 {
		t.Fatalf("%d pairs counted, want 5", len(pairs))
	}
	journalled, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(journalled); n < 5 || n > 5+3 {
		t.Errorf("%d pairs journalled, want at most 3 beyond the 5 counted", n)
	}
	if again := mustRun(t, config(40, 1), dir, stop); len(again) != 5 {
		t.Errorf("asked again: %d pairs", len(again))
	}
}

func TestAnotherMatchInTheFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, config(1, 1), dir, Stop{})
	cfg := config(1, 1)
	cfg.Phrase, cfg.Limits.Nodes = "another", 10_000_000
	want := filepath.Join(dir, "manifest.json") + `: this folder holds another match: phrase is "match test", asked for "another"; ` +
		"nodes is none, asked for 10000000; give another folder"
	if _, err := Run(context.Background(), cfg, dir, Stop{}, nil); err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

func TestAMatchWithoutPairsIsReplaced(t *testing.T) {
	dir := t.TempDir()
	broken := config(1, 1)
	broken.B = Contender{Name: "broken", New: func(context.Context) (referee.Player, error) { return nil, errors.New("no engine") }}
	if _, err := Run(t.Context(), broken, dir, Stop{}, nil); err == nil || !strings.Contains(err.Error(), "start broken: no engine") {
		t.Fatalf("error %v", err)
	}
	mustRun(t, config(1, 1), dir, Stop{})
	cfg := config(1, 1)
	if m, err := ReadManifest(dir); err != nil || m.differences(cfg.Manifest()) != "" {
		t.Errorf("manifest %+v, %v", m, err)
	}
}

// slow begins no game until its context ends, and closes as it is told.
type slow struct {
	picker
	ctx   context.Context
	close func() error
}

func (s *slow) NewGame() error {
	<-s.ctx.Done()
	return fmt.Errorf("new game: %w", context.Cause(s.ctx))
}

func (s *slow) Close() error { return s.close() }

func TestInterruptedStartsSayWhatInterruptedThem(t *testing.T) {
	for name, start := range map[string]func(context.Context) (referee.Player, error){
		"start": func(ctx context.Context) (referee.Player, error) {
			<-ctx.Done()
			return nil, fmt.Errorf("start: %w", context.Cause(ctx))
		},
		"new game": func(ctx context.Context) (referee.Player, error) {
			return &slow{ctx: ctx, close: func() error { return nil }}, nil
		},
	} {
		cfg := config(1, 1)
		cfg.A.New, cfg.B.New = start, start
		ctx, cancel := context.WithCancelCause(t.Context())
		stopped := errors.New("stopped by a test")
		time.AfterFunc(10*time.Millisecond, func() { cancel(stopped) })
		if _, err := Run(ctx, cfg, t.TempDir(), Stop{}, nil); err != stopped {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestClosingPlayersTakesNoTurns(t *testing.T) {
	both := make(chan struct{})
	closed := func() error {
		select {
		case both <- struct{}{}:
		case <-both:
		case <-time.After(10 * time.Second):
			return errors.New("the other is not closed yet")
		}
		return nil
	}
	table := Table{players: [2]referee.Player{&slow{close: closed}, &slow{close: closed}}}
	if err := table.Close(); err != nil {
		t.Error(err)
	}
}

func TestDamagedJournalNamesTheLine(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, config(2, 1), dir, Stop{})
	path := filepath.Join(dir, "pairs.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string]string{
		"line 3": string(text) + "{}\n",
		"twice":  string(text) + string(text),
		"line 1": "nonsense\n" + string(text),
	} {
		if err := os.WriteFile(path, []byte(damaged), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want it to say %q", err, name)
		}
	}
}

func TestAFailedGameIsPlayedOnceMore(t *testing.T) {
	failures := 1
	cfg := config(3, 1)
	cfg.A.New = func(context.Context) (referee.Player, error) {
		return &picker{salt: 1, fail: func() error {
			if failures > 0 {
				failures--
				return referee.ErrCrash
			}
			return nil
		}}, nil
	}
	clean := mustRun(t, config(3, 1), t.TempDir(), Stop{})
	s, want := Summarise(mustRun(t, cfg, t.TempDir(), Stop{})), Summarise(clean)
	if s.Failures != 1 {
		t.Errorf("%d failures counted, want 1", s.Failures)
	}
	if s.Pairs != want.Pairs {
		t.Errorf("a game that was void changed the results: %v, want %v", s.Pairs, want.Pairs)
	}
}

func TestOneMatchAFolder(t *testing.T) {
	dir := t.TempDir()
	folder, err := durable.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if _, err := Run(t.Context(), config(1, 1), dir, Stop{}, nil); !errors.Is(err, durable.ErrInUse) {
		t.Errorf("error %v, want in use", err)
	}
}

func TestCancelKeepsWhatIsFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	dir := t.TempDir()
	_, err := Run(ctx, config(50, 2), dir, Stop{}, func(s Standing) {
		if s.Counted >= 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want cancelled", err)
	}
	if pairs, err := Read(dir); err != nil || len(pairs) < 3 {
		t.Errorf("%d pairs kept, error %v", len(pairs), err)
	}
}

// TestResultsInAJournal holds a line as it has always been written against what is read and written now, and
// asks that a pair with a game that has no result is none.
func TestResultsInAJournal(t *testing.T) {
	line := func(result string) string {
		return `{"pair":3,"deal":"d","games":[` +
			`{"a_red":true,"result":"red_wins","reason":"no_legal_move","plies":1,"moves":"a"},` +
			`{"a_red":false,"result":` + result + `,"reason":"repetition","plies":2,"moves":"b"}]}`
	}
	for result, half := range map[string]int{`"draw"`: 1, `"black_wins"`: 2, `"red_wins"`: 0} {
		p, err := readLine(t, line(result))
		if err != nil {
			t.Fatal(err)
		}
		if first, second := p.HalfPoints(); first != 2 || second != half {
			t.Errorf("%s: %d and %d half points, want 2 and %d", result, first, second, half)
		}
		if again, err := json.Marshal(p); err != nil || string(again) != line(result) {
			t.Errorf("read  %s\nwrote %s (error %v)", line(result), again, err)
		}
	}
	for _, result := range []string{`"ongoing"`, `""`, `null`, `1`, `"Draw"`, `"won"`} {
		if p, err := readLine(t, line(result)); err == nil {
			t.Errorf("result %s accepted: %+v", result, p)
		}
	}
}

// readLine returns the pair of a journal with one line.
func readLine(t *testing.T, line string) (*Pair, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, journalName), []byte(line+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	pairs, err := Read(dir)
	if err != nil {
		return nil, err
	}
	return pairs[0], nil
}

func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"pair":0,"deal":"","games":[{"a_red":true,"result":"draw"},{"a_red":false,"result":"draw"}]}` + "\n"))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, journalName), data, 0o644); err != nil {
			t.Fatal(err)
		}
		pairs, err := Read(dir)
		if err != nil {
			return
		}
		if len(pairs) != bytes.Count(data, []byte("\n")) {
			t.Fatalf("%d pairs of %q", len(pairs), data)
		}
		for i, p := range pairs {
			if p.Games[0].Result == rules.Ongoing || p.Games[1].Result == rules.Ongoing || i > 0 && pairs[i-1].Index >= p.Index {
				t.Fatalf("accepted %+v", p)
			}
		}
	})
}
