package selfplay

import (
	"testing"

	"jieqi/dataset"
)

// A third of the moves is drawn at random: they are flagged, they have a score, and the shards are the same for any
// number of workers. Without such moves the settings keep the hash that they had before there were any.
func TestStrayMoves(t *testing.T) {
	c := testConfig(24)
	undisturbed := c.Hash()
	c.Stray = 333
	if c.Hash() == undisturbed {
		t.Error("the settings' hash does not depend on stray moves")
	}
	dir := t.TempDir()
	s := mustRun(t, c, dir)
	c.Workers = 1
	if other := mustRun(t, c, t.TempDir()); other.ContentHash != s.ContentHash {
		t.Errorf("content hash %s with 2 workers, %s with 1", s.ContentHash, other.ContentHash)
	}
	mustVerify(t, dir)
	plies, random := 0, 0
	for _, g := range allGames(t, dir) {
		for i := g.Opening; i < len(g.Plies); i++ {
			plies++
			if g.Plies[i].Flags&dataset.Random != 0 {
				random++
			}
			if g.Plies[i].Flags&dataset.Unscored != 0 {
				t.Errorf("game %d, ply %d: no score", g.Index, i)
			}
		}
	}
	if random < plies/4 || random > plies/2 {
		t.Errorf("%d of %d moves behind the openings are random ones", random, plies)
	}
}
