package dataset

import (
	"errors"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
)

// TestTurnsAreWhatTheDealerTells plays every game again at a table and compares what the movers knew.
func TestTurnsAreWhatTheDealerTells(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 20)
	writeShard(t, dir, games, nil)
	set := mustOpen(t, dir)
	table, n, at := dealer.New(games[0].Deal, rules.Tiantian), 0, 0
	for b := range set.Blocks() {
		samples, err := set.Samples(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = set.Turns(b, nil, func(turn *Turn) error {
			if turn.At == 0 {
				table.Reset(games[turn.Game].Deal, rules.Tiantian)
			}
			g, x := &games[turn.Game], &samples[0]
			samples = samples[1:]
			mover := turn.Public.Side()
			if got, want := turn.View(), table.View(mover).Position().Setup(); got != want {
				t.Fatalf("game %d ply %d: %+v, want %+v", turn.Game, turn.At, got, want)
			}
			ply, err := table.Play(g.Plies[turn.At].Move)
			if err != nil {
				t.Fatal(err)
			}
			if turn.Played != ply.Told(mover, mover) || turn.Result != g.Result || turn.Reason != g.Reason || len(turn.Plies) != len(g.Plies) {
				t.Errorf("game %d ply %d: %+v, played %+v", turn.Game, turn.At, turn, ply)
			}
			if x.Game != turn.Game || int(x.Ply) != turn.At || x.DealKey != turn.DealKey || x.Flags&^ScoreOnly != turn.Flags || x.View.Pool(board.Red) != turn.Pools[board.Red] {
				t.Errorf("game %d ply %d is not sample %+v", turn.Game, turn.At, x)
			}
			n++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		at += set.Blocks()[b].Positions
		if n != at {
			t.Errorf("%d turns after block %d, want %d", n, b, at)
		}
	}
}

func TestTurnsOfWantedGamesUntilStopped(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 8)
	writeShard(t, dir, games, nil)
	set := mustOpen(t, dir)
	seen, stop := 0, errors.New("enough")
	err := set.Turns(0, func(game, _ uint64) bool { return game == 5 }, func(turn *Turn) error {
		if turn.Game != 5 || turn.At != seen {
			t.Errorf("ply %d of game %d as number %d", turn.At, turn.Game, seen)
		}
		if seen++; seen == 7 {
			return stop
		}
		return nil
	})
	if err != stop || seen != 7 {
		t.Errorf("%v after %d turns", err, seen)
	}
}
