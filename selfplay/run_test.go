package selfplay

import (
	"context"
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

func TestAnyNumberOfWorkersPlaysTheSameGames(t *testing.T) {
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
