package board

import "testing"

// The keys decide what collides in transposition tables, so node counts depend on them:
// a change here changes recorded behaviour and must be meant.
func TestKeysAreGolden(t *testing.T) {
	if got := StartPosition().Key(); got != 0x81582ce45cb6824e {
		t.Errorf("start position %#x", got)
	}
	if got := keys.black; got != 0xe8719f513976c0b5 {
		t.Errorf("last constant %#x", got)
	}
}

func TestKeyConstantsDiffer(t *testing.T) {
	seen := map[uint64]bool{0: true}
	add := func(v uint64) {
		if seen[v] {
			t.Errorf("constant %#x is zero or drawn twice", v)
		}
		seen[v] = true
	}
	for pc := range NoPiece {
		for _, v := range keys.pieces[pc] {
			add(v)
		}
	}
	for _, kinds := range keys.pools {
		for _, counts := range kinds {
			for _, v := range counts {
				add(v)
			}
		}
	}
	add(keys.black)
	for pt, v := range keys.pieces[NoPiece] {
		if v != 0 {
			t.Errorf("an empty %v has a constant", Point(pt))
		}
	}
}

// Everything that makes two views different makes their keys different.
func TestKeyTellsViewsApart(t *testing.T) {
	s := StartPosition().Setup()
	s.Pieces[MakePoint(0, 3)] = NoPiece // one face-down soldier gone: the pools have room to differ
	seen := map[uint64]string{}
	add := func(name string, s Setup) {
		p, err := New(s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if other, ok := seen[p.Key()]; ok {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[p.Key()] = name
	}
	add("base", s)
	black := s
	black.Side = Black
	add("black to move", black)
	for _, k := range PoolKinds {
		less := s
		less.Pools[Red][k]--
		add("red without "+k.String(), less)
		up := less
		up.Pieces[MakePoint(0, 0)] = MakePiece(Red, k)
		add(k.String()+" face up on a0", up)
	}
}
