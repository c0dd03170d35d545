package recipe

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"jieqi/eval"
)

// losses of a line by name, in the order of tables.
var lossNames = [...]string{"scores", "deep", "results"}

func (e *Errors) byName() [len(lossNames)]float64 {
	return [...]float64{e.Scores, e.Deep, e.Results}
}

// Report returns what is there so far.
func (s *Study) Report() (*Report, error) {
	missing, err := s.missing()
	if err != nil {
		return nil, err
	}
	p := s.plan
	r := &Report{
		Question: p.Question, Phrase: p.Phrase, Baseline: p.Baseline, Missing: len(missing),
		Holdout: s.heldOut, DeepNodes: p.Holdout.DeepNodes, Reference: s.setup.Reference.Name,
	}
	if s.deep != nil {
		r.DeepScale = &Scale{s.setup.Reference.Hash, s.deep.K, s.deep.StdErr}
	}
	for i, m := range p.Matches {
		r.Matches = append(r.Matches, MatchFacts{s.opponents[i].Name, s.opponents[i].Hash, m.Nodes, m.Games})
	}
	for _, run := range s.runs {
		line, err := s.line(run)
		if err != nil {
			return nil, err
		}
		r.Lines = append(r.Lines, line)
		if run.losses != nil {
			r.ReferenceIs = &run.losses.Reference
		}
	}
	for i := range p.Rows {
		if len(p.Rows[i].Seeds) > 1 {
			r.Spreads = append(r.Spreads, s.spread(&p.Rows[i]))
		}
	}
	r.correlate()
	return r, nil
}

func (s *Study) line(r *run) (Line, error) {
	l := Line{Row: r.row.Name, Seed: r.seed, Differs: r.row.Differs, Results: make([]*Score, len(r.matches))}
	if r.trained != nil {
		l.Samples, l.Seen = r.trained.Samples, r.trained.Result.Samples
	}
	if r.network != nil {
		l.Network, l.Refused = r.network.Network, r.network.Refused
		hash, err := hashOf(s.quantiseStage(r).inputs())
		if err != nil {
			return l, err
		}
		l.Folder = kindQuantise + "/" + hash
	}
	if r.losses != nil {
		l.Losses, l.T = &r.losses.Network, r.losses.Difference.T
	}
	for i, played := range r.matches {
		if played == nil {
			continue
		}
		pairs := played.count()
		l.Results[i] = &Score{
			Games: 2 * pairs.Count(), Estimate: pairs.Estimate(), Pairs: pairs, Failures: played.Failures,
			Gain: s.gain(r.row, i, played.results()),
		}
	}
	return l, nil
}

// gain compares results of a row in match i with the baseline's; nil for the baseline itself and while that
// has none.
func (s *Study) gain(row *Row, i int, results []float64) *Difference {
	if s.plan.Baseline == "" || row.Name == s.plan.Baseline {
		return nil
	}
	others := meanResults(s.resultsOf(s.plan.Baseline, i))
	if len(others) == 0 || len(results) == 0 {
		return nil
	}
	d := compare(results, others)
	return &d
}

// resultsOf returns what the seeds of a row have reached in match i, pair by pair.
func (s *Study) resultsOf(row string, i int) [][]float64 {
	var lists [][]float64
	for _, r := range s.runsOf(row) {
		if r.matches[i] != nil {
			lists = append(lists, r.matches[i].results())
		}
	}
	return lists
}

func (s *Study) spread(row *Row) Spread {
	out := Spread{Row: row.Name, Seeds: len(row.Seeds)}
	var losses [len(lossNames)][]float64
	for _, r := range s.runsOf(row.Name) {
		if r.losses != nil {
			for i, loss := range r.losses.Network.byName() {
				losses[i] = append(losses[i], loss)
			}
		}
	}
	out.Scores, out.Deep, out.Result = meanStdDev(losses[0]), meanStdDev(losses[1]), meanStdDev(losses[2])
	for i := range s.plan.Matches {
		lists := s.resultsOf(row.Name, i)
		if len(lists) == 0 {
			continue
		}
		var elos []float64
		for _, list := range lists {
			elos = append(elos, eval.Elo(mean(list)))
		}
		out.Elo = append(out.Elo, EloSpread{Match: i, Elo: meanStdDev(elos), Gain: s.gain(row, i, meanResults(lists))})
	}
	return out
}

// meanStdDev describes some values; their deviation is 0 for fewer than two.
func meanStdDev(values []float64) MeanStdDev {
	m := MeanStdDev{Mean: mean(values)}
	if len(values) > 1 {
		m.StdDev = stat.StdDev(values, nil)
	}
	return m
}

// correlate fills Correlations.
func (r *Report) correlate() {
	for i := range r.Matches {
		var losses [len(lossNames)][]float64
		var elos []float64
		for _, l := range r.Lines {
			if l.Losses == nil || l.Results[i] == nil {
				continue
			}
			for j, loss := range l.Losses.byName() {
				losses[j] = append(losses[j], loss)
			}
			elos = append(elos, l.Results[i].Estimate.Elo)
		}
		for j, name := range lossNames {
			if rho := spearman(losses[j], elos); !math.IsNaN(rho) {
				r.Correlations = append(r.Correlations, Correlation{name, i, len(elos), rho})
			}
		}
	}
}
