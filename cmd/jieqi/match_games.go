package main

import "jieqi/cmd/internal/games"

type matchGamesCommand struct {
	Dir  string `arg:"" help:"Folder of the match, or of a gate." type:"path"`
	Pair *int   `help:"Only the games of this pair." placeholder:"I"`
	gamesOutput
}

func (matchGamesCommand) Help() string {
	return `The games of the finished pairs, in pair order, first that in which A plays Red: a line each for jieqi replay, or a
file each that JieqiBox opens.

  jieqi match games /tmp/match | jieqi replay
  jieqi match games /tmp/match --pair 3 --format jieqibox --out games`
}

// Run writes the games.
func (c *matchGamesCommand) Run(e *env) error {
	return c.write(e, func(visit func(*games.Game) error) error { return games.OfMatch(c.Dir, c.Pair, visit) })
}
