package match

import (
	"context"

	"jieqi/engine/referee"
)

// Contender is somebody who can play one side of a match: a name, what tells it from others, and a maker of
// players.
type Contender struct {
	Name     string
	Hash     string // identifies the evaluation, or the content of the program file
	Settings string // whatever else its strength depends on; may be empty
	// Files are hashes of further files that its strength depends on, by their paths in Settings; nil: none.
	Files map[string]string
	// New makes a player for one worker; players are never shared, and those that are an io.Closer are closed
	// in the end. When its context ends, New gives up with the cause, and so does the player's NewGame if it
	// takes time.
	New func(context.Context) (referee.Player, error)
}
