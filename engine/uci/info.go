package uci

import (
	"fmt"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// infoText formats one line of progress of a search from root.
func infoText(i search.Info, root *board.Position, wdl bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s", i.Depth, i.SelDepth, max(i.MultiPV, 1), score.Text(i.Score))
	switch i.Bound {
	case search.Lower:
		b.WriteString(" lowerbound")
	case search.Upper:
		b.WriteString(" upperbound")
	}
	if wdl {
		w, d, l := WDL(i.Score)
		fmt.Fprintf(&b, " wdl %d %d %d", w, d, l)
	}
	millis := i.Time.Milliseconds()
	nps := i.Nodes
	if us := uint64(i.Time.Microseconds()); us > 0 {
		nps = i.Nodes * 1_000_000 / us
	}
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d time %d pv%s", i.Nodes, nps, i.Hashfull, millis, lineText(root, i.PV))
	return b.String()
}

// lineText formats a line, each move after a blank, up to its first reveal: what comes after
// would depend on what turns up. A move that is not legal ends it as well.
func lineText(root *board.Position, pv []board.Move) string {
	var b strings.Builder
	p := *root
	for _, m := range pv {
		if !p.IsLegal(m) {
			break
		}
		b.WriteString(" " + m.String())
		if p.IsReveal(m) {
			break
		}
		var u board.Undo
		p.Make(m, board.NoKind, &u)
	}
	return b.String()
}

// revealText formats what the line's first move, a reveal by side, may turn up: for each identity its letter, how many
// of how many face-down pieces it is, and the score if it is that one.
func revealText(i search.Info, side board.Color) string {
	var b strings.Builder
	total := 0
	for _, o := range i.Outcomes {
		total += o.Copies
	}
	fmt.Fprintf(&b, "info string reveal %s depth %d multipv %d", i.PV[0], i.Depth, max(i.MultiPV, 1))
	for _, o := range i.Outcomes {
		fmt.Fprintf(&b, " %c %d/%d %s", board.MakePiece(side, o.Kind).Letter(), o.Copies, total, score.Text(o.Value))
	}
	return b.String()
}
