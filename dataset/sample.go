package dataset

import (
	"sync"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// Sample is a position of a game as its mover knew it. Nothing in it depends on what the mover was
// not told, but for DealKey, which only serves to keep the samples of a deal on one side of a
// split.
type Sample struct {
	View    board.Packed // the mover's view before its move
	DealKey uint64       // opaque: see [Split]
	Game    uint64       // index of the game in its series
	Score   int16        // of the mover's search, in its own view, centipawns or a mate as package score writes it
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
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// Samples appends every sample of a block to dst: all plies of all its games, in order, random ones
// included. Block numbers index [Set.Blocks].
func (s *Set) Samples(block int, dst []Sample) ([]Sample, error) {
	sh, number := s.locate(block)
	w := scratches.Get().(*scratch)
	defer scratches.Put(w)
	cols, packed, raw, err := sh.block(number, w.packed, w.raw)
	w.packed, w.raw = packed, raw
	if err != nil {
		return dst, err
	}
	for {
		more, err := cols.next(&w.record)
		if err != nil || !more {
			return dst, err
		}
		if dst, err = w.samples(s.salt, dst); err != nil {
			return dst, sh.at(number).at(w.record.Index).damaged("%v", err)
		}
	}
}

// samples replays the game in w.record.
func (w *scratch) samples(salt string, dst []Sample) ([]Sample, error) {
	g := &w.record
	d, err := deal.Unpack(g.Packed)
	if err != nil {
		return dst, err
	}
	if err := checkEnd(g.Result, g.Reason); err != nil {
		return dst, err
	}
	w.replay.start(d)
	base := Sample{DealKey: dealKey(salt, g.Packed), Game: g.Index}
	if cuttable(g.Reason) {
		base.Flags = ScoreOnly
	}
	for t := range g.Plies {
		p := &g.Plies[t]
		ply, _, err := w.replay.look(p.Move)
		if err != nil {
			return dst, err
		}
		view := w.replay.view()
		x := base
		x.View = view.Pack()
		x.Score, x.Ply = int16(p.Score), uint16(t)
		x.Result = uint8(g.Result.For(view.Side()))
		x.Flags |= p.Flags
		if p.Flags&Tail != 0 || p.Flags&(Random|Unscored) == Random {
			x.Flags |= ScoreOnly
		}
		dst = append(dst, x)
		w.replay.play(ply)
	}
	return dst, nil
}
