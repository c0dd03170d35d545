package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
)

// window is the blocks, from begin to before end, that hold games of one series between two neighbouring cuts of
// blocks. There is one, unless the games of a series were dealt out to several shards, as [Split] does. Blocks of
// different windows never lie between each other's games, and a window holds no more games than a block may.
type window struct{ begin, end int }

// findWindows sorts out which blocks lie between each other's games. It refuses games that are in two places.
func (s *Set) findWindows() error {
	for b := range s.blocks {
		if n := len(s.wins); n > 0 && s.sameWindow(s.wins[n-1].begin, b) {
			s.wins[n-1].end++
		} else {
			s.wins = append(s.wins, window{b, b + 1})
		}
	}
	for _, w := range s.wins {
		if w.end-w.begin > 1 {
			if err := s.checkWindow(w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Set) sameWindow(a, b int) bool {
	sh, _ := s.locate(a) // the cut is the same in all of a series
	cut := uint64(sh.header.BlockGames)
	x, y := &s.blocks[a], &s.blocks[b]
	return x.Series == y.Series && x.First/cut == y.First/cut
}

// windowAt returns the window that block b, its first, begins.
func (s *Set) windowAt(b int) window {
	i, _ := slices.BinarySearchFunc(s.wins, b, func(w window, b int) int { return cmp.Compare(w.begin, b) })
	return s.wins[i]
}

// checkWindow reports a game that two blocks have. It reads blocks only if their ranges overlap.
func (s *Set) checkWindow(w window) error {
	apart := true
	for b := w.begin + 1; b < w.end; b++ {
		apart = apart && s.blocks[b].First > s.blocks[b-1].Last
	}
	if apart {
		return nil // one shard ends within a block's range, and another goes on there
	}
	in := map[uint64]int{}
	for b := w.begin; b < w.end; b++ {
		var games []uint64
		err := s.records(b, func(r *record) error {
			games = append(games, r.Index)
			return nil
		})
		if err != nil {
			return err
		}
		for _, game := range games {
			if a, ok := in[game]; ok {
				return s.twice(a, b, game)
			}
			in[game] = b
		}
	}
	return nil
}

// twice is the error of a game that both of two blocks have.
func (s *Set) twice(a, b int, game uint64) error {
	x, y := &s.blocks[a], &s.blocks[b]
	if x.Number == y.Number && sameFile(x.File, y.File) {
		return fmt.Errorf("%s is given twice", y.File)
	}
	return fmt.Errorf("game %d is both in %s and in %s", game, x.File, y.File)
}

// sameFile reports whether two names lead to one file.
func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// canonical calls visit with the canonical bytes of each game of a window, in order of their indices; they are reused.
func (s *Set) canonical(w window, visit func(game []byte)) error {
	if w.end-w.begin == 1 {
		var buf []byte
		return s.records(w.begin, func(r *record) error {
			buf = r.appendCanonical(buf[:0])
			visit(buf)
			return nil
		})
	}
	games := map[uint64][]byte{}
	for b := w.begin; b < w.end; b++ {
		err := s.records(b, func(r *record) error {
			games[r.Index] = r.appendCanonical(nil)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, i := range slices.Sorted(maps.Keys(games)) {
		visit(games[i])
	}
	return nil
}
