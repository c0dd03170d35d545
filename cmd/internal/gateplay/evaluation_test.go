package gateplay

import (
	"testing"

	"jieqi/cmd/internal/spec"
	"jieqi/engine/board"
)

// TestEvaluation asks for both forms in which an evaluation stands in a gate. The plan of every gate on disk has
// its name and hash and no settings.
func TestEvaluation(t *testing.T) {
	f, err := spec.Load(spec.HandCrafted)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Evaluation(spec.HandCrafted)
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != f.Name || e.Hash != f.Hash || e.Settings != "" || !e.Lineage.Complete {
		t.Errorf("%q, hash %q, settings %q", e.Name, e.Hash, e.Settings)
	}
	if p, err := e.New(t.Context()); err != nil || p.NewGame() != nil {
		t.Errorf("no player: %v", err)
	}
	start := board.StartPosition()
	judge, same := e.NewEvaluator(), f.New()
	judge.Reset(start)
	same.Reset(start)
	if got, want := judge.Evaluate(start), same.Evaluate(start); got != want {
		t.Errorf("the start is worth %v, want %v", got, want)
	}
}
