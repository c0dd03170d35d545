package search

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
)

// Constants are the numbers of the heuristics that can only be found by trial: centipawns unless said otherwise.
// The tag says between which values a search for better ones may look.
type Constants struct {
	AspireWidth    int `range:"10,90"`    // Aspiration: first half-width of the window
	ReverseMargin  int `range:"15,90"`    // ReverseFutility: for each ply left
	NullEval       int `range:"50,400"`   // NullMove: so much above beta, a ply is left out more
	FutilityBase   int `range:"0,200"`    // Futility
	FutilityMargin int `range:"10,120"`   // Futility: for each ply left more
	CountBase      int `range:"0,160"`    // MoveCount: 16ths of a move
	CountSquare    int `range:"4,48"`     // MoveCount: 16ths of a move more for each squared ply left
	SEEQuiet       int `range:"0,80"`     // SEEPruning: what a quiet move may lose for each ply left
	SEETake        int `range:"0,140"`    // SEEPruning: what a capture may lose for each ply left
	DeltaMargin    int `range:"0,240"`    // DeltaPruning: by how much a capture may do better than by what it takes
	PredictMargin  int `range:"20,400"`   // RevealPrediction: by how much the mean of unsearched identities may exceed the prediction
	PredictPly     int `range:"0,90"`     // RevealPrediction: by how much the likeliest may, for each ply it is to be searched deeper
	ReduceBase     int `range:"-256,512"` // LateReductions: 256ths of a ply
	ReduceDivisor  int `range:"500,3000"` // LateReductions: of the product of the logarithms
	ReduceReveal   int `range:"-256,768"` // LateReductions: 256ths of a ply more for reveals
	WorthAdvisor   int `range:"10,120"`   // at stake in exchanges
	WorthElephant  int `range:"10,120"`
	WorthHorse     int `range:"40,200"`
	WorthChariot   int `range:"120,400"`
	WorthCannon    int `range:"40,200"`
	WorthSoldier   int `range:"5,60"`
}

// constants are those of Base and Main: what a tune of 6,000 pairs at 5,000 nodes found for jq-472b94a012f9 (docs/search.md).
var constants = Constants{
	AspireWidth:   29,
	ReverseMargin: 38,
	NullEval:      148,
	FutilityBase:  71, FutilityMargin: 40,
	CountBase: 55, CountSquare: 16,
	SEEQuiet: 18, SEETake: 61,
	DeltaMargin:   68,
	PredictMargin: 134, PredictPly: 24,
	ReduceBase: 106, ReduceDivisor: 777, ReduceReveal: 14,
	WorthAdvisor: 49, WorthElephant: 39, WorthHorse: 86, WorthChariot: 222, WorthCannon: 95, WorthSoldier: 15,
}

// Constant is one of Constants.
type Constant struct {
	Name  string // the field's in lower case with hyphens between words: NullEval is "null-eval"
	Value *int
	Range [2]int // of sensible values, ends included
}

// All yields every constant, in the order of the fields.
func (c *Constants) All() iter.Seq[Constant] {
	return func(yield func(Constant) bool) {
		for f, v := range reflect.ValueOf(c).Elem().Fields() {
			one := Constant{Name: switchName(f.Name), Value: v.Addr().Interface().(*int)}
			if _, err := fmt.Sscanf(f.Tag.Get("range"), "%d,%d", &one.Range[0], &one.Range[1]); err != nil {
				panic("search: range of " + f.Name + ": " + err.Error())
			}
			if !yield(one) {
				return
			}
		}
	}
}

// String writes the constants that differ from those of Main as "name value" with commas between; none is "".
func (c Constants) String() string {
	main := Main.Constants
	var differ []string
	next, stop := iter.Pull(main.All())
	defer stop()
	for one := range c.All() {
		if usual, _ := next(); *one.Value != *usual.Value {
			differ = append(differ, fmt.Sprintf("%s %d", one.Name, *one.Value))
		}
	}
	return strings.Join(differ, ", ")
}
