package main

import "github.com/alecthomas/kong"

// commandLine is the whole command line; each command has a file of its own.
type commandLine struct {
	UCI        uciCommand        `cmd:"" name:"uci" help:"Play as a UCI engine on standard input and output."`
	Bench      benchCommand      `cmd:"" help:"Search fixed positions: the signature of the search, and its speed."`
	Eval       evalCommand       `cmd:"" help:"Say what an evaluation thinks of a position, piece by piece."`
	Selfplay   selfplayCommand   `cmd:"" help:"Play games against itself into shards."`
	Data       dataCommand       `cmd:"" help:"Look at shards, check and repair them."`
	Net        netCommand        `cmd:"" help:"Look into networks, and compare them."`
	Train      trainCommand      `cmd:"" help:"Train float parameters on shards."`
	Quantise   quantiseCommand   `cmd:"" name:"quantize" help:"Make the integer network that plays from float parameters."`
	Gate       gateCommand       `cmd:"" help:"Decide whether a candidate network replaces the incumbent."`
	Match      matchCommand      `cmd:"" help:"Play players against each other, external engines included."`
	Round      roundCommand      `cmd:"" help:"Run the whole loop, round after round."`
	Worker     workerCommand     `cmd:"" help:"Play games for the hub of a run on another machine."`
	Hub        hubCommand        `cmd:"" help:"Say who may play for a run on other machines."`
	Serve      serveCommand      `cmd:"" help:"Pages in the browser: play, look into positions and games, follow a run."`
	Experiment experimentCommand `cmd:"" help:"Studies of the engine: one question each, its method fixed beforehand."`
	Perft      perftCommand      `cmd:"" help:"Count move sequences from a position."`
	Deal       dealCommand       `cmd:"" help:"Print the deals that follow from a phrase."`
	Replay     replayCommand     `cmd:"" help:"Replay recorded games: views, legal moves and verdict as JSON lines."`
	Referee    refereeCommand    `cmd:"" help:"Play random games and have everything derived a second, slow way."`
	Version    versionCommand    `cmd:"" help:"Say what this program is."`

	Profile     string           `help:"Write a CPU profile of the command to this file; go tool pprof reads it." type:"path" placeholder:"FILE"`
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version and exit."`
}
