package dataset

import (
	"encoding/binary"
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// The columns of a block, in the order they are stored. Values of one kind lie together because
// that is what compresses; numbers of several bytes are stored a byte plane at a time.
const (
	colIndex   = iota // uvarint a game: index minus the one before it (the first: minus the block's)
	colDeal           // 8 planes of a byte a game: deal.Pack, least significant first
	colOpening        // a byte a game
	colResult         // a byte a game
	colReason         // a byte a game
	colPlies          // uvarint a game
	colFlags          // a byte a ply, see Flags.onDisk
	colFrom           // a byte a ply: the point moved from
	colStep           // a byte a ply: the point moved to minus the one moved from, modulo 90
	colScore          // 2 planes of a byte a ply: zigzag of score minus what scoreMemory expects, modulo 2^16
	numColumns
)

// scoreMemory tells what score a ply is stored relative to: the mover's own at its turn before,
// otherwise the opponent's latest turned round, otherwise nothing. Plies without a score do not count.
type scoreMemory struct {
	last  [2]score.Value
	known [2]bool
}

func (m *scoreMemory) expected(mover int) score.Value {
	switch {
	case m.known[mover]:
		return m.last[mover]
	case m.known[mover^1]:
		return -m.last[mover^1]
	}
	return 0
}

func (m *scoreMemory) note(mover int, v score.Value) { m.last[mover], m.known[mover] = v, true }

func zigzag(v int16) uint16   { return uint16(v<<1) ^ uint16(v>>15) }
func unzigzag(u uint16) int16 { return int16(u>>1) ^ -int16(u&1) }

// encodeColumns returns what a block's frame holds, in pieces, and the number of positions: first
// the length of each column as u32, then the columns. The games have been checked and are in order;
// base is the block's first index.
func encodeColumns(games []Game, base uint64) (pieces [][]byte, positions int) {
	var cols [numColumns][]byte
	for i := range games {
		g := &games[i]
		cols[colIndex] = binary.AppendUvarint(cols[colIndex], g.Index-base)
		base = g.Index
		cols[colOpening] = append(cols[colOpening], uint8(g.Opening))
		cols[colResult] = append(cols[colResult], uint8(g.Result))
		cols[colReason] = append(cols[colReason], uint8(g.Reason))
		cols[colPlies] = binary.AppendUvarint(cols[colPlies], uint64(len(g.Plies)))
		positions += len(g.Plies)
	}
	cols[colDeal] = encodeDeals(games)
	encodePlies(games, positions, &cols)
	var lengths []byte
	for i := range cols {
		lengths = binary.LittleEndian.AppendUint32(lengths, uint32(len(cols[i])))
	}
	return append([][]byte{lengths}, cols[:]...), positions
}

func encodeDeals(games []Game) []byte {
	n := len(games)
	planes := make([]byte, 8*n)
	for i := range games {
		v := games[i].Deal.Pack()
		for b := range 8 {
			planes[b*n+i] = byte(v >> (8 * b))
		}
	}
	return planes
}

func encodePlies(games []Game, positions int, cols *[numColumns][]byte) {
	scores := make([]byte, 2*positions)
	n := 0
	for i := range games {
		var mem scoreMemory
		for t := range games[i].Plies {
			p := &games[i].Plies[t]
			from, to := int(p.Move.From()), int(p.Move.To())
			cols[colFlags] = append(cols[colFlags], uint8(p.Flags.onDisk()))
			cols[colFrom] = append(cols[colFrom], byte(from))
			cols[colStep] = append(cols[colStep], byte((to-from+board.NumPoints)%board.NumPoints))
			var z uint16
			if p.Flags&Unscored == 0 {
				z = zigzag(int16(p.Score) - int16(mem.expected(t&1)))
				mem.note(t&1, p.Score)
			} else {
				z = zigzag(int16(p.Score))
			}
			scores[n], scores[positions+n] = byte(z), byte(z>>8)
			n++
		}
	}
	cols[colScore] = scores
}

// columns is a block's columns, ready to be read game by game.
type columns struct {
	where     Location
	version   int
	col       [numColumns][]byte
	games     int
	positions int
	index     uint64 // of the game read last
	game      int    // games read so far
	ply       int    // plies read so far
}

// parseColumns splits raw, of a shard of the given format version, and checks the sizes of all columns against m.
func parseColumns(raw []byte, m *blockMeta, version int, where Location) (*columns, error) {
	c := &columns{where: where, version: version, games: int(m.Games), positions: int(m.Positions), index: m.First}
	if len(raw) < 4*numColumns {
		return nil, where.damaged("cut before the columns")
	}
	lengths := raw
	raw = raw[4*numColumns:]
	for i := range c.col {
		n := binary.LittleEndian.Uint32(lengths[4*i:])
		if uint64(n) > uint64(len(raw)) {
			return nil, where.damaged("column %d of %d bytes, %d left", i, n, len(raw))
		}
		c.col[i], raw = raw[:n], raw[n:]
	}
	if len(raw) != 0 {
		return nil, where.damaged("%d bytes after the last column", len(raw))
	}
	for i, want := range map[int]int{
		colDeal: 8 * c.games, colOpening: c.games, colResult: c.games, colReason: c.games,
		colFlags: c.positions, colFrom: c.positions, colStep: c.positions, colScore: 2 * c.positions,
	} {
		if len(c.col[i]) != want {
			return nil, where.damaged("column %d of %d bytes, want %d", i, len(c.col[i]), want)
		}
	}
	return c, nil
}

// next reads the next game into r, reusing r.Plies. It reports false after the last one.
func (c *columns) next(r *record) (bool, error) {
	if c.game == c.games {
		return false, c.finished()
	}
	gap, err := c.uvarint(colIndex)
	if err != nil {
		return false, err
	}
	if gap == 0 && c.game > 0 || gap > 1<<62 {
		return false, c.where.damaged("game after %d has index step %d", c.index, gap)
	}
	c.index += gap
	plies, err := c.uvarint(colPlies)
	if err != nil {
		return false, err
	}
	if plies > MaxPlies || int(plies) > c.positions-c.ply {
		return false, c.where.at(c.index).damaged("%d plies, %d left in the block", plies, c.positions-c.ply)
	}
	r.Index, r.Packed = c.index, 0
	for b := range 8 {
		r.Packed |= uint64(c.col[colDeal][b*c.games+c.game]) << (8 * b)
	}
	r.Opening = int(c.col[colOpening][c.game])
	r.Result = rules.Outcome(c.col[colResult][c.game])
	r.Reason = rules.Reason(c.col[colReason][c.game])
	c.game++
	if err := c.readPlies(r, int(plies)); err != nil {
		return false, c.where.at(r.Index).damaged("%v", err)
	}
	return true, nil
}

func (c *columns) readPlies(r *record, plies int) error {
	flags, from, step := c.col[colFlags], c.col[colFrom], c.col[colStep]
	low, high := c.col[colScore][:c.positions], c.col[colScore][c.positions:]
	r.Plies = r.Plies[:0]
	var mem scoreMemory
	for t := range plies {
		n := c.ply + t
		f, s := int(from[n]), int(step[n])
		if f >= board.NumPoints || s >= board.NumPoints {
			return fmt.Errorf("ply %d: no move", t)
		}
		to := f + s
		if to >= board.NumPoints {
			to -= board.NumPoints
		}
		stored := Flags(flags[n])
		if c.version < 2 && stored&Unscored != 0 {
			return fmt.Errorf("ply %d: flags %#02x unknown to version %d", t, uint8(Unscored), c.version)
		}
		p := Ply{Move: board.MakeMove(board.Point(f), board.Point(to)), Flags: stored.onDisk()}
		v := unzigzag(uint16(low[n]) | uint16(high[n])<<8)
		if p.Flags&Unscored == 0 {
			p.Score = score.Value(v + int16(mem.expected(t&1)))
			mem.note(t&1, p.Score)
		} else {
			p.Score = score.Value(v)
		}
		if err := p.check(); err != nil {
			return fmt.Errorf("ply %d: %w", t, err)
		}
		r.Plies = append(r.Plies, p)
	}
	c.ply += plies
	return nil
}

func (c *columns) uvarint(col int) (uint64, error) {
	v, n := binary.Uvarint(c.col[col])
	if n <= 0 {
		return 0, c.where.damaged("column %d ends inside game number %d", col, c.game)
	}
	c.col[col] = c.col[col][n:]
	return v, nil
}

func (c *columns) finished() error {
	if c.ply != c.positions || len(c.col[colIndex]) != 0 || len(c.col[colPlies]) != 0 {
		return c.where.damaged("%d plies read of %d", c.ply, c.positions)
	}
	return nil
}
