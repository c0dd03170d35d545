package dataset

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// LabelScale is a fit of the result on the score: a score s of this network, in games of this configuration,
// is worth an expected result of 1/(1 + exp(−s/K)) to its mover.
type LabelScale struct {
	Network string     `json:"network"`
	Config  string     `json:"config"`
	K       float64    `json:"k"`        // centipawns
	StdErr  float64    `json:"std_err"`  // of K, as if positions were independent (they are not: a lower bound)
	Games   uint64     `json:"games"`    // training games that took part
	Samples uint64     `json:"samples"`  // positions that took part
	LogLoss float64    `json:"log_loss"` // mean, natural logarithm, at K
	Bins    []ScaleBin `json:"bins"`     // for a plot, by rising score
}

// ScaleBin is the positions whose scores lie in [From, To).
type ScaleBin struct {
	From    score.Value `json:"from"`
	To      score.Value `json:"to"`
	Samples uint64      `json:"samples"`
	Result  float64     `json:"result"` // mean result of the mover, 0 to 1
	Fitted  float64     `json:"fitted"` // mean of the fit
}

// String says in one line what K is, how certain and what it rests on, and warns where its error is above 10 %.
func (l LabelScale) String() string {
	text := fmt.Sprintf("%s/%s %.1f ± %.1f cp (%d positions of %d games)", l.Network, l.Config, l.K, l.StdErr, l.Samples, l.Games)
	if l.StdErr > l.K/10 {
		text += "; warning: an error above 10 %: more games, or set label_scale"
	}
	return text
}

// FitLabelScales fits K for each network and configuration that scored positions of the set, by logistic
// regression of result on score through the origin. The scales are named as [BlockInfo.Scorer] does. Only deals
// in the training part of split count; random plies, those without a score, mates and other scores beyond
// score.MaxEval are left out, and so are games that were adjudicated, cut by length or forfeited.
//
// Where games were adjudicated, only those that were to be played out in any case (Header.PlayOut)
// count. The others that came to an end of their own are those whose leader never got far enough to be
// adjudicated; fitted to them, K came out twice too large on the first two million positions.
func (s *Set) FitLabelScales(ctx context.Context, split Split) (map[string]LabelScale, error) {
	scales, unfitted, err := s.TryLabelScales(ctx, split)
	if err != nil {
		return nil, err
	}
	for _, scorer := range slices.Sorted(maps.Keys(unfitted)) {
		return nil, unfitted[scorer]
	}
	return scales, nil
}

// TryLabelScales is FitLabelScales for those who can do without some of the scales: for each scorer, it returns the scale
// or why there is none.
func (s *Set) TryLabelScales(ctx context.Context, split Split) (scales map[string]LabelScale, unfitted map[string]error, err error) {
	if err := split.Check(); err != nil {
		return nil, nil, err
	}
	counts := map[string]*scoreCounts{}
	err = s.pass(ctx, "fit label scales", func(b int) error {
		block := &s.blocks[b]
		sh, _ := s.locate(b)
		every := uint64(max(1, sh.header.PlayOut))
		counted(counts, block.Network, block.Config)
		if block.Opponent != "" {
			counted(counts, block.Opponent, block.Config)
		}
		return s.records(b, func(r *record) error {
			if r.Index%every != 0 || split.Part(lowestKey(s.Salts(), r.Packed)) != Train || !tellsScale(r) {
				return nil
			}
			if block.Opponent == "" {
				counts[block.Scorer()].add(r, 0, 1)
				return nil
			}
			for t := range 2 {
				counts[block.ScorerAt(r.Index, t)].add(r, t, 2)
			}
			return nil
		})
	})
	if err != nil {
		return nil, nil, err
	}
	scales, unfitted = map[string]LabelScale{}, map[string]error{}
	for scorer, c := range counts {
		k, err := c.fit()
		if err != nil {
			unfitted[scorer] = fmt.Errorf("label scale of network/configuration %s: %w", scorer, err)
			continue
		}
		k.Network, k.Config = c.network, c.config
		scales[scorer] = k
	}
	return scales, unfitted, nil
}

// scoreCounts is all that the fit needs to know of the positions: by score, how many there are and
// the half points they brought. Whole numbers, so the order of games cannot matter.
type scoreCounts struct {
	network string
	config  string
	games   uint64
	at      [2*int(score.MaxEval) + 1]uint64
	points  [2*int(score.MaxEval) + 1]uint64
}

// counted makes room for a scorer among counts.
func counted(counts map[string]*scoreCounts, network, config string) {
	if scorer := network + "/" + config; counts[scorer] == nil {
		counts[scorer] = &scoreCounts{network: network, config: config}
	}
}

// tellsScale reports whether the game's result says what its scores were worth.
func tellsScale(r *record) bool { return r.Reason != rules.Adjudicated && !cuttable(r.Reason) }

// add counts the scores of every step-th ply from ply first on, behind the last random one.
func (c *scoreCounts) add(r *record, first, step int) {
	c.games++
	for sensible, t := r.sensibleFrom(), first; t < len(r.Plies); t += step {
		if t < sensible {
			continue
		}
		p := &r.Plies[t]
		if p.Flags&Unscored != 0 || p.Score > score.MaxEval || p.Score < -score.MaxEval {
			continue
		}
		i := p.Score + score.MaxEval
		c.at[i]++
		c.points[i] += uint64(r.Result.For(moverAt(t)))
	}
}

// fit maximises the likelihood over b = 1/K.
func (c *scoreCounts) fit() (LabelScale, error) {
	const tolerance = 1e-12
	out := LabelScale{Games: c.games}
	for _, n := range c.at {
		out.Samples += n
	}
	if out.Samples == 0 {
		return out, errors.New("no training position with a score and a played-out result")
	}
	b, curvature, ok := FitSlope(1/score.Scale, tolerance, c.derivatives)
	switch {
	case curvature == 0:
		return out, errors.New("all scores are zero")
	case !ok:
		return out, fmt.Errorf("no finite scale: results do not depend on the scores as they should (K reached %.3g)", 1/b)
	}
	out.K = 1 / b
	out.StdErr = out.K * out.K / math.Sqrt(curvature)
	c.describe(&out)
	return out, nil
}

// FitSlope returns the b > 0 at which results are likeliest if a score s means score.Logistic(b*s), by Newton's
// method from start on, and the curvature there. derivatives returns the slope of the log likelihood in b, which is
// concave, and its curvature, sign turned. It is not ok if there is no such b, or no curvature.
func FitSlope(start, tolerance float64, derivatives func(b float64) (slope, curvature float64)) (b, curvature float64, ok bool) {
	const rounds = 100
	b = start
	for range rounds {
		var slope float64
		if slope, curvature = derivatives(b); curvature == 0 {
			return b, 0, false
		}
		// A step is at most a doubling or halving: far out the curvature vanishes and Newton overshoots.
		next := min(max(b+slope/curvature, b/2), 2*b)
		ok = math.Abs(next-b) <= tolerance*b
		if b = next; ok {
			break
		}
	}
	return b, curvature, ok
}

// derivatives returns the slope of the log likelihood in b and its curvature, sign turned.
func (c *scoreCounts) derivatives(b float64) (slope, curvature float64) {
	for i, n := range c.at {
		if n == 0 {
			continue
		}
		x := float64(i - int(score.MaxEval))
		e := score.Logistic(b * x)
		slope += x * (float64(c.points[i])/2 - float64(n)*e)
		curvature += x * x * float64(n) * e * (1 - e)
	}
	return slope, curvature
}

// describe fills the loss and the bins: 50 cp wide to ±1,000, one beyond on each side.
func (c *scoreCounts) describe(out *LabelScale) {
	const width, reach = 50, 1000
	bins := make([]ScaleBin, 2*reach/width+2)
	for i := range bins {
		bins[i].From = score.Value(-reach + (i-1)*width)
		bins[i].To = bins[i].From + width
	}
	bins[0].From, bins[len(bins)-1].To = -score.MaxEval, score.MaxEval+1
	var loss float64
	for i, n := range c.at {
		if n == 0 {
			continue
		}
		x := i - int(score.MaxEval)
		won, all := float64(c.points[i])/2, float64(n)
		z := float64(x) / out.K
		loss += won*softplus(-z) + (all-won)*softplus(z)
		bin := &bins[min(max((x+reach+width)/width, 0), len(bins)-1)]
		if x < -reach {
			bin = &bins[0]
		}
		bin.Samples += n
		bin.Result += won
		bin.Fitted += all * score.Logistic(z)
	}
	out.LogLoss = loss / float64(out.Samples)
	for _, bin := range bins {
		if bin.Samples > 0 {
			bin.Result /= float64(bin.Samples)
			bin.Fitted /= float64(bin.Samples)
			out.Bins = append(out.Bins, bin)
		}
	}
}

// softplus is log(1 + exp(x)), safe for large x.
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
