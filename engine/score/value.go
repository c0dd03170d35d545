package score

import "strconv"

// Value prices a position: centipawns in the view of the side it is said of, or a mate score.
type Value int32

// The ranges of Value, from the outside in: mates, lost or won verdicts, evaluations.
const (
	Infinity    Value = 32001           // beyond every score
	Mate        Value = 32000           // mate on the board
	MaxPly            = 128             // a search goes no deeper than this many plies
	MateBound         = Mate - 2*MaxPly // |v| >= MateBound: a mate score
	VerdictLoss Value = 25000           // −VerdictLoss + plies: lost by perpetual check or chase
	MaxEval     Value = 20000           // |v| <= MaxEval: an evaluation or an average
)

// MatedIn returns the score of the side that is mated after ply more plies.
func MatedIn(ply int) Value { return -Mate + Value(ply) }

// MateIn returns the score of the side that mates after ply more plies.
func MateIn(ply int) Value { return Mate - Value(ply) }

// LostIn returns the score of the side that loses by the verdict on a repetition after ply more plies.
func LostIn(ply int) Value { return -VerdictLoss + Value(ply) }

// IsMate reports whether v is a mate score, for either side.
func (v Value) IsMate() bool { return v >= MateBound || v <= -MateBound }

// IsVerdict reports whether v says that a verdict on a repetition decides, for either side.
func (v Value) IsVerdict() bool { return !v.IsMate() && (v > MaxEval || v < -MaxEval) }

// MatePlies returns how many plies the mate that v announces takes, whoever mates; 0 when v is no mate.
func (v Value) MatePlies() int {
	switch {
	case v >= MateBound:
		return int(Mate - v)
	case v <= -MateBound:
		return int(Mate + v)
	}
	return 0
}

// Clamp returns v brought into the range of evaluations, ±MaxEval.
func (v Value) Clamp() Value { return min(max(v, -MaxEval), MaxEval) }

// Text returns v as UCI writes it: "cp N", or "mate N" in moves of the side v is said of, negative
// when that side is mated.
func Text(v Value) string {
	switch {
	case v >= MateBound:
		return "mate " + strconv.Itoa((v.MatePlies()+1)/2)
	case v <= -MateBound:
		return "mate " + strconv.Itoa(-(v.MatePlies()+1)/2)
	}
	return "cp " + strconv.Itoa(int(v))
}
