package round

import (
	"os"
	"strings"
	"testing"
)

// mustOpen opens the registry of a run, closed when the test ends.
func mustOpen(t *testing.T, f Folder) *Registry {
	t.Helper()
	r, err := OpenRegistry(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func mustAdd(t *testing.T, r *Registry, f Fact) {
	t.Helper()
	if err := r.Add(f); err != nil {
		t.Fatal(err)
	}
}

func TestRegistry(t *testing.T) {
	f := Folder(t.TempDir())
	r := mustOpen(t, f)
	mustAdd(t, r, Fact{Kind: FactShards, Round: 1, Champion: "hce", Games: 10})
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 1, Network: "jq-a"})
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 1, Network: "jq-a"}) // stated again after a kill
	mustAdd(t, r, Fact{Kind: FactRejected, Round: 2, Network: "jq-b"})
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 3, Network: "jq-c"})

	again := mustOpen(t, f)
	if len(again.Facts) != 4 {
		t.Errorf("%d facts, want 4: one was stated twice", len(again.Facts))
	}
	for before, want := range []string{"hce", "hce", "jq-a", "jq-a", "jq-c"} {
		if got := again.Champion(before, "material"); got != want {
			t.Errorf("champion before round %d is %s, want %s", before, got, want)
		}
	}
	if got := new(Registry).Champion(1, "material"); got != "material" {
		t.Errorf("champion before anything is played is %s", got)
	}
}

func TestATornFactIsCutOff(t *testing.T) {
	f := Folder(t.TempDir())
	r := mustOpen(t, f)
	mustAdd(t, r, Fact{Kind: FactShards, Round: 1})
	whole, err := os.ReadFile(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.RegistryFile(), append(whole, `{"kind":"prom`...), 0o644); err != nil {
		t.Fatal(err)
	}
	if r = mustOpen(t, f); len(r.Facts) != 1 {
		t.Fatalf("%d facts", len(r.Facts))
	}
	mustAdd(t, r, Fact{Kind: FactNetwork, Round: 1, Network: "jq-a"})
	if r = mustOpen(t, f); len(r.Facts) != 2 {
		t.Errorf("%d facts after going on", len(r.Facts))
	}
}

// TestReadFactsChangesNothing reads a registry beside a run that is half-way through a line.
func TestReadFactsChangesNothing(t *testing.T) {
	f := Folder(t.TempDir())
	if facts, err := ReadFacts(f.RegistryFile()); err != nil || len(facts) != 0 {
		t.Errorf("no registry: %d facts, error %v", len(facts), err)
	}
	r := mustOpen(t, f)
	mustAdd(t, r, Fact{Kind: FactShards, Round: 1})
	whole, err := os.ReadFile(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	half := append(whole, `{"kind":"prom`...)
	if err := os.WriteFile(f.RegistryFile(), half, 0o644); err != nil {
		t.Fatal(err)
	}
	if facts, err := ReadFacts(f.RegistryFile()); err != nil || len(facts) != 1 {
		t.Errorf("%d facts, error %v", len(facts), err)
	}
	if now, err := os.ReadFile(f.RegistryFile()); err != nil || string(now) != string(half) {
		t.Errorf("a reader left %q, error %v", now, err)
	}
}

// TestAFactStatedAgain takes the line of a promotion out, as after damage: its round states it again.
func TestAFactStatedAgain(t *testing.T) {
	r := mustOpen(t, Folder(t.TempDir()))
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 2, Network: "jq-b"})
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 1, Network: "jq-a"})
	for before, want := range []string{"hce", "hce", "jq-a", "jq-b"} {
		if got := r.Champion(before, "hce"); got != want {
			t.Errorf("champion before round %d is %s, want %s", before, got, want)
		}
	}
}

// TestRegistryWithoutChecksums reads and goes on with the registry of a version that wrote none.
func TestRegistryWithoutChecksums(t *testing.T) {
	f := Folder(t.TempDir())
	old, err := os.ReadFile("../../jieqi/testdata/run-without-checksums/registry.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.RegistryFile(), old, 0o644); err != nil {
		t.Fatal(err)
	}
	r := mustOpen(t, f)
	mustAdd(t, r, Fact{Kind: FactNetwork, Round: 1, Network: "stated already"})
	mustAdd(t, r, Fact{Kind: FactShards, Round: 2})
	facts, err := ReadFacts(f.RegistryFile())
	if err != nil || len(facts) != 5 || facts[0].Games != 60 || facts[3].Kind != FactRejected || facts[4].Round != 2 {
		t.Errorf("facts %+v, error %v", facts, err)
	}
	if now, err := os.ReadFile(f.RegistryFile()); err != nil || !strings.HasPrefix(string(now), string(old)) {
		t.Errorf("old lines were rewritten, error %v", err)
	}
}

func TestADamagedRegistryIsNamed(t *testing.T) {
	f := Folder(t.TempDir())
	if err := os.WriteFile(f.RegistryFile(), []byte("{\"kind\":\"x\",\"unheard\":1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenRegistry(f.RegistryFile()); err == nil || !strings.Contains(err.Error(), "registry.jsonl: line 1") {
		t.Errorf("error %v", err)
	}
}

func TestChampionPointerIsRepaired(t *testing.T) {
	f := Folder(t.TempDir())
	for _, name := range []string{"hce", "jq-a", "jq-a"} {
		if err := repairChampion(f, name); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(f.ChampionFile()); err != nil || string(text) != name+"\n" {
			t.Errorf("pointer %q, error %v", text, err)
		}
	}
}

// TestResultsThatAreZeroAreWritten asks for a lost match in the registry, and for nothing where no match was played.
func TestResultsThatAreZeroAreWritten(t *testing.T) {
	f, zero := Folder(t.TempDir()), 0.0
	r := mustOpen(t, f)
	mustAdd(t, r, Fact{Kind: FactGate, Round: 1, Score: &zero, Elo: &zero, LossT: &zero})
	mustAdd(t, r, Fact{Kind: FactRejected, Round: 1})
	text, err := os.ReadFile(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	gate, rejected, _ := strings.Cut(string(text), "\n")
	if !strings.Contains(gate, `"score":0,"elo":0,"loss_t":0`) || strings.Contains(rejected, "score") {
		t.Errorf("%s", text)
	}
}
