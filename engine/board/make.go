package board

// Undo is what Unmake needs to take a move back, and what evaluators need to follow it.
// Make fills it; it may be reused for any later move.
type Undo struct {
	Delta Delta // what the move changed; not filled by MakeNull

	key                uint64
	guard              guard
	halfmove, fullmove int32
}

// save keeps what a move changes and cannot be worked back. One copy a statement:
// a tuple assignment would copy twice.
func (u *Undo) save(p *Position) {
	u.key = p.key
	u.guard = p.guard
	u.halfmove = p.halfmove
	u.fullmove = p.fullmove
}

// restore puts back what save kept.
func (u *Undo) restore(p *Position) {
	p.key = u.key
	p.guard = u.guard
	p.halfmove = u.halfmove
	p.fullmove = u.fullmove
}

// Make plays a legal move and fills u. reveal is the identity of a face-down mover, which must be in the mover's
// pool and leaves it, or NoKind for a face-up mover. A captured face-down piece touches no pool: inside
// a search nobody learns what it was.
func (p *Position) Make(m Move, reveal Kind, u *Undo) {
	p.apply(m, reveal, u)
	p.computeGuard()
}

// MakeTold plays a legal move with all the observer was told: as Make, and a victim's identity
// leaves the captured side's pool, which must hold it. ply.Victim is NoKind when no face-down
// piece was taken or the observer was not told.
func (p *Position) MakeTold(ply Ply, u *Undo) {
	p.apply(ply.Move, ply.Reveal, u)
	if ply.Victim != NoKind {
		u.Delta.Victim = ply.Victim
		u.Delta.VictimLeft = p.takeFromPool(p.side, ply.Victim)
	}
	p.computeGuard()
}

// apply does all of a move but the guard of the side that is then to move.
func (p *Position) apply(m Move, reveal Kind, u *Undo) {
	from, to, us := m.From(), m.To(), p.side&1
	before, captured := p.cells[from], p.cells[to]
	u.save(p)
	// Field by field: a composite would be put together in memory and wait for itself to be read back.
	d := &u.Delta
	d.Move, d.Before, d.Captured = m, before, captured
	d.RevealLeft, d.Victim, d.VictimLeft = 0, NoKind, 0

	p.halfmove++
	p.fullmove += int32(us)
	if captured != NoPiece {
		p.halfmove = 0
		p.toggleCaptured(captured, to)
		p.key ^= keys.pieces[captured&15][to]
	}
	after := before
	if before&7 == Piece(FaceDown) {
		after = MakePiece(us, reveal)
		d.RevealLeft = p.takeFromPool(us, reveal)
	}
	d.After = after
	p.toggleMover(before, after, from, to)
	p.cells[from], p.cells[to] = NoPiece, after
	if after&7 == Piece(General) {
		p.kings[us] = to
	}
	p.key ^= keys.pieces[before&15][from] ^ keys.pieces[after&15][to] ^ keys.black
	p.side = us ^ 1
}

// Unmake takes back the last move made, whose Undo u is.
func (p *Position) Unmake(u *Undo) {
	d := &u.Delta
	from, to, us := d.Move.From(), d.Move.To(), p.side&1^1
	p.side = us
	p.toggleMover(d.Before, d.After, from, to)
	p.cells[from], p.cells[to] = d.Before, d.Captured
	if d.Captured != NoPiece {
		p.toggleCaptured(d.Captured, to)
	}
	if d.IsReveal() {
		p.pools[us][d.After&7]++
	}
	if d.Victim != NoKind {
		p.pools[us^1][d.Victim&7]++
	}
	if d.Before&7 == Piece(General) {
		p.kings[us] = from
	}
	u.restore(p)
}

// MakeNull passes the turn, as search does to see what a threat is worth. The side to move must not be
// in check. It counts as a quiet ply and leaves u.Delta alone.
func (p *Position) MakeNull(u *Undo) {
	u.save(p)
	p.halfmove++
	p.fullmove += int32(p.side & 1)
	p.key ^= keys.black
	p.side ^= 1
	p.computeGuard()
}

// UnmakeNull takes back MakeNull.
func (p *Position) UnmakeNull(u *Undo) {
	p.side ^= 1
	u.restore(p)
}

// toggleMover moves the mover in every set, either way.
func (p *Position) toggleMover(before, after Piece, from, to Point) {
	c := before >> 3 & 1
	fromBit, toBit := pointBit[from&127], pointBit[to&127]
	role := before
	if before&7 == Piece(FaceDown) {
		role = homePiece[from&127]
		p.sets[before&15] = p.sets[before&15].Xor(fromBit)
	}
	p.sets[role&15] = p.sets[role&15].Xor(fromBit)
	p.sets[after&15] = p.sets[after&15].Xor(toBit)
	p.colors[c] = p.colors[c].Xor(fromBit).Xor(toBit)
	p.lines[c].toggle(from)
	p.lines[c].toggle(to)
}

// toggleCaptured takes a captured piece out of every set, or puts it back.
func (p *Position) toggleCaptured(captured Piece, pt Point) {
	c := captured >> 3 & 1
	bit := pointBit[pt&127]
	role := captured
	if captured&7 == Piece(FaceDown) {
		role = homePiece[pt&127]
		p.sets[captured&15] = p.sets[captured&15].Xor(bit)
	}
	p.sets[role&15] = p.sets[role&15].Xor(bit)
	p.colors[c] = p.colors[c].Xor(bit)
	p.lines[c].toggle(pt)
}

// takeFromPool removes one identity and returns how many like it are left.
func (p *Position) takeFromPool(c Color, k Kind) uint8 {
	n := &p.pools[c&1][k&7]
	row := &keys.pools[c&1][k&7]
	p.key ^= row[*n&7]
	*n--
	p.key ^= row[*n&7]
	return *n
}
