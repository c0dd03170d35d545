package dataset

import (
	"slices"
	"sync"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// Sample is a position of a game as its mover knew it, or, where a [Reading] asks for it, as the opponent
// did. Nothing in it but the labels depends on what that side was not told, and DealKey, which only serves to
// keep the samples of a deal on one side of a split.
type Sample struct {
	View    board.Packed // what that side knew before the move; the side to move is the mover's in any case
	DealKey uint64       // opaque: see [Split]
	Game    uint64       // index of the game in its series
	Score   int16        // of the mover's search, in its own view, centipawns or a mate as package score writes it
	Label   int16        // what stands for the score in a target: Score itself, or what the Reading makes of it
	Ply     uint16       // plies played before
	Result  uint8        // half points of the mover: 0 lost, 1 draw, 2 won
	Flags   Flags
}

// cuttable reports whether the result of a game that ended for reason r says nothing about its
// positions: a length limit or a player's failure ended it, not the game.
func cuttable(r rules.Reason) bool { return r == rules.LengthLimit || r.IsForfeit() }

// scratch is what decoding one block needs; it is reused.
type scratch struct {
	packed, raw []byte
	record      record
	replay      replay
	labels      []int16 // of the record's plies
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// Samples appends the plain samples of a block to dst: all plies of all its games, in order, random ones
// included. Block numbers index [Set.Blocks].
func (s *Set) Samples(block int, dst []Sample) ([]Sample, error) {
	return s.Read(block, Reading{}, dst)
}

// Read is Samples with what the reading adds.
func (s *Set) Read(block int, r Reading, dst []Sample) ([]Sample, error) {
	sh, number := s.locate(block)
	w := scratches.Get().(*scratch)
	defer scratches.Put(w)
	cols, packed, raw, err := sh.block(number, w.packed, w.raw)
	w.packed, w.raw = packed, raw
	if err != nil {
		return dst, err
	}
	dst = slices.Grow(dst, cols.positions)
	for {
		more, err := cols.next(&w.record)
		if err != nil || !more {
			return dst, err
		}
		if dst, err = w.samples(&sh.header, s.Salts(), &r, dst); err != nil {
			return dst, sh.at(number).at(w.record.Index).damaged("%v", err)
		}
	}
}

// samples replays the game in w.record, of a shard with header h.
func (w *scratch) samples(h *Header, salts []string, all *Reading, dst []Sample) ([]Sample, error) {
	g := &w.record
	d, err := deal.Unpack(g.Packed)
	if err != nil {
		return dst, err
	}
	if err := checkEnd(g.Result, g.Reason); err != nil {
		return dst, err
	}
	w.replay.start(d)
	base := Sample{DealKey: lowestKey(salts, g.Packed), Game: g.Index}
	reading := all.of(base.DealKey)
	by := [2]float64{reading.Scale, reading.Scale} // label scales of the sides' scores
	if h.Opponent != "" && reading.OpponentScale > 0 {
		by[NewSeats(h.Phrase).Player(g.Index).Other()] = reading.OpponentScale
	}
	relabelled := reading.Returns > 0 || by[0] != by[1]
	if relabelled {
		w.labels = labels(w.labels, g.Plies, reading.Returns, reading.Scale, by)
	}
	sensible := g.sensibleFrom()
	for t := range g.Plies {
		p := &g.Plies[t]
		ply, _, err := w.replay.look(p.Move)
		if err != nil {
			return dst, err
		}
		dst = append(dst, base)
		x := &dst[len(dst)-1]
		x.View = *w.replay.view()
		x.Score, x.Label, x.Ply = int16(p.Score), int16(p.Score), uint16(t)
		if relabelled {
			x.Label = w.labels[t]
		}
		x.Result = uint8(g.Result.For(x.View.Side()))
		x.Flags = g.flags(t, sensible)
		if reading.draws(g.Index, t, p.Flags) {
			if other := w.replay.opponentView(); *other != x.View {
				dst = append(dst, *x)
				dst[len(dst)-1].View = *other
			}
		}
		w.replay.play(ply)
	}
	return dst, nil
}
