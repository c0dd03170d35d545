package features

import "jieqi/engine/board"

// Change is the difference between the input lists before and after a move: On[:NumOn] went
// on, Off[:NumOff] went off. A move puts one piece somewhere; it takes away the mover as it
// was, perhaps a captured piece, and perhaps a copy from either pool.
type Change struct {
	On, Off       [4]uint16
	NumOn, NumOff int
}

func (c *Change) off(input uint16) {
	c.Off[c.NumOff] = input
	c.NumOff++
}

// Changed sets c to what the move described by d changes for persp.
func Changed(d *board.Delta, persp board.Color, c *Change) {
	table := &pieceInputs[persp][0]
	from, to := d.Move.From(), d.Move.To()
	c.On[0], c.NumOn = table[d.After][to], 1
	c.Off[0], c.NumOff = table[d.Before][from], 1
	if d.Captured != board.NoPiece {
		c.off(table[d.Captured][to])
	}
	if d.IsReveal() {
		c.off(poolInput(d.After.Color(), persp, d.After.Kind(), d.RevealLeft))
	}
	if d.Victim != board.NoKind {
		c.off(poolInput(d.Captured.Color(), persp, d.Victim, d.VictimLeft))
	}
}
