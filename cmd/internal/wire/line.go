package wire

import (
	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// Score is {"cp": N} or {"mate": N}, in moves and negative for the side that is mated.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// ScoreOf returns v as pages are told it.
func ScoreOf(v score.Value) Score {
	n := int(v)
	if !v.IsMate() {
		return Score{CP: &n}
	}
	n = (v.MatePlies() + 1) / 2
	if v < 0 {
		n = -n
	}
	return Score{Mate: &n}
}

// Outcome is an identity that a reveal may turn up.
type Outcome struct {
	Piece    string  `json:"piece"` // letter, in the case of its side
	Copies   int     `json:"copies"`
	Of       int     `json:"of"` // of so many unseen identities
	Score    Score   `json:"score"`
	Expected float64 `json:"expected"`
}

// outcomes returns what a reveal of a side may turn up; nil for none.
func outcomes(list []search.Outcome, side board.Color) []Outcome {
	total := 0
	for _, o := range list {
		total += o.Copies
	}
	var out []Outcome
	for _, o := range list {
		out = append(out, Outcome{board.MakePiece(side, o.Kind).String(), o.Copies, total, ScoreOf(o.Value), o.Value.Float()})
	}
	return out
}

// Line is one line of a search.
type Line struct {
	Depth    int       `json:"depth"`
	SelDepth int       `json:"seldepth"`
	MultiPV  int       `json:"multipv"`
	Score    Score     `json:"score"`
	Expected float64   `json:"expected"`
	Bound    string    `json:"bound"` // "", "lower" or "upper"
	Nodes    uint64    `json:"nodes"`
	MS       int64     `json:"ms"`
	PV       []string  `json:"pv"`
	Outcomes []Outcome `json:"outcomes"` // of a reveal, the likeliest first; null otherwise
}

// LineOf returns a line of a search from root.
func LineOf(i search.Info, root *board.Position) Line {
	bound := map[search.ScoreBound]string{search.Lower: "lower", search.Upper: "upper"}[i.Bound]
	return Line{
		Depth: i.Depth, SelDepth: i.SelDepth, MultiPV: max(1, i.MultiPV), Score: ScoreOf(i.Score), Expected: i.Score.Float(), Bound: bound,
		Nodes: i.Nodes, MS: i.Time.Milliseconds(), PV: Moves(i.PV), Outcomes: outcomes(i.Outcomes, root.Side()),
	}
}

// Choice is a move that somebody chose, and why.
type Choice struct {
	Move     string   `json:"move"`
	Score    Score    `json:"score"`
	Expected float64  `json:"expected"`
	Depth    int      `json:"depth"`
	Nodes    uint64   `json:"nodes"`
	PV       []string `json:"pv"`
}

// ChoiceOf returns c as pages are told it.
func ChoiceOf(c rules.Choice) Choice {
	return Choice{c.Move.String(), ScoreOf(c.Score), c.Score.Float(), c.Depth, c.Nodes, Moves(c.PV)}
}

// Price is what a reveal was found to be worth.
type Price struct {
	Move     string    `json:"move"`
	Score    Score     `json:"score"`
	Expected float64   `json:"expected"`
	Depth    int       `json:"depth"`
	Nodes    uint64    `json:"nodes"`
	Outcomes []Outcome `json:"outcomes"`
}

// PriceOf returns the price of a reveal m in root.
func PriceOf(p search.Price, m board.Move, root *board.Position) Price {
	return Price{m.String(), ScoreOf(p.Value), p.Value.Float(), p.Depth, p.Nodes, outcomes(p.Outcomes, root.Side())}
}

// Moves returns moves as texts, an empty list for none.
func Moves(list []board.Move) []string {
	texts := make([]string, 0, len(list))
	for _, m := range list {
		texts = append(texts, m.String())
	}
	return texts
}
