package search

import (
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"jieqi/engine/board"
	"jieqi/engine/score"
)

func drawEntry(t *rapid.T) entry {
	return entry{
		move:  board.Move(rapid.Uint16Range(0, 1<<moveBits-1).Draw(t, "move")),
		value: score.Value(rapid.Int32Range(-int32(score.Mate), int32(score.Mate)).Draw(t, "value")),
		eval:  score.Value(rapid.Int32Range(-int32(score.MaxEval), int32(score.MaxEval)).Draw(t, "eval")),
		depth: rapid.IntRange(-depthOffset, maxPly).Draw(t, "depth"),
		bound: ScoreBound(rapid.IntRange(1, int(Exact)).Draw(t, "bound")),
	}
}

func TestTableReturnsWhatWasStored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tab := newTable(1)
		tab.age()
		key := rapid.Uint64().Draw(t, "key")
		e := drawEntry(t)
		if rapid.Bool().Draw(t, "without evaluation") {
			e.eval = noEval
		}
		tab.store(key, e)
		if got, ok := tab.probe(key); !ok || got != e {
			t.Fatalf("stored %+v, got %+v %v", e, got, ok)
		}
		if _, ok := tab.probe(key ^ 1<<63); ok {
			t.Fatal("another key finds the entry")
		}
		e.move = board.NoMove
		e.bound = Exact
		tab.store(key, e)
		tab.clear()
		if _, ok := tab.probe(key); ok {
			t.Fatal("an entry survives clearing")
		}
	})
}

// A large table that is replaced goes back to the system at once.
func TestResizeGivesMemoryBack(t *testing.T) {
	held := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapSys - m.HeapReleased)
	}
	const large = 128 // megabytes
	s := New(byHand, Main, large)
	before := held()
	s.Resize(1)
	if given := before - held(); given < (large-16)<<20 {
		t.Errorf("%d of %d MB given back", given>>20, large)
	}
}

func TestTableKeepsDeepAndRecentEntries(t *testing.T) {
	tab := newTable(1)
	tab.age()
	key := func(i int) uint64 { return uint64(i+1) << 40 } // all in one bucket
	for i := range bucketSize {
		tab.store(key(i), entry{move: 1, depth: 5 + i, bound: Exact})
	}
	tab.store(key(bucketSize), entry{move: 1, depth: 1, bound: Exact})
	if _, ok := tab.probe(key(0)); ok {
		t.Error("the shallowest entry of a full bucket was kept")
	}
	for i := 1; i <= bucketSize; i++ {
		if _, ok := tab.probe(key(i)); !ok {
			t.Errorf("entry %d is gone", i)
		}
	}
	for range 3 {
		tab.age()
	}
	tab.store(key(bucketSize+1), entry{move: 1, depth: 2, bound: Exact})
	tab.store(key(bucketSize+2), entry{move: 1, depth: 2, bound: Exact})
	if _, ok := tab.probe(key(bucketSize + 1)); !ok {
		t.Error("a recent entry made way although there were old ones")
	}
}

func TestTableKeepsTheMove(t *testing.T) {
	tab := newTable(1)
	tab.age()
	tab.store(77, entry{move: 9, depth: 3, bound: Lower})
	tab.store(77, entry{move: board.NoMove, depth: 4, bound: Upper})
	if e, _ := tab.probe(77); e.move != 9 || e.depth != 4 {
		t.Errorf("got %+v", e)
	}
	tab.store(77, entry{move: 5, depth: 4 - replaceSlack - 1, bound: Lower})
	if e, _ := tab.probe(77); e.move != 9 {
		t.Error("a much shallower bound replaced a deep one of the same search")
	}
}

func TestMatesAreStoredFromTheirPosition(t *testing.T) {
	for ply := range 60 {
		for _, v := range []score.Value{score.MateIn(ply + 3), score.MatedIn(ply + 8), 120, -7, score.MaxEval} {
			if got := fromTable(toTable(v, ply), ply); got != v {
				t.Errorf("%d at ply %d comes back as %d", v, ply, got)
			}
		}
	}
	if got := fromTable(toTable(score.MateIn(9), 4), 2); got != score.MateIn(7) {
		t.Errorf("a mate five plies below is %d two plies from the root", got)
	}
}

func TestNoTableIsEmpty(t *testing.T) {
	tab := newTable(0)
	tab.store(1, entry{depth: 3, bound: Exact})
	tab.age()
	tab.clear()
	if _, ok := tab.probe(1); ok || tab.hashfull() != 0 {
		t.Error("a table of no size holds something")
	}
}

// TestAClearedTableIsANewOne does the same with a new table and with one that was filled and cleared a few times: what is found
// there, and what is replaced, must not differ.
func TestAClearedTableIsANewOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		used := newTable(1)
		for range rapid.IntRange(1, 2*maxEpoch).Draw(t, "clearings") {
			for range 20 {
				used.store(uint64(rapid.IntRange(0, 7).Draw(t, "old key"))<<32, drawEntry(t))
			}
			used.clear()
		}
		fresh := newTable(1)
		for range 40 {
			key := uint64(rapid.IntRange(0, 7).Draw(t, "key")) << 32
			if rapid.Bool().Draw(t, "age") {
				used.age()
				fresh.age()
			}
			if rapid.Bool().Draw(t, "store") {
				e := drawEntry(t)
				used.store(key, e)
				fresh.store(key, e)
			}
			u, uok := used.probe(key)
			f, fok := fresh.probe(key)
			if u != f || uok != fok {
				t.Fatalf("found %+v %v, want %+v %v", u, uok, f, fok)
			}
		}
	})
}
