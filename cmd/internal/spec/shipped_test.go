package spec

import (
	"io"
	"testing"

	"jieqi/engine/bench"
)

// The shipped network, and how many nodes the search needs with it for the fixed positions.
const (
	shippedName      = "jq-bad3b7ce78b4"
	shippedSignature = 693271
)

func TestShipped(t *testing.T) {
	n, err := ReadNetwork(Shipped)
	if err != nil {
		t.Fatal(err)
	}
	if n.Name() != shippedName {
		t.Errorf("it is %s, want %s", n.Name(), shippedName)
	}
	if len(shipped) >= 1<<20 {
		t.Errorf("%d bytes, want less than a megabyte", len(shipped))
	}
	if l := n.Provenance().Lineage; !l.Complete {
		t.Error("it does not say all that it was trained on")
	}
	if BuiltIn(Shipped) || !IsNetwork(Shipped) {
		t.Error("it is a network")
	}
}

func TestShippedSignature(t *testing.T) {
	f, err := Load(Shipped)
	if err != nil {
		t.Fatal(err)
	}
	nodes, _, err := bench.Run(t.Context(), f, bench.DefaultDepth, 1, io.Discard)
	if err != nil || nodes != shippedSignature {
		t.Errorf("signature %d, want %d; error %v", nodes, shippedSignature, err)
	}
}
