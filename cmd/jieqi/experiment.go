package main

// experimentCommand has one line for each study of experiments/.
type experimentCommand struct {
	Ablate ablateCommand `cmd:"" help:"Measure what each heuristic of the search is worth."`
	HCEFit hcefitCommand `cmd:"" name:"hcefit" help:"Refit the weights of the hand-crafted evaluation to results of games."`
	Recipe recipeCommand `cmd:"" help:"Which training settings and games make the strongest network: a plan of rows, trained and measured."`
	Tune   tuneCommand   `cmd:"" help:"Look for better constants of the search by playing."`

	Exploit  exploitCommand  `cmd:"" help:"How far a network is beaten by a copy trained to beat it."`
	TimeOdds timeoddsCommand `cmd:"" name:"timeodds" help:"Whether a margin lasts when both sides think longer."`

	RevealPrice revealpriceCommand `cmd:"" name:"revealprice" help:"How far each chance method's price of a reveal is from what the reveal is worth."`
	Drift       driftCommand       `cmd:"" help:"Whether a side's own expected score holds after its reveals, by chance method."`
}
