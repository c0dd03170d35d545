package dataset

import "jieqi/engine/score"

// Drop says why a filter leaves a sample out, or that it keeps it.
type Drop uint8

// The reasons, in the order they are asked: a sample counts under the first that applies.
const (
	Keep          Drop = iota
	DropRandom         // the move was drawn at random: there is no score, or one that may see past what is taken
	DropUnscored       // there is no score: the position was not among those searched again
	DropEarly          // before the first ply wanted
	DropInCheck        // the mover was in check
	DropMate           // the score is a mate
	DropBigScore       // the score is beyond the limit
	DropPlainTake      // the move takes a face-up piece without revealing: the score sees past it
	NumDrops      = int(iota)
)

var dropNames = [NumDrops]string{Keep: "kept", DropRandom: "random", DropUnscored: "unscored",
	DropEarly: "early", DropInCheck: "in_check",
	DropMate: "mate", DropBigScore: "big_score", DropPlainTake: "plain_capture"}

// String returns the reason's stable name, such as "in_check".
func (d Drop) String() string {
	if int(d) < len(dropNames) {
		return dropNames[d]
	}
	return "invalid drop"
}

// Filter chooses the samples worth learning from; training and hold-outs use the same one. Positions
// without a score are always dropped.
type Filter struct {
	MinPly    int         `toml:"min_ply" json:"min_ply"`       // drop plies before this one
	MaxScore  score.Value `toml:"max_score" json:"max_score"`   // drop scores beyond ± this; 0: no limit. Mates are dropped unless 0
	InCheck   bool        `toml:"in_check" json:"in_check"`     // keep positions in check
	PlainTake bool        `toml:"plain_take" json:"plain_take"` // keep moves that take a face-up piece without revealing
}

// DefaultFilter is the starting point of the ablations.
var DefaultFilter = Filter{MinPly: 8, MaxScore: 2000}

// Judge says whether f keeps s, and if not, why.
func (f *Filter) Judge(s *Sample) Drop {
	v := score.Value(s.Score)
	switch {
	case s.Flags&Random != 0:
		return DropRandom
	case s.Flags&Unscored != 0:
		return DropUnscored
	case int(s.Ply) < f.MinPly:
		return DropEarly
	case !f.InCheck && s.Flags&InCheck != 0:
		return DropInCheck
	case f.MaxScore > 0 && v.IsMate():
		return DropMate
	case f.MaxScore > 0 && (v > f.MaxScore || v < -f.MaxScore):
		return DropBigScore
	case !f.PlainTake && s.Flags&(Capture|Reveal|TakesHidden) == Capture:
		return DropPlainTake
	}
	return Keep
}

// Tally counts what a filter did. The zero Tally is ready to use.
type Tally struct {
	By            [NumDrops]uint64 // by reason, Keep included
	RevealsBefore uint64           // reveals among all samples
	RevealsKept   uint64           // reveals among those kept
}

// Judge asks f and counts the answer.
func (t *Tally) Judge(f *Filter, s *Sample) Drop {
	d := f.Judge(s)
	t.By[d]++
	if s.Flags&Reveal != 0 {
		t.RevealsBefore++
		if d == Keep {
			t.RevealsKept++
		}
	}
	return d
}

// Merge adds o's counts to t.
func (t *Tally) Merge(o *Tally) {
	for i := range t.By {
		t.By[i] += o.By[i]
	}
	t.RevealsBefore += o.RevealsBefore
	t.RevealsKept += o.RevealsKept
}
