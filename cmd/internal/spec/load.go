package spec

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // of the shipped network
	"encoding/hex"
	"fmt"
	"strings"

	"jieqi/dataset/lineage"
	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/referee"
	"jieqi/engine/search"
	"jieqi/nnue"
)

// The evaluations that are built in.
const (
	HandCrafted = "hce"      // the hand-crafted evaluation
	Material    = "material" // the same with the values of the pieces alone
	Shipped     = "shipped"  // the network in this program
)

// shipped is the file of the network that comes with the program: what the project's rounds have come to (docs/ladder.md).
//
//go:embed shipped.nnue
var shipped []byte

// builtIn are the weights of the hand-crafted evaluations.
var builtIn = map[string]*hce.Weights{HandCrafted: &hce.Default, Material: &hce.MaterialOnly}

// BuiltIn reports whether text names an evaluation that is built in and no network: it is never trained.
func BuiltIn(text string) bool { return builtIn[text] != nil }

// TextError says that a text is no spec at all, whatever files and programs there are.
type TextError struct{ error }

// Unwrap returns what is wrong with the text.
func (e TextError) Unwrap() error { return e.error }

// Load returns the factory of the evaluation that text names. A network is read and checked whole;
// the factory's evaluators share it.
func Load(text string) (engine.Factory, error) {
	o, err := LoadWithOrigin(text)
	return o.Factory, err
}

// Origin is an evaluation with what a gate asks of it.
type Origin struct {
	engine.Factory
	Lineage lineage.Lineage // what it was trained on
	Weights string          // hash of what it plays by alone: evaluations with the same one play alike, whatever their names
}

// LoadWithOrigin is Load with what a gate asks of the evaluation. What is built in counts as never trained: its few
// weights were fitted long ago, to games whose phrases no run has (docs/evaluation.md).
func LoadWithOrigin(text string) (Origin, error) {
	if w := builtIn[text]; w != nil {
		f, err := weighted(text, w)
		return Origin{f, lineage.None(), f.Hash}, err
	}
	n, err := load(text)
	if err != nil {
		return Origin{}, err
	}
	return Origin{Network(n), n.Provenance().Lineage, n.WeightsHash()}, nil
}

// IsNetwork reports whether text names a network: the shipped one, or a file.
func IsNetwork(text string) bool { return text == Shipped || strings.HasSuffix(text, nnue.Extension) }

// ReadNetwork returns the network that text names: the shipped one, or that of a file.
func ReadNetwork(text string) (*nnue.Network, error) { return load(text) }

// load returns the network that text names.
func load(text string) (*nnue.Network, error) {
	if text == Shipped {
		return nnue.Decode(shipped)
	}
	if strings.HasPrefix(text, External) {
		return nil, TextError{fmt.Errorf("%q names no evaluation: it is an engine of its own and can only play matches", text)}
	}
	if !strings.HasSuffix(text, nnue.Extension) {
		return nil, TextError{fmt.Errorf("%q names no evaluation: want %s, %s, %s or the path of a %s file", text, Shipped, HandCrafted, Material, nnue.Extension)}
	}
	return nnue.ReadFile(text)
}

// Network returns the factory of a network that is in memory.
func Network(n *nnue.Network) engine.Factory {
	name := n.Name()
	return engine.Factory{
		Name: name, Hash: strings.TrimPrefix(name, "jq-"),
		New: func() search.Evaluator { return nnue.NewEvaluator(n) },
	}
}

// weighted identifies a hand-crafted evaluation by its name and a hash of its weights.
func weighted(name string, w *hce.Weights) (engine.Factory, error) {
	var text bytes.Buffer
	if err := hce.WriteWeights(&text, w); err != nil {
		return engine.Factory{}, fmt.Errorf("hash the weights of %s: %w", name, err)
	}
	sum := sha256.Sum256(text.Bytes())
	return engine.Factory{
		Name: name, Hash: name + "-" + hex.EncodeToString(sum[:6]),
		New: func() search.Evaluator { return hce.New(w) },
	}, nil
}

// Players returns a maker of players that evaluate with f.
func Players(f engine.Factory, o engine.Options) func(context.Context) (referee.Player, error) {
	return func(context.Context) (referee.Player, error) { return engine.New(f, o), nil }
}
