package main

// commandLine is the whole command line; each command has a file of its own.
type commandLine struct {
	Perft   perftCommand   `cmd:"" help:"Count move sequences from a position."`
	Deal    dealCommand    `cmd:"" help:"Print the deals that follow from a phrase."`
	Replay  replayCommand  `cmd:"" help:"Replay recorded games: views, legal moves and verdict as JSON lines."`
	Referee refereeCommand `cmd:"" help:"Play random games and have everything derived a second, slow way."`
}
