package dataset

import (
	"fmt"

	"jieqi/engine/deal"
)

// Rescored says what the games of a shard are copies of: games of a parent shard whose positions were searched
// again. Moves, results and reasons are the parent's; Header.Network and Header.Config are those of the scores.
type Rescored struct {
	Nodes     uint64 `json:"nodes"`     // of each search
	PerMille  int    `json:"per_mille"` // share of the positions that were searched again, see [Draw]
	Series    string `json:"series"`    // of the parent
	Generator string `json:"generator"` // of the parent
	Network   string `json:"network"`   // of the parent
	Config    string `json:"config"`    // of the parent
	Content   string `json:"content"`   // content hash of the parent shard's games
}

// check reports fields that no rescored shard has.
func (r *Rescored) check() error {
	switch {
	case *r == Rescored{}:
		return nil
	case r.Nodes < 1:
		return fmt.Errorf("header: rescored with %d nodes", r.Nodes)
	case r.PerMille < 1 || r.PerMille > 1000:
		return fmt.Errorf("header: rescored.per_mille %d outside 1..1000", r.PerMille)
	case len(r.Series) != 16:
		return fmt.Errorf("header: rescored.series %.40q is no series", r.Series)
	case len(r.Content) != 2*digestSize:
		return fmt.Errorf("header: rescored.content %.80q is no content hash", r.Content)
	}
	return nil
}

// drawLabel is the label of the streams that positions are drawn from.
const drawLabel = "rescore"

// Draw says which positions are searched again: ply t of game i is drawn if the number t of the phrase's stream
// "rescore" i, from 0 to 999, is below the share. So a larger share draws the same positions and more.
type Draw struct {
	source   deal.Source
	perMille uint64
}

// NewDraw returns the draw of a share, per mille, of the positions of a phrase's games.
func NewDraw(phrase string, perMille int) Draw {
	return Draw{source: deal.NewSource(phrase), perMille: uint64(perMille)}
}

// Game appends to dst, for each of the given number of plies of game i, whether it is drawn.
func (d Draw) Game(i uint64, plies int, dst []bool) []bool {
	random := d.source.Stream(drawLabel, i)
	for range plies {
		dst = append(dst, random.Uintn(1000) < d.perMille)
	}
	return dst
}
