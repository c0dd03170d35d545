package dataset

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// scoredGames makes games whose results follow their scores with the scale k: each game has one
// position with a score; the moves are of no interest to the fit.
func scoredGames(n int, k float64) []Game {
	rng := rand.New(rand.NewPCG(5, 6))
	template := randomGame(0, 12)
	games := make([]Game, n)
	for i := range games {
		g := Game{Index: uint64(i), Deal: template.Deal, Opening: 4, Reason: rules.NoLegalMove, Result: rules.BlackWins}
		cp := rng.NormFloat64() * 250
		if rng.Float64() < score.Logistic(math.Round(cp)/k) {
			g.Result = rules.RedWins
		}
		g.Plies = append(g.Plies, template.Plies[:4]...)
		for j := range g.Plies {
			g.Plies[j].Flags, g.Plies[j].Score = Random|Unscored, 0
		}
		last := template.Plies[4]
		last.Score, last.Flags = score.Value(math.Round(cp)), 0
		g.Plies = append(g.Plies, last)
		games[i] = g
	}
	return games
}

func TestLabelScaleFindsTheScale(t *testing.T) {
	const k = 210
	games := scoredGames(8000, k)
	// What must not count: adjudicated and cut games, mates and verdicts, with results against the scores.
	for i := range 900 {
		g := games[i]
		g.Index = uint64(8000 + i)
		g.Plies = append([]Ply(nil), g.Plies...)
		p := &g.Plies[4]
		p.Score, g.Result = 900, rules.BlackWins
		switch i % 3 {
		case 0:
			g.Reason = rules.Adjudicated
		case 1:
			g.Reason = rules.LengthLimit
		case 2:
			p.Score = score.MateIn(3)
		}
		games = append(games, g)
	}
	s := mustOpen(t, writeShard(t, t.TempDir(), games, func(h *Header) { h.BlockGames = 1024 }))
	scales, err := s.FitLabelScales(t.Context(), Split{})
	if err != nil {
		t.Fatal(err)
	}
	got := scales["hce-0123456789ab/cafe"]
	if math.Abs(got.K-k) > 4*got.StdErr || got.StdErr > 10 || got.StdErr < 1 {
		t.Errorf("K = %.1f ± %.1f, want %d", got.K, got.StdErr, k)
	}
	if got.Samples != 8000 || got.Games != 8300 || got.LogLoss <= 0 || got.LogLoss >= math.Ln2 {
		t.Errorf("fit %+v", got)
	}
	if text := got.String(); !strings.HasPrefix(text, "hce-0123456789ab/cafe 2") || strings.Contains(text, "warning") {
		t.Errorf("it says %q", text)
	}
	got.StdErr = 22
	if text := got.String(); !strings.Contains(text, "± 22.0 cp (8000 positions of 8300 games); warning") {
		t.Errorf("it says %q", text)
	}
	checkBins(t, &got)
	checkMaximum(t, games, got.K)
}

// TestLabelScaleCountsGamesThatWerePlayedOut plants results without rhyme in the games that might have
// been adjudicated.
func TestLabelScaleCountsGamesThatWerePlayedOut(t *testing.T) {
	const k = 210
	games := scoredGames(4000, k)
	for i := range games {
		if i%4 != 0 {
			games[i].Result = rules.Draw
		}
	}
	s := mustOpen(t, writeShard(t, t.TempDir(), games, func(h *Header) { h.BlockGames, h.PlayOut = 1024, 4 }))
	scales, err := s.FitLabelScales(t.Context(), Split{})
	if err != nil {
		t.Fatal(err)
	}
	if got := scales["hce-0123456789ab/cafe"]; got.Games != 1000 || math.Abs(got.K-k) > 4*got.StdErr {
		t.Errorf("K = %.1f ± %.1f over %d games, want %d over 1000", got.K, got.StdErr, got.Games, k)
	}
}

// TestLabelScaleKeepsToSensiblePlay plants results without rhyme before moves drawn at random.
func TestLabelScaleKeepsToSensiblePlay(t *testing.T) {
	const k = 210
	games := scoredGames(4000, k)
	want := uint64(0)
	for i := range games {
		g := &games[i]
		if i%2 == 0 {
			g.Result = rules.Draw
			g.Plies[len(g.Plies)-1].Flags |= Random
		} else {
			want += uint64(len(g.Plies) - g.Opening)
		}
	}
	s := mustOpen(t, writeShard(t, t.TempDir(), games, func(h *Header) { h.BlockGames, h.Stray = 1024, 10 }))
	scales, err := s.FitLabelScales(t.Context(), Split{})
	if err != nil {
		t.Fatal(err)
	}
	if got := scales["hce-0123456789ab/cafe"]; got.Samples != want || math.Abs(got.K-k) > 4*got.StdErr {
		t.Errorf("K = %.1f ± %.1f over %d positions, want %d over %d", got.K, got.StdErr, got.Samples, k, want)
	}
}

// checkBins expects the plot to cover every sample once.
func checkBins(t *testing.T, l *LabelScale) {
	t.Helper()
	var n uint64
	for i, b := range l.Bins {
		n += b.Samples
		if b.From >= b.To || i > 0 && b.From < l.Bins[i-1].To || b.Result < 0 || b.Result > 1 {
			t.Errorf("bin %+v", b)
		}
		if mid := float64(b.From+b.To) / 2; b.Samples > 500 && math.Abs(b.Fitted-score.Logistic(mid/l.K)) > 0.02 {
			t.Errorf("bin %+v: fit at its middle is %.3f", b, score.Logistic(mid/l.K))
		}
	}
	if n != l.Samples {
		t.Errorf("bins hold %d samples of %d", n, l.Samples)
	}
}

// checkMaximum computes the likelihood from the games themselves: less on both sides of k.
func checkMaximum(t *testing.T, games []Game, k float64) {
	t.Helper()
	likelihood := func(k float64) (sum float64) {
		for _, g := range games[:8000] {
			won := float64(g.Result.For(0)) / 2
			e := score.Logistic(float64(g.Plies[4].Score) / k)
			sum += won*math.Log(e) + (1-won)*math.Log(1-e)
		}
		return sum
	}
	if at := likelihood(k); likelihood(k*1.001) >= at || likelihood(k/1.001) >= at {
		t.Errorf("the likelihood is not at its maximum at K = %v", k)
	}
}

func TestLabelScaleRefuses(t *testing.T) {
	against := scoredGames(300, 100)
	for i := range against {
		against[i].Plies[4].Score *= -1
	}
	adjudicated := scoredGames(50, 100)
	for i := range adjudicated {
		adjudicated[i].Reason = rules.Adjudicated
	}
	flat := scoredGames(50, 100)
	for i := range flat {
		flat[i].Plies[4].Score = 0
	}
	for name, c := range map[string]struct {
		games []Game
		want  string
	}{
		"results against the scores": {against, "no finite scale"},
		"nothing played out":         {adjudicated, "no training position"},
		"no scores":                  {flat, "zero"},
	} {
		s := mustOpen(t, writeShard(t, t.TempDir(), c.games, func(h *Header) { h.BlockGames = 1024 }))
		if _, err := s.FitLabelScales(t.Context(), Split{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one about %q", name, err, c.want)
		}
	}
}

// TestLabelScaleReadsTrainingDealsAlone changes the results of all other deals: the fit must not move.
func TestLabelScaleReadsTrainingDealsAlone(t *testing.T) {
	split := Split{Gate: 300, Validation: 300}
	games := randomGames(0, 60)
	fit := func() LabelScale {
		s := mustOpen(t, writeShard(t, t.TempDir(), games, nil))
		scales, err := s.FitLabelScales(t.Context(), split)
		if err != nil {
			t.Fatal(err)
		}
		return scales["hce-0123456789ab/cafe"]
	}
	before := fit()
	for i := range games {
		if split.Part(dealKey("salt", games[i].Deal.Pack())) != Train {
			games[i].Result, games[i].Reason = rules.RedWins, rules.NoLegalMove
		}
	}
	if after := fit(); after.K != before.K || after.Games != before.Games {
		t.Errorf("K went from %v to %v", before.K, after.K)
	}
}
