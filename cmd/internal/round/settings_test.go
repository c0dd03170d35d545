package round

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// begun returns the folder of a run that has begun.
func begun(t *testing.T, phrase string) (Folder, Config, *Registry) {
	t.Helper()
	f := Folder(filepath.Join(t.TempDir(), "run"))
	c, err := Settle(f, quick(t, phrase), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := mustOpen(t, f)
	if err := r.begin(f, c); err != nil {
		t.Fatal(err)
	}
	return f, c, r
}

// run.toml belongs to its run: edited, emptied or gone, the run is refused with what to do, and whole again it is not.
func TestTheConfigurationOfARunNeverChanges(t *testing.T) {
	f, _, _ := begun(t, "p")
	text, err := os.ReadFile(f.ConfigFile())
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what, want string) {
		t.Helper()
		_, settled := Settle(f, nil, "", nil)
		_, asked := Ask(f)
		for _, err := range []error{settled, asked} {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "put ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: error %v, want one about %q", what, err, want)
			}
		}
	}
	for what, other := range map[string]string{
		"blank":  "\n",
		"edited": strings.Replace(string(text), "games = 400", "games = 402", 1), "emptied": "", "a comment more": string(text) + "# mine\n",
	} {
		if err := os.WriteFile(f.ConfigFile(), []byte(other), 0o644); err != nil {
			t.Fatal(err)
		}
		refused(what, "run.toml is not what the run began with")
	}
	if err := os.Remove(f.ConfigFile()); err != nil {
		t.Fatal(err)
	}
	refused("deleted", "run.toml is gone")
	if err := os.WriteFile(f.ConfigFile(), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Settle(f, nil, "", nil); err != nil {
		t.Error(err)
	}
}

// A run.toml that is empty is none, whether or not a registry says what it was.
func TestAnEmptyConfigurationIsNoRun(t *testing.T) {
	f := Folder(t.TempDir())
	if err := os.WriteFile(f.ConfigFile(), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, settled := Settle(f, nil, "", nil)
	_, asked := Ask(f)
	for _, err := range []error{settled, asked} {
		if err == nil || !strings.Contains(err.Error(), "run.toml is empty: put its text back, or remove it") {
			t.Errorf("error %v", err)
		}
	}
	r := mustOpen(t, f)
	mustAdd(t, r, Fact{Kind: FactShards, Round: 1}) // as a version without a first line wrote it
	if _, err := Ask(f); err == nil || !strings.Contains(err.Error(), "run.toml is not what the run began with: put the old text back") {
		t.Errorf("error %v", err)
	}
}

// The first line of a registry may be lost: a run.toml that is another than the first round was played with is not taken
// for the run's then, nor a registry that has lost a change.
func TestARoundRemembersItsSettings(t *testing.T) {
	f, c, _ := begun(t, "p")
	if err := os.MkdirAll(string(f.Round(1)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.Round(1).note(c); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.RegistryFile(), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r := mustOpen(t, f)
	other := c
	other.Gate.Games = 200
	if err := r.begin(f, other); err == nil || !strings.Contains(err.Error(), "gate.games was 400, now 200") || len(r.Facts) > 0 {
		t.Errorf("another run.toml: %v", err)
	}
	if err := f.Round(1).note(other); err == nil || !strings.Contains(err.Error(), "restore it") {
		t.Errorf("a change is lost: %v", err)
	}
	if err := r.begin(f, c); err != nil || len(r.Facts) != 1 {
		t.Errorf("the line is not stated again: %v", err)
	}
	if err := f.Round(1).note(c); err != nil {
		t.Error(err)
	}
}

// A setting that cannot be is found before a run begins, and after all are set that go with it.
func TestChangesThatCannotBe(t *testing.T) {
	f := Folder(filepath.Join(t.TempDir(), "run"))
	var setting SettingError
	if _, err := Settle(f, nil, "", []Change{{"gate.games", "3"}}); !errors.As(err, &setting) || !strings.Contains(err.Error(), "gate.games") {
		t.Errorf("an odd number of games: %v", err)
	}
	if there, err := exists(string(f)); there || err != nil {
		t.Errorf("the run was begun, error %v", err)
	}
	both := []Change{{"train.rate.peak", "0.00001"}, {"train.rate.final", "0.000001"}}
	if _, err := Settle(f, nil, "", both[:1]); !errors.As(err, &setting) || !strings.Contains(err.Error(), "rate.final") {
		t.Errorf("the end above the peak: %v", err)
	}
	c, err := Settle(f, nil, "", both)
	if err != nil {
		t.Fatal(err)
	}
	r := mustOpen(t, f)
	if err := r.change(f, c, both); err != nil || len(r.Facts) != 2 {
		t.Errorf("%d facts, error %v", len(r.Facts), err)
	}
}

// A run begins in a folder of its own, not among shards or anything else.
func TestARunBeginsInAnEmptyFolder(t *testing.T) {
	for _, name := range []string{"0000000000.jqs", "manifest.jsonl", "notes.txt", "suspended.games"} {
		f := Folder(t.TempDir())
		if err := os.WriteFile(filepath.Join(string(f), name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Settle(f, nil, "", nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("beside %s: error %v", name, err)
		}
		if entries, err := os.ReadDir(string(f)); err != nil || len(entries) != 1 {
			t.Errorf("beside %s: %v, %v", name, entries, err)
		}
	}
	f := Folder(t.TempDir())
	for _, name := range []string{".hidden", "night.log"} {
		if err := os.WriteFile(filepath.Join(string(f), name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Settle(f, nil, "", nil); err != nil {
		t.Error(err)
	}
}

func TestParseChange(t *testing.T) {
	for text, want := range map[string]Change{
		"gate.nodes=1000":            {"gate.nodes", "1000"},
		" window = 3":                {"window", "3"},
		"train.rate.shape=linear":    {"train.rate.shape", `'linear'`},
		"train.lambda.last=1":        {"train.lambda.last", "1"},
		`yardstick.spec="hce"`:       {"yardstick.spec", `"hce"`},
		"train.filter.in_check=true": {"train.filter.in_check", "true"},
	} {
		if got, err := ParseChange(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "gate.nodes", "gate.nodes=", "=3", "gate.nodes=x", "gate.knots=3", "phrase=x", "champion=hce",
		"preset=jqe", "rounds=4", "train.preset=quick", "train.split.gate=0", "selfplay.opening.tries=3", "gate.nodes=1\nphrase=\"x\"", "gate=3"} {
		var setting SettingError
		if got, err := ParseChange(text); !errors.As(err, &setting) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"phrase=x": "what can: from, gate.games, gate.nodes, ", "gate.knots=3": "selfplay.nodes, selfplay.stray, train.average, ",
		"gate.nodes=x": "gate.nodes: want a whole number from 0 on, not a value of type string", "window=1.5": "want a whole number",
	} {
		if _, err := ParseChange(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A change holds from the next round on; one that is in force is left alone; a round that is begun keeps its settings.
func TestChangesBetweenRounds(t *testing.T) {
	f, c, r := begun(t, "p")
	set := func(texts ...string) error {
		var changes []Change
		for _, text := range texts {
			change, err := ParseChange(text)
			if err != nil {
				t.Fatal(err)
			}
			changes = append(changes, change)
		}
		return r.change(f, c, changes)
	}
	begin := func(n int) {
		if err := os.MkdirAll(string(f.Round(n)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	begin(1)
	if err := set("gate.nodes=90"); err == nil || !strings.Contains(err.Error(), "round 1 is (gate.nodes was 40, now 90)") || !strings.Contains(err.Error(), "--rounds 1") {
		t.Errorf("in a round: %v", err)
	}
	mustAdd(t, r, Fact{Kind: FactRejected, Round: 1})
	if err := set("gate.games=3"); err == nil || !strings.Contains(err.Error(), "even") {
		t.Errorf("an odd number of games: %v", err)
	}
	for range 2 {
		if err := set("gate.nodes=90", "selfplay.games=50"); err != nil {
			t.Error(err)
		}
	}
	begin(2)
	if err := set("gate.nodes=90", "selfplay.games=50"); err != nil { // the same command again after a kill
		t.Error(err)
	}
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 2, Network: "jq-a"})
	if err := set("selfplay.games=70"); err != nil {
		t.Error(err)
	}
	again := mustOpen(t, f)
	var games, first []uint64
	for n := 1; n <= 4; n++ {
		then, err := again.At(c, n)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]uint64{true: c.Gate.Nodes, false: 90}[n == 1]; then.Gate.Nodes != want {
			t.Errorf("round %d: gate at %d nodes, want %d", n, then.Gate.Nodes, want)
		}
		at, err := again.firstGame(c, n)
		if err != nil {
			t.Fatal(err)
		}
		games, first = append(games, uint64(then.SelfPlay.Games)), append(first, at)
	}
	n := uint64(c.SelfPlay.Games)
	if !slices.Equal(games, []uint64{n, 50, 70, 70}) || !slices.Equal(first, []uint64{0, n, n + 50, n + 120}) {
		t.Errorf("games %d from %d", games, first)
	}
	if len(again.Facts) != 6 {
		t.Errorf("%d facts: %+v", len(again.Facts), again.Facts)
	}
}
