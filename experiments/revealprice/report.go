package revealprice

import (
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// Report is the result of an audit. Errors, regrets and differences are in points.
type Report struct {
	Settings Manifest     `json:"settings"`
	Asked    int          `json:"asked"`
	Reveals  int          `json:"reveals"` // audited: the other games have none that can be
	Methods  []Method     `json:"methods"`
	Floor    []Difference `json:"floor"`
	Times    []Time       `json:"times"` // the only figures that depend on the machine
	Audited  []Audited    `json:"-"`
}

// Method is what was found of one method. The first errors are over the reveals whose reference exceeds alpha, the
// same set for every method.
type Method struct {
	Method  string  `json:"method"`
	Default bool    `json:"default"`
	N       int     `json:"n"`
	Mean    float64 `json:"mean_error"`
	Low     float64 `json:"mean_error_low"`
	High    float64 `json:"mean_error_high"`
	RMS     float64 `json:"rms"`

	Above   Estimate `json:"above"`    // errors where the price exceeds alpha
	FailLow Estimate `json:"fail_low"` // errors where it does not: the price is a bound
	Regret  Estimate `json:"regret"`   // what alpha or reference is better than the other where price and reference disagree; 0 elsewhere
	Taken   int      `json:"taken"`    // reveals priced above alpha that are not worth it
	Missed  int      `json:"missed"`   // the other way round

	// Of the reveals where each identity was counted, what the identities that are worth no more than alpha add to the
	// error, what the others add, and what the error would be if nothing were counted below alpha.
	Below    Estimate `json:"from_identities_below"`
	Beyond   Estimate `json:"from_identities_above"`
	FailHard Estimate `json:"error_clamped_to_alpha"`

	Finished int     `json:"finished"`   // reveals priced to the depth of the audit
	Depth    float64 `json:"mean_depth"` // reached
	Common   int     `json:"common"`     // reveals that bound has finished too
	Work     float64 `json:"work"`       // nodes over those of bound, on these
}

// Difference is a reference less another one.
type Difference struct {
	Name string `json:"name"`
	Estimate
}

// Time is what prices took, on the reveals that bound has finished too.
type Time struct {
	Method   string  `json:"method"`
	Seconds  float64 `json:"seconds"`
	Relative float64 `json:"relative"` // to bound
}

// newReport evaluates audited reveals, which are in order.
func newReport(cfg Config, list []Audited) *Report {
	r := &Report{Settings: cfg.manifest(), Asked: cfg.Reveals, Reveals: len(list), Audited: list}
	for i := range methods {
		r.Methods = append(r.Methods, methodOf(i, list))
	}
	r.Floor = []Difference{
		{"small table", floor(list, func(a *Audited) Reference { return a.Small })},
		{"star1 inside", floor(list, func(a *Audited) Reference { return a.Star1 })},
	}
	r.addWork(list)
	return r
}

func methodOf(i int, list []Audited) Method {
	m := Method{Method: methods[i].String(), Default: methods[i] == search.Main.Chance}
	var headline, above, low, regret, low2, high2, clamped []float64
	for j := range list {
		a := &list[j]
		p, ref, alpha := &a.Prices[i], a.True.points(a.Copies), points(a.Alpha)
		m.Depth += float64(p.Depth) / float64(len(list))
		if p.Depth == 0 {
			continue
		}
		off := points(p.Value) - ref
		if ref > alpha {
			headline = append(headline, off)
		}
		if p.Value > a.Alpha {
			above = append(above, off)
		} else {
			low = append(low, off)
		}
		regret = append(regret, m.regret(p.Value > a.Alpha, ref-alpha))
		if parts, ok := a.parts(p); ok {
			low2, high2, clamped = append(low2, parts.below), append(high2, parts.above), append(clamped, parts.clamped)
		}
	}
	e := singly(headline)
	m.N, m.Mean, m.Low, m.High, m.RMS = e.N, e.Mean, e.Low, e.High, e.RMS
	m.Above, m.FailLow, m.Regret = singly(above), singly(low), singly(regret)
	m.Below, m.Beyond, m.FailHard = singly(low2), singly(high2), singly(clamped)
	return m
}

// regret counts a disagreement, and returns what it costs: lead is by how much the reference exceeds alpha.
func (m *Method) regret(takes bool, lead float64) float64 {
	switch {
	case takes && lead <= 0:
		m.Taken++
		return -lead
	case !takes && lead > 0:
		m.Missed++
		return lead
	}
	return 0
}

// parts is where the error of a price comes from.
type parts struct{ below, above, clamped float64 }

// parts splits the error of p by identity; ok is false if some were not counted.
func (a *Audited) parts(p *Priced) (s parts, ok bool) {
	total := 0.0
	for i, counted := range p.Counted {
		if counted == nil {
			return parts{}, false
		}
		weight := float64(a.Copies[i])
		total += weight
		off := weight * (points(*counted) - points(a.True[i]))
		if a.True[i] <= a.Alpha {
			s.below += off
		} else {
			s.above += off
		}
		s.clamped += weight * (points(max(*counted, a.Alpha)) - points(a.True[i]))
	}
	return parts{s.below / total, s.above / total, s.clamped / total}, true
}

// floor is the first reference less another, on the reveals that have it.
func floor(list []Audited, other func(*Audited) Reference) Estimate {
	var values []float64
	for i := range list {
		if o := other(&list[i]); len(o) > 0 {
			values = append(values, list[i].True.points(list[i].Copies)-o.points(list[i].Copies))
		}
	}
	return singly(values)
}

// addWork compares nodes and times with those of the first method, on the reveals that both have finished.
func (r *Report) addWork(list []Audited) {
	for i := range r.Methods {
		m := &r.Methods[i]
		var own, first Priced
		for j := range list {
			p, q := &list[j].Prices[i], &list[j].Prices[0]
			if p.Depth < r.Settings.Depth {
				continue
			}
			m.Finished++
			if q.Depth == r.Settings.Depth {
				m.Common++
				own.Nodes, first.Nodes = own.Nodes+p.Nodes, first.Nodes+q.Nodes
				own.Seconds, first.Seconds = own.Seconds+p.Seconds, first.Seconds+q.Seconds
			}
		}
		m.Work = ratio(float64(own.Nodes), float64(first.Nodes))
		r.Times = append(r.Times, Time{m.Method, own.Seconds, ratio(own.Seconds, first.Seconds)})
	}
}

// ratio returns a/b, 0 where there is nothing to compare with.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// points returns an expected score in hundredths.
func points(v score.Value) float64 { return 100 * v.Float() }

// points returns the average over the identities, in points.
func (r Reference) points(copies []int32) float64 {
	sum, total := 0.0, 0.0
	for i, v := range r {
		sum += float64(copies[i]) * points(v)
		total += float64(copies[i])
	}
	return sum / total
}
