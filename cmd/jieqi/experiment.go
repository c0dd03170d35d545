package main

// experimentCommand has one line for each study of experiments/.
type experimentCommand struct {
	Ablate ablateCommand `cmd:"" help:"Measure what each heuristic of the search is worth."`
}
