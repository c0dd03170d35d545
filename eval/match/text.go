package match

import (
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/referee"
)

// movesText writes a game's moves with every identity, as `jieqi replay` reads them.
func movesText(rec *referee.Record) string {
	var b strings.Builder
	p := board.StartPosition()
	var u board.Undo
	for i, played := range rec.Plies {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(notation.FormatPly(p, played.Ply))
		p.Make(played.Ply.Move, played.Ply.Reveal, &u)
	}
	return b.String()
}
