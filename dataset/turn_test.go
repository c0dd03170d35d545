package dataset

import (
	"errors"
	"slices"
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
	table, n := dealer.New(games[0].Deal, rules.Tiantian), 0
	var samples []Sample
	for b := range set.Blocks() {
		var err error
		if samples, err = set.Samples(b, samples); err != nil {
			t.Fatal(err)
		}
	}
	err := set.Turns(t.Context(), Choice{}, func(turn *Turn) error {
		if turn.At == 0 {
			table.Reset(games[turn.Game].Deal, rules.Tiantian)
		}
		g, x := &games[turn.Game], &samples[n]
		n++
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
		if x.Game != turn.Game || int(x.Ply) != turn.At || x.DealKey != turn.DealKey || x.Flags != turn.Flags || x.View.Pool(board.Red) != turn.Pools[board.Red] {
			t.Errorf("game %d ply %d is not sample %+v", turn.Game, turn.At, x)
		}
		return nil
	})
	if err != nil || n != len(samples) {
		t.Errorf("%d turns of %d samples, %v", n, len(samples), err)
	}
}

func TestChoices(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 40)
	writeShard(t, dir, games, nil)
	a, err := OpenArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	split, part, game := Split{Gate: 300, Validation: 300}, Validation, uint64(21)
	for _, c := range []Choice{{}, {Game: &game}, {Split: split, Part: &part}} {
		var want, fromTurns, fromGames []uint64
		for i := range games {
			key := dealKey(a.Set().Salts()[0], games[i].Deal.Pack())
			if (c.Game == nil || *c.Game == games[i].Index) && (c.Part == nil || split.Part(key) == *c.Part) {
				want = append(want, games[i].Index)
			}
		}
		err := errors.Join(
			a.Set().Turns(t.Context(), c, func(turn *Turn) error {
				if turn.At == 0 {
					fromTurns = append(fromTurns, turn.Game)
				}
				return nil
			}),
			a.Each(t.Context(), c, func(block int, g *Game) error {
				if info := a.Blocks()[block]; g.Index < info.First || g.Index > info.Last {
					t.Errorf("game %d in block %+v", g.Index, info)
				}
				fromGames = append(fromGames, g.Index)
				return nil
			}))
		if err != nil || len(want) == 0 || !slices.Equal(fromTurns, want) || !slices.Equal(fromGames, want) {
			t.Errorf("%+v: games %v and %v, want %v, %v", c, fromTurns, fromGames, want, err)
		}
	}
}

func TestTurnsStop(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 8)
	writeShard(t, dir, games, nil)
	set := mustOpen(t, dir)
	game, seen, stop := uint64(5), 0, errors.New("enough")
	err := set.Turns(t.Context(), Choice{Game: &game}, func(turn *Turn) error {
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
