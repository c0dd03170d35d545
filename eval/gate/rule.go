package gate

import (
	"fmt"

	"jieqi/eval"
)

// Rule is the decision rule of a gate.
type Rule struct {
	Pairs       int       `json:"pairs"`        // pairs of the match key
	MaxT        float64   `json:"max_t"`        // loss key: passes at t <= MaxT
	MinLOS      float64   `json:"min_los"`      // match key: likelihood of superiority also asked for; 0 for none
	RejectElo   float64   `json:"reject_elo"`   // reject at once when the whole 95 % interval lies below
	RejectT     float64   `json:"reject_t"`     // reject at once when t exceeds
	Extend      bool      `json:"extend"`       // go on with Test from the pairs already played
	MaxPairs    int       `json:"max_pairs"`    // end of the extension
	Test        eval.SPRT `json:"sprt"`         // of the extension
	MaxTExtend  float64   `json:"max_t_extend"` // an accepted extension promotes only at t <= this
	MaxFailures float64   `json:"max_failures"` // share of failed games above which the gate is spoilt
	MinDeals    int       `json:"min_deals"`    // fewer deals in the hold-out: called underpowered
}

// MostGames bounds the match of a gate: beyond it the interval is narrower than what such a match depends on otherwise
// (time, opponent, openings), and the simulation of the rule takes longer than anybody waits.
const MostGames = 20_000

// CheckGames reports a number of games that no gate can play.
func CheckGames(games int) error {
	if games < 2 || games%2 != 0 || games > MostGames {
		return fmt.Errorf("%d games: want an even number from 2 to %d", games, MostGames)
	}
	return nil
}

// BareRule is the published rule: 400 games above 50 % and a lower held-out loss (t <= -2).
func BareRule() Rule {
	return Rule{
		Pairs: 200, MaxT: -2, RejectElo: -15, RejectT: 2,
		MaxPairs: 1000, Test: eval.SPRT{Elo0: 0, Elo1: 15, Alpha: 0.05, Beta: 0.05},
		MaxFailures: 0.01, MinDeals: 100,
	}
}

// StrictRule asks for a likelihood of superiority of 0.90 as well, and extends an undecided match.
func StrictRule() Rule {
	r := BareRule()
	r.MinLOS, r.Extend = 0.90, true
	return r
}

// Verdict is where a gate stands.
type Verdict string

// The verdicts. Undecided exists only while games are still to be played.
const (
	Promote   Verdict = "promote"
	Reject    Verdict = "reject"
	Undecided Verdict = "undecided"
)

// Decision is a verdict with its reason.
type Decision struct {
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason"`
}

// Reasons of decisions, as written to result.json.
const (
	ReasonBothKeys   = "both keys turned"
	ReasonWeaker     = "the whole 95 % interval lies below the rejection bound"
	ReasonLoss       = "held-out loss is clearly worse"
	ReasonExtended   = "accepted by the extension"
	ReasonUndecided  = "undecided"
	ReasonFailures   = "too many failed games"
	ReasonUnfinished = "games are still to be played"
)

// Decide applies the rule to the first pairs of the match, in pair order, and to the t of the
// loss. It returns Undecided exactly when another pair has to be played.
func (r *Rule) Decide(p eval.Pairs, t float64) Decision {
	n := p.Count()
	if n < r.Pairs {
		return Decision{Undecided, ReasonUnfinished}
	}
	if n == r.Pairs {
		if d := r.keys(p, t); d.Verdict != Undecided || !r.Extend {
			return final(d)
		}
	}
	switch r.Test.Decide(p) {
	case eval.AcceptH1:
		if t <= r.MaxTExtend {
			return Decision{Promote, ReasonExtended}
		}
		return Decision{Reject, ReasonUndecided}
	case eval.AcceptH0:
		return Decision{Reject, ReasonUndecided}
	}
	if n >= r.MaxPairs {
		return Decision{Reject, ReasonUndecided}
	}
	return Decision{Undecided, ReasonUnfinished}
}

// keys looks at the match of r.Pairs pairs and the loss.
func (r *Rule) keys(p eval.Pairs, t float64) Decision {
	e := p.Estimate()
	switch {
	case t <= r.MaxT && e.Score > 0.5 && e.LOS >= r.MinLOS:
		return Decision{Promote, ReasonBothKeys}
	case e.EloHigh < r.RejectElo:
		return Decision{Reject, ReasonWeaker}
	case t > r.RejectT:
		return Decision{Reject, ReasonLoss}
	}
	return Decision{Undecided, ReasonUndecided}
}

// final turns what the keys left open into a rejection.
func final(d Decision) Decision {
	if d.Verdict == Undecided {
		d.Verdict = Reject
	}
	return d
}
