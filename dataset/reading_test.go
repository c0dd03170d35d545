package dataset

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// readSamples returns all samples of a set.
func readSamples(t *testing.T, s *Set, r Reading) []Sample {
	t.Helper()
	var samples []Sample
	for b := range s.Blocks() {
		var err error
		if samples, err = s.Read(b, r, samples); err != nil {
			t.Fatal(err)
		}
	}
	return samples
}

// TestOtherViewAgainstTheDealer takes the further samples from the dealer's views.
func TestOtherViewAgainstTheDealer(t *testing.T) {
	games := randomGames(0, 20)
	s := mustOpen(t, writeShard(t, t.TempDir(), games, nil))
	drawn := func(game uint64, ply int) bool { return (game+uint64(ply))%3 > 0 }
	split := Split{Validation: 300}
	samples := readSamples(t, s, Reading{Split: split, OtherView: drawn})
	table, further := dealer.New(games[0].Deal, rules.Tiantian), 0
	for i := range games {
		g := &games[i]
		table.Reset(g.Deal, rules.Tiantian)
		training := split.Part(dealKey("salt", g.Deal.Pack())) == Train
		for ply, p := range g.Plies {
			own := samples[0]
			samples = samples[1:]
			side := table.Public().Position().Side()
			if own.View != table.View(side).Position().Pack() {
				t.Fatalf("game %d, ply %d: not the mover's view", i, ply)
			}
			other := table.View(side.Other()).Position().Pack()
			if training && p.Flags&Unscored == 0 && drawn(g.Index, ply) && other != own.View {
				further++
				own.View = other
				if samples[0] != own {
					t.Fatalf("game %d, ply %d: further sample %+v, want %+v", i, ply, samples[0], own)
				}
				samples = samples[1:]
			}
			if _, err := table.Play(p.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(samples) > 0 || further < 100 {
		t.Errorf("%d samples too many; %d further ones", len(samples), further)
	}
}

// TestReturnsAgainstTheSlowWay sums each ply's turns by themselves. Labels are compared as expected scores, since
// near 0 and 1 the last bit of a mean of them is worth many centipawns.
func TestReturnsAgainstTheSlowWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "plies")
		mu, scale := rapid.Float64Range(0.01, 0.99).Draw(t, "mu"), rapid.Float64Range(50, 400).Draw(t, "scale")
		plies := make([]Ply, n)
		for i := range plies {
			p := &plies[i]
			p.Score = score.Value(rapid.IntRange(-3000, 3000).Draw(t, "score"))
			switch rapid.IntRange(0, 30).Draw(t, "kind") {
			case 0:
				p.Flags = Random
			case 1:
				p.Flags = Unscored
			case 2:
				p.Flags = Random | Unscored
			case 3:
				p.Score = score.MateIn(3)
			}
		}
		got := labels(nil, plies, mu, scale, [2]float64{scale, scale})
		for i := range plies {
			e, want := score.Logistic(float64(got[i])/scale), slowReturn(plies[i:], mu, scale)
			if math.Abs(e-want) > want*(1-want)/scale+1e-12 {
				t.Fatalf("ply %d: label %d, %g in expected score, want %g", i, got[i], e, want)
			}
		}
	})
}

// slowReturn is the label of the first ply, in expected score.
func slowReturn(plies []Ply, mu, scale float64) float64 {
	sum, weight := 0.0, 0.0
	for t := range plies {
		if t%2 == 0 {
			if plies[t].Flags&Unscored != 0 {
				break
			}
			w := math.Pow(mu, float64(t/2))
			sum += w / (1 + math.Exp(-float64(plies[t].Score)/scale))
			weight += w
		}
		if plies[t].Flags&Random != 0 {
			break
		}
	}
	if weight == 0 { // no score of its own
		return score.Logistic(float64(plies[0].Score) / scale)
	}
	return sum / weight
}

// TestReturnsOfGames checks that labels reach the samples of training deals, further views included, and those alone.
func TestReturnsOfGames(t *testing.T) {
	games := randomGames(0, 24)
	s := mustOpen(t, writeShard(t, t.TempDir(), games, nil))
	r := Reading{Split: Split{Gate: 200, Validation: 200}, Returns: 0.7, Scale: 180,
		OtherView: func(uint64, int) bool { return true }}
	changed, plain, further := 0, 0, 0
	var before Sample
	for _, x := range readSamples(t, s, r) {
		want := labels(nil, games[x.Game].Plies, r.Returns, r.Scale, [2]float64{r.Scale, r.Scale})[x.Ply]
		if r.Split.Part(x.DealKey) != Train {
			plain++
			want = x.Score
		}
		if x.Label != want || x.Score != int16(games[x.Game].Plies[x.Ply].Score) {
			t.Fatalf("game %d, ply %d: label %d, want %d", x.Game, x.Ply, x.Label, want)
		}
		if x.Label != x.Score {
			changed++
		}
		if x.Game == before.Game && x.Ply == before.Ply && x.View != before.View {
			further++
		}
		before = x
	}
	if changed < 100 || plain < 100 || further < 100 {
		t.Errorf("%d labels are averages, %d samples of hold-outs, %d further views: the test tests little", changed, plain, further)
	}
}

// TestTheZeroReadingIsPlain compares both ways to plain samples.
func TestTheZeroReadingIsPlain(t *testing.T) {
	s := mustOpen(t, writeShard(t, t.TempDir(), randomGames(0, 8), nil))
	want, err := s.Samples(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	none := Reading{OtherView: func(uint64, int) bool { return false }}
	if got := readSamples(t, s, none); !slices.Equal(got, want) {
		t.Error("a reading that draws nothing gives other samples")
	}
}

// TestOpponentView makes sure that only what the two sides know differs.
func TestOpponentView(t *testing.T) {
	s := mustOpen(t, writeShard(t, t.TempDir(), randomGames(0, 8), nil))
	all := readSamples(t, s, Reading{OtherView: func(uint64, int) bool { return true }})
	for i := range all[1:] {
		a, b := &all[i], &all[i+1]
		if a.Game != b.Game || a.Ply != b.Ply {
			continue
		}
		own, other := a.View.Unpack(), b.View.Unpack()
		if own.Side != other.Side || own.Pieces != other.Pieces || own.Pools == other.Pools {
			t.Fatalf("game %d, ply %d: views %+v and %+v", a.Game, a.Ply, own, other)
		}
		for c := range board.NumColors {
			if m, o := own.Pools[c], other.Pools[c]; c == int(own.Side) && m.Size() < o.Size() || c != int(own.Side) && o.Size() < m.Size() {
				t.Fatalf("game %d, ply %d: a side knows more of what the other took than that one", a.Game, a.Ply)
			}
		}
	}
}
