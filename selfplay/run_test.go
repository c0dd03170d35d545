package selfplay

import (
	"context"
	"runtime"
	"testing"

	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/search"
)

func testFactory() engine.Factory {
	return engine.Factory{Name: "hce", Hash: "hce-test", New: func() search.Evaluator { return hce.New(&hce.Default) }}
}

// testConfig plays short games quickly, in small blocks and shards.
func testConfig(games int) Config {
	c := Default()
	c.Games, c.Nodes, c.Phrase, c.Salt = games, 60, "self-play tests", "salt"
	c.Workers, c.BlockGames, c.ShardGames, c.MaxPlies = 2, 4, 16, 120
	return c
}

func mustRun(t testing.TB, c Config, dir string) Summary {
	t.Helper()
	s, err := Run(context.Background(), c, testFactory(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// runsAtOnce lets so many workers run at the same time while t lasts, whatever the machine has.
func runsAtOnce(t *testing.T, workers int) {
	t.Helper()
	before := runtime.GOMAXPROCS(workers)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

func TestAnyNumberOfWorkersPlaysTheSameGames(t *testing.T) {
	runsAtOnce(t, 64)
	var want string
	for _, workers := range []int{1, 2, 3, 7, 64} {
		c := testConfig(40)
		c.Workers = workers
		s := mustRun(t, c, t.TempDir())
		if want == "" {
			want = s.ContentHash
		}
		if s.ContentHash != want || s.Games != 40 || s.Shards != 3 {
			t.Errorf("%d workers: content hash %s of %d games in %d shards, want %s", workers, s.ContentHash, s.Games, s.Shards, want)
		}
	}
}

// TestMemoryDoesNotGrowWithTheRun: a finished shard leaves nothing behind. Its compression alone is tens of megabytes.
func TestMemoryDoesNotGrowWithTheRun(t *testing.T) {
	c := testConfig(128)
	c.Nodes, c.ShardGames, c.MaxPlies, c.Opening.Tries = 1, 4, 12, 1
	heap := map[int]int64{}
	watch := func(p Progress) {
		if p.Games == 16 || p.Games == 120 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			heap[p.Games] = int64(m.HeapAlloc)
		}
	}
	if _, err := Run(context.Background(), c, testFactory(), t.TempDir(), watch); err != nil {
		t.Fatal(err)
	}
	if grown := heap[120] - heap[16]; grown > 32<<20 {
		t.Errorf("26 shards more take %d MB", grown>>20)
	}
}
