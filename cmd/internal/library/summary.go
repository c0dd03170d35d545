package library

import (
	"cmp"
	"math"
	"slices"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// Summary is what the list says of a game.
type Summary struct {
	Number  int           `json:"number"` // in its source
	Title   string        `json:"title"`
	Red     string        `json:"red"`
	Black   string        `json:"black"`
	Result  rules.Outcome `json:"result"`
	Reason  string        `json:"reason"`
	Plies   int           `json:"plies"`
	Reveals int           `json:"reveals"`
	Swing   *float64      `json:"swing"` // the largest change of an expected score by a move, its sign the mover's; null without scores
}

// entry is a game of an index, as small as it gets.
type entry struct {
	block   int32 // of the archive, or of the journal's pairs
	index   uint64
	players [board.NumColors]uint8 // indices into the source's players
	result  rules.Outcome
	reason  rules.Reason
	plies   uint16
	reveals uint8
	swing   float32 // NaN: none
}

// entryOf returns what there is to say of a game of a shard.
func entryOf(block int, g *dataset.Game) entry {
	e := entry{block: int32(block), index: g.Index, result: g.Result, reason: g.Reason, plies: uint16(len(g.Plies)), swing: float32(math.NaN())}
	for i := range g.Plies {
		if g.Plies[i].Flags&dataset.Reveal != 0 {
			e.reveals++
		}
		if x, known := dataset.Swing(g.Plies, i); known && (e.swing != e.swing || math.Abs(x) > math.Abs(float64(e.swing))) {
			e.swing = float32(x)
		}
	}
	return e
}

// Order is how a list is sorted.
type Order string

// The orders.
const (
	AsRecorded Order = "index"
	BySwing    Order = "swing" // the largest first
	ByPlies    Order = "plies" // the longest first
)

// Filter says which games are wanted. The zero Filter wants all.
type Filter struct {
	Result  string // as rules.Outcome has it; "": any
	Reason  string // as rules.Reason has it; "": any
	Player  string // name of somebody who plays in it; "": anybody
	Colour  string // of Player, "red" or "black"; "": either
	Plies   Range
	Reveals Range
	Swing   float64 // the largest swing is at least so large, either way; 0: any
	Order   Order
}

// Range is whole numbers from From to To, ends included; a To of 0 is no end.
type Range struct{ From, To int }

func (r Range) holds(n int) bool { return n >= r.From && (r.To == 0 || n <= r.To) }

// wants reports whether f wants a game of a source whose players have the given names.
func (f *Filter) wants(e *entry, players []string) bool {
	if f.Result != "" && e.result.String() != f.Result || f.Reason != "" && e.reason.String() != f.Reason {
		return false
	}
	if f.Player != "" {
		red, black := players[e.players[board.Red]] == f.Player, players[e.players[board.Black]] == f.Player
		if !(red && f.Colour != board.Black.String() || black && f.Colour != board.Red.String()) {
			return false
		}
	}
	if f.Swing > 0 && !(math.Abs(float64(e.swing)) >= f.Swing) {
		return false
	}
	return f.Plies.holds(int(e.plies)) && f.Reveals.holds(int(e.reveals))
}

// choose returns the numbers of the wanted games in the filter's order.
func (f *Filter) choose(entries []entry, players []string) []int {
	var chosen []int
	for i := range entries {
		if f.wants(&entries[i], players) {
			chosen = append(chosen, i)
		}
	}
	swing := func(i int) float64 {
		if s := entries[i].swing; s == s {
			return math.Abs(float64(s))
		}
		return -1
	}
	switch f.Order {
	case BySwing:
		slices.SortStableFunc(chosen, func(a, b int) int { return cmp.Compare(swing(b), swing(a)) })
	case ByPlies:
		slices.SortStableFunc(chosen, func(a, b int) int { return cmp.Compare(entries[b].plies, entries[a].plies) })
	}
	return chosen
}
