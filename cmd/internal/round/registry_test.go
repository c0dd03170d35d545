package round

import (
	"os"
	"strings"
	"testing"
)

func mustAdd(t *testing.T, r *Registry, f Fact) {
	t.Helper()
	if err := r.Add(f); err != nil {
		t.Fatal(err)
	}
}

func TestRegistry(t *testing.T) {
	f := Folder(t.TempDir())
	r, err := OpenRegistry(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	mustAdd(t, r, Fact{Kind: FactShards, Round: 1, Games: 10})
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 1, Network: "jq-a"})
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 1, Network: "jq-a"}) // stated again after a kill
	mustAdd(t, r, Fact{Kind: FactRejected, Round: 2, Network: "jq-b"})
	mustAdd(t, r, Fact{Kind: FactPromoted, Round: 3, Network: "jq-c"})

	again, err := OpenRegistry(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Facts) != 4 {
		t.Errorf("%d facts, want 4: one was stated twice", len(again.Facts))
	}
	for before, want := range []string{"hce", "hce", "jq-a", "jq-a", "jq-c"} {
		if got := again.Champion(before, "hce"); got != want {
			t.Errorf("champion before round %d is %s, want %s", before, got, want)
		}
	}
}

func TestATornFactIsCutOff(t *testing.T) {
	f := Folder(t.TempDir())
	r, err := OpenRegistry(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	mustAdd(t, r, Fact{Kind: FactShards, Round: 1})
	whole, err := os.ReadFile(f.RegistryFile())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.RegistryFile(), append(whole, `{"kind":"prom`...), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err = OpenRegistry(f.RegistryFile()); err != nil || len(r.Facts) != 1 {
		t.Fatalf("%d facts, error %v", len(r.Facts), err)
	}
	mustAdd(t, r, Fact{Kind: FactNetwork, Round: 1, Network: "jq-a"})
	if r, err = OpenRegistry(f.RegistryFile()); err != nil || len(r.Facts) != 2 {
		t.Errorf("%d facts after going on, error %v", len(r.Facts), err)
	}
}

func TestADamagedRegistryIsNamed(t *testing.T) {
	f := Folder(t.TempDir())
	if err := os.WriteFile(f.RegistryFile(), []byte("{\"kind\":\"x\",\"unheard\":1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenRegistry(f.RegistryFile()); err == nil || !strings.Contains(err.Error(), "registry.jsonl: fact 1") {
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
