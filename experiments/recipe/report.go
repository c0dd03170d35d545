package recipe

import "jieqi/eval"

// Report is what a study has found so far. Lists by match follow Matches; what is missing is null.
type Report struct {
	Question     string        `json:"question"`
	Phrase       string        `json:"phrase"`
	Baseline     string        `json:"baseline"`
	Missing      int           `json:"missing"` // stages
	Holdout      *HeldOut      `json:"holdout"`
	DeepNodes    uint64        `json:"deep_nodes"`
	DeepScale    *Scale        `json:"deep_scale"`
	Reference    string        `json:"reference"`        // name of the reference evaluation
	ReferenceIs  *Errors       `json:"reference_losses"` //
	Matches      []MatchFacts  `json:"matches"`
	Lines        []Line        `json:"rows"`
	Spreads      []Spread      `json:"spreads"`
	Correlations []Correlation `json:"correlations"`
}

// MatchFacts says what a match of the plan is.
type MatchFacts struct {
	Opponent string `json:"opponent"`
	Hash     string `json:"opponent_hash"`
	Nodes    uint64 `json:"nodes"`
	Games    int    `json:"games"`
}

// Line is a row of the plan with one of its seeds.
type Line struct {
	Row     string   `json:"row"`
	Seed    uint64   `json:"seed"`
	Differs []string `json:"differs"` // from the base
	Samples int64    `json:"samples"` // different ones
	Seen    int64    `json:"seen"`    // trained on, repeats counted
	Network string   `json:"network,omitempty"`
	Refused string   `json:"refused,omitempty"` // why there is none
	Folder  string   `json:"folder,omitempty"`  // of the network, within the store
	Losses  *Errors  `json:"losses"`
	T       float64  `json:"t"` // of the squared error against results less the reference's
	Results []*Score `json:"matches"`
}

// Score is the result of a match.
type Score struct {
	Games    int           `json:"games"`
	Estimate eval.Estimate `json:"estimate"`
	Pairs    eval.Pairs    `json:"pairs_by_half_points"`
	Failures int           `json:"failures"`
	Gain     *Difference   `json:"difference"` // from the baseline, the mean of its seeds; null for itself
}

// Spread is what several seeds of a row say: means and standard deviations from seed to seed.
type Spread struct {
	Row    string      `json:"row"`
	Seeds  int         `json:"seeds"`
	Scores MeanStdDev  `json:"scores"`
	Deep   MeanStdDev  `json:"deep"`
	Result MeanStdDev  `json:"results"`
	Elo    []EloSpread `json:"elo"`
}

// MeanStdDev is a mean and the standard deviation of single values.
type MeanStdDev struct {
	Mean   float64 `json:"mean"`
	StdDev float64 `json:"std_dev"`
}

// EloSpread is what several seeds of a row reach in one match.
type EloSpread struct {
	Match int         `json:"match"` // of Report.Matches
	Elo   MeanStdDev  `json:"elo"`
	Gain  *Difference `json:"difference"` // of the mean of the seeds from the baseline's; null for itself
}

// Correlation is Spearman's rank correlation of a loss with Elo over the lines that have both: below 0 if
// rows that foretell better play better.
type Correlation struct {
	Loss  string  `json:"loss"`
	Match int     `json:"match"` // of Report.Matches
	Lines int     `json:"lines"`
	Rho   float64 `json:"rho"`
}
