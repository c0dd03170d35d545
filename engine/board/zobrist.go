package board

// zobristSeed starts the stream of key constants. The keys are part of recorded behaviour
// (node counts depend on them through the transposition table), so a golden test fixes them.
const zobristSeed = 0x6a696571692d3130

// keyTable holds the constants that are combined by exclusive-or into a position's key.
type keyTable struct {
	pieces [17][NumPoints]uint64 // by piece, face-down ones included; the row of NoPiece is zero
	pools  [2][NumKinds][8]uint64
	black  uint64
}

var keys = newKeyTable(zobristSeed)

// newKeyTable draws the constants from splitmix64: pieces by number and point, then
// pools by colour, kind and count, then the constant of Black to move.
func newKeyTable(state uint64) *keyTable {
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	t := new(keyTable)
	for pc := range NoPiece {
		for pt := range NumPoints {
			t.pieces[pc][pt] = next()
		}
	}
	for c := range t.pools {
		for k := range t.pools[c] {
			for n := range t.pools[c][k] {
				t.pools[c][k][n] = next()
			}
		}
	}
	t.black = next()
	return t
}

// computeKey computes the key from scratch.
func (p *Position) computeKey() uint64 {
	var key uint64
	for pt, pc := range p.cells {
		key ^= keys.pieces[pc][pt]
	}
	for c := range p.pools {
		for k, n := range p.pools[c] {
			key ^= keys.pools[c][k][n&7]
		}
	}
	if p.side == Black {
		key ^= keys.black
	}
	return key
}
