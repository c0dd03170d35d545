package referee

import (
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/dealer"
)

// TestWatch follows a game ply by ply: what is watched is the record, and the table stands where it leads.
func TestWatch(t *testing.T) {
	var watched []Played
	cfg := Config{Opening: opening(t, 3), MaxPlies: 40}
	cfg.Watch = func(table *dealer.Table, p Played) {
		watched = append(watched, p)
		if table.Public().Plies() != len(watched) || table.View(board.Red).Plies() != len(watched) {
			t.Fatalf("after %d plies the table has %d", len(watched), table.Public().Plies())
		}
	}
	r := mustPlay(t, cfg, someDeal(5), chooser(1, even), chooser(2, even))
	if len(watched) != len(r.Plies) || len(watched) < 4 {
		t.Fatalf("%d plies watched, %d recorded", len(watched), len(r.Plies))
	}
	for i := range watched {
		if watched[i] != r.Plies[i] {
			t.Errorf("ply %d: watched %+v, recorded %+v", i, watched[i], r.Plies[i])
		}
	}
}
