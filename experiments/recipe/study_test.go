package recipe

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/referee"
	"jieqi/engine/search"
	"jieqi/eval/match"
	"jieqi/nnue"
	"jieqi/selfplay"
)

var reference = engine.Factory{Name: "hce", Hash: "hce-test", New: func() search.Evaluator { return hce.New(&hce.Default) }}

// play plays a few games into a folder.
func play(tb testing.TB, dir, phrase, salt string, games, shard int) {
	tb.Helper()
	c := selfplay.Default()
	c.Games, c.Phrase, c.Salt, c.Nodes, c.Workers, c.BlockGames, c.ShardGames = games, phrase, salt, 40, 2, 4, shard
	c.Win.PlayOutEvery = 2 // the label scale is fitted to these games
	if _, err := selfplay.Run(tb.Context(), c, reference, dir, func(selfplay.Progress) {}); err != nil {
		tb.Fatal(err)
	}
}

// player plays with f by this program.
func player(f engine.Factory) match.Contender {
	return match.Contender{Name: f.Name, Hash: f.Hash, Settings: "test", New: func(context.Context) (referee.Player, error) {
		return engine.New(f, engine.Options{HashMB: 1, Search: search.Main}), nil
	}}
}

func testSetup(root, store string) Setup {
	return Setup{
		Root: root, Store: store, Workers: 2, Reference: reference,
		Network: func(n *nnue.Network) engine.Factory {
			return engine.Factory{Name: n.Name(), Hash: n.Name(), New: func() search.Evaluator { return nnue.NewEvaluator(n) }}
		},
		Player: player,
		Opponent: func(spec string) (match.Contender, error) {
			if spec != "hce" {
				return match.Contender{}, fmt.Errorf("no player %q", spec)
			}
			return player(reference), nil
		},
	}
}

const tinyPlan = `
question = "Does it work?"
phrase = "tiny"
baseline = "base"
[data]
a = ["a"]
b = ["b"]
[holdout]
data = ["a"]
deep_positions = 60
deep_nodes = 60
[[match]]
opponent = "hce"
nodes = 40
games = 6
[base]
data = ["a"]
[base.train]
preset = "quick"
samples = 2048
superbatch = 512
batch = 256
label_scale = 180
split = { gate = 100, validation = 300 }
[[row]]
name = "base"
seeds = [1, 2]
[[row]]
name = "wide"
data = ["a", "b"]
train = { lambda = { last = 0.5 } }
[[row]]
name = "scaled"
scale = 0.5
[[row]]
name = "more"
init = "base"
match = false
[[row]]
name = "both"
mean = ["base", "more"]
match = false
`

// shared is the folder of the games that all tests read.
var shared struct {
	once sync.Once
	root string
}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(shared.root)
	os.Exit(code)
}

func tinyRoot(t *testing.T) string {
	t.Helper()
	shared.once.Do(func() {
		root, err := os.MkdirTemp("", "recipe")
		if err != nil {
			t.Fatal(err)
		}
		shared.root = root
		play(t, filepath.Join(root, "a"), "recipe a", "jieqi", 40, 16)
		play(t, filepath.Join(root, "b"), "recipe b", "other salt", 8, 8)
		play(t, filepath.Join(root, "same"), "recipe b", "jieqi", 8, 8)
	})
	return shared.root
}

func mustPlan(t *testing.T, text string) *Plan {
	t.Helper()
	p, err := ParsePlan([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustOpen(t *testing.T, text string, setup Setup) *Study {
	t.Helper()
	s, err := Open(t.Context(), mustPlan(t, text), setup)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func silent(Progress)             {}
func untold(int64, int64, string) {}
func nothing() error              { return nil }

// mustRun runs a plan to its end and returns the table.
func mustRun(t *testing.T, text string, setup Setup) string {
	t.Helper()
	s := mustOpen(t, text, setup)
	if err := s.Run(t.Context(), silent, nothing); err != nil {
		t.Fatal(err)
	}
	r, err := s.Report()
	if err != nil {
		t.Fatal(err)
	}
	return r.Table()
}

// sameSalt is the plan with the games that may be mixed.
var sameSalt = strings.Replace(tinyPlan, `b = ["b"]`, `b = ["same"]`, 1)

// TestStudy runs a study from beginning to end, and again with its outcomes there.
func TestStudy(t *testing.T) {
	root, store, out := tinyRoot(t), t.TempDir(), t.TempDir()
	s := mustOpen(t, sameSalt, testSetup(root, store))
	missing, err := s.Missing()
	want := []string{"holdout", "deep",
		"train base, seed 1", "quantise base, seed 1", "losses base, seed 1", "match base, seed 1 at 40 nodes against hce",
		"train base, seed 2", "quantise base, seed 2", "losses base, seed 2", "match base, seed 2 at 40 nodes against hce",
		"train wide", "quantise wide", "losses wide", "match wide at 40 nodes against hce",
		"quantise scaled", "losses scaled", "match scaled at 40 nodes against hce",
		"train more", "quantise more", "losses more", "mean both", "quantise both", "losses both"}
	if err != nil || !slices.Equal(missing, want) {
		t.Fatalf("missing %q, want %q; error %v", missing, want, err)
	}
	changes := 0
	err = s.Run(t.Context(), silent, func() error {
		changes++
		_, err := s.Write(out)
		return err
	})
	if err != nil || changes != len(want) {
		t.Fatalf("%d stages of %d done, error %v", changes, len(want), err)
	}
	r, err := s.Write(out)
	if err != nil {
		t.Fatal(err)
	}
	if r.Missing != 0 || len(r.Lines) != 6 || len(r.Spreads) != 1 || r.Holdout.Drawn != 60 || r.Holdout.Deals < 5 {
		t.Errorf("report %+v", r)
	}
	for _, l := range r.Lines {
		if l.Losses == nil || l.Losses.Results <= 0 || l.Losses.Deep <= 0 || l.Losses.Scores <= 0 || (l.Seen == 2048) == (l.Row == "both") {
			t.Errorf("line %+v", l)
		}
		if _, err := os.Stat(filepath.Join(store, l.Folder, l.Network+nnue.Extension)); err != nil {
			t.Error(err)
		}
		if played := l.Results[0] != nil; played != (l.Row != "more" && l.Row != "both") {
			t.Errorf("row %q has a match: %v", l.Row, played)
		} else if played && (l.Results[0].Games != 6 || (l.Results[0].Gain == nil) != (l.Row == "base")) {
			t.Errorf("row %q: %+v", l.Row, l.Results[0])
		}
	}
	if a, b := r.Lines[0], r.Lines[3]; a.Network == b.Network || a.Samples != b.Samples {
		t.Errorf("base %+v, scaled %+v", a, b)
	}
	for _, name := range []string{"table.md", "table.json", "elo.svg", "curves.svg", "elo-scores.svg", "elo-deep.svg", "elo-results.svg"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() < 200 {
			t.Errorf("%s: %v", name, err)
		}
	}
	setup := testSetup(root, store)
	setup.Workers = 1
	if again := mustRun(t, sameSalt, setup); again != r.Table() {
		t.Errorf("first:\n%s\nagain:\n%s", r.Table(), again)
	}
	more := strings.Replace(sameSalt, "games = 6", "games = 8", 1)
	if missing, err := mustOpen(t, more, setup).Missing(); err != nil || len(missing) != 4 {
		t.Errorf("more games: missing %q, error %v", missing, err)
	}
	if table := mustRun(t, more, setup); !strings.Contains(table, "Match 1: 8 games") {
		t.Error(table)
	}
}

// TestResume stops a study in every stage that can be stopped, and asks the one that went on, with other folders
// and another number of workers, for the table of an undisturbed one.
func TestResume(t *testing.T) {
	plan := sameSalt[:strings.Index(sameSalt, "[[row]]\nname = \"wide\"")]
	root := tinyRoot(t)
	undisturbed := mustRun(t, plan, testSetup(root, t.TempDir()))
	moved := t.TempDir()
	for _, name := range []string{"a", "same"} {
		if err := os.CopyFS(filepath.Join(moved, name), os.DirFS(filepath.Join(root, name))); err != nil {
			t.Fatal(err)
		}
	}
	setup := testSetup(moved, t.TempDir())
	setup.Workers = 1
	stopped := errors.New("stopped")
	for _, at := range []string{"deep", "train base, seed 1", "match base, seed 1", "train base, seed 2"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		units := 0
		err := mustOpen(t, plan, setup).Run(ctx, func(p Progress) {
			if strings.HasPrefix(p.Stage, at) {
				if units++; units == 2 {
					cancel(stopped)
				}
			}
		}, nothing)
		if !errors.Is(err, stopped) || !strings.HasPrefix(err.Error(), at) {
			t.Errorf("stopped at %s with error %v", at, err)
		}
		cancel(nil)
	}
	if resumed := mustRun(t, plan, setup); resumed != undisturbed {
		t.Errorf("undisturbed:\n%s\nresumed:\n%s", undisturbed, resumed)
	}
}

// TestPlansShare asks that a plan with a row more does only what that row adds, and losses alone play nothing.
func TestPlansShare(t *testing.T) {
	setup := testSetup(tinyRoot(t), t.TempDir())
	setup.LossesOnly = true
	one := sameSalt[:strings.Index(sameSalt, "[[row]]\nname = \"wide\"")]
	mustRun(t, one, setup)
	two := strings.Replace(one, "seeds = [1, 2]", "seeds = [2, 3]", 1) + "[[row]]\nname = \"again\"\n"
	missing, err := mustOpen(t, two, setup).Missing()
	if want := []string{"train base, seed 3", "quantise base, seed 3", "losses base, seed 3"}; err != nil || !slices.Equal(missing, want) {
		t.Errorf("missing %q, want %q; error %v", missing, want, err)
	}
	setup.LossesOnly = false
	if missing, err = mustOpen(t, one, setup).Missing(); err != nil || len(missing) != 2 {
		t.Errorf("with matches: missing %q, error %v", missing, err)
	}
}

// TestRefusedNetwork asks for a study that goes on without a network whose weights do not fit integers.
func TestRefusedNetwork(t *testing.T) {
	plan := sameSalt[:strings.Index(sameSalt, "[[row]]")] + `
[[row]]
name = "base"
[[row]]
name = "large"
scale = 100
train = { scales = { output = 4096 } }
`
	setup := testSetup(tinyRoot(t), t.TempDir())
	setup.LossesOnly = true
	table := mustRun(t, plan, setup)
	if !strings.Contains(table, "| large ") || !strings.Contains(table, "(refused: quantise: l3.weight[") || strings.Contains(table, "still missing") {
		t.Error(table)
	}
}

func TestOpenRefuses(t *testing.T) {
	root := tinyRoot(t)
	for _, c := range []struct{ old, new, want string }{
		{`a = ["a"]`, `a = ["nowhere"]`, "holdout.data: open shards: stat "},
		{`b = ["b"]`, `b = ["nowhere"]`, `row "wide": data: open shards: stat `},
		{`b = ["b"]`, `b = ["a"]`, `row "wide": data: `},
		{`phrase = "tiny"`, `phrase = "tiny"`, ""},
		{`data = ["a", "b"]`, `data = ["b"]`, ""},
		{`opponent = "hce"`, `opponent = "strong"`, `match 1: opponent: no player "strong"`},
	} {
		text := strings.Replace(tinyPlan, c.old, c.new, 1)
		if c.want != "" && !strings.Contains(c.want, "wide") {
			text = strings.Replace(text, `b = ["b"]`, `b = ["same"]`, 1)
		}
		_, err := Open(t.Context(), mustPlan(t, text), testSetup(root, t.TempDir()))
		if c.want == "" {
			if err != nil {
				t.Errorf("another salt among the row's: %v", err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want one line that begins with %q", c.new, err, c.want)
		}
	}
}

// TestSaltsKeepTheHoldoutApart refuses games of the hold-out's deals that another salt splits.
func TestSaltsKeepTheHoldoutApart(t *testing.T) {
	text := strings.Replace(tinyPlan, "[holdout]\ndata = [\"a\"]", "[holdout]\ndata = [\"same\"]", 1)
	text = strings.Replace(text, `a = ["a"]`, `same = ["same"]`+"\n"+`a = ["a"]`, 1)
	text = strings.Replace(text, `data = ["a", "b"]`, `data = ["b"]`, 1)
	_, err := Open(t.Context(), mustPlan(t, text), testSetup(tinyRoot(t), t.TempDir()))
	if err == nil || !strings.HasPrefix(err.Error(), `row "wide": data: trained on deals of the hold-out of phrase "recipe b"`) {
		t.Errorf("error %v", err)
	}
}

func TestDamagedOutcome(t *testing.T) {
	store := t.TempDir()
	s := mustOpen(t, sameSalt, testSetup(tinyRoot(t), store))
	folder, err := s.holdoutStage().folder(store)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, outcomeFile), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Missing(); err == nil || !strings.Contains(err.Error(), "remove the file") || !strings.HasPrefix(err.Error(), "holdout: ") {
		t.Errorf("error %v", err)
	}
}

// TestUnreadableStore asks for no file to be removed where none could be read: the store is a file of its own.
func TestUnreadableStore(t *testing.T) {
	store := filepath.Join(t.TempDir(), "notes")
	if err := os.WriteFile(store, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, sameSalt, testSetup(tinyRoot(t), store))
	if _, err := s.Missing(); err == nil || strings.Contains(err.Error(), "remove") {
		t.Errorf("error %v", err)
	}
}
