package dataset

import (
	"errors"
	"fmt"
	"strings"
)

// The three ways in which a file can fail to be a readable shard.
var (
	ErrNotShard = errors.New("not a shard")
	ErrVersion  = errors.New("shard of another format version")
	ErrDamaged  = errors.New("damaged shard")
)

// ErrExists means that a writer was asked to create what is already there.
var ErrExists = errors.New("already exists")

// Location says where in a shard something is wrong.
type Location struct {
	File  string
	Block int   // number of the block in its file; negative: not in a block
	Game  int64 // index of the game; negative: no game in particular
}

// ShardError is a fault at a place in a shard. It unwraps to Kind, one of the sentinel errors, or
// to the error of the operating system.
type ShardError struct {
	Location
	Kind   error
	Detail string
}

// Error names the file, block and game, then the kind of fault and its detail.
func (e *ShardError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Block >= 0 {
		fmt.Fprintf(&b, ": block %d", e.Block)
	}
	if e.Game >= 0 {
		fmt.Fprintf(&b, ": game %d", e.Game)
	}
	fmt.Fprintf(&b, ": %v", e.Kind)
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	return b.String()
}

// Unwrap returns the kind of fault.
func (e *ShardError) Unwrap() error { return e.Kind }

// inFile is the location of a whole file.
func inFile(name string) Location { return Location{File: name, Block: -1, Game: -1} }

func (l Location) fault(kind error, format string, args ...any) error {
	return &ShardError{Location: l, Kind: kind, Detail: fmt.Sprintf(format, args...)}
}

func (l Location) damaged(format string, args ...any) error {
	return l.fault(ErrDamaged, format, args...)
}

// at returns l narrowed to one game.
func (l Location) at(game uint64) Location {
	l.Game = int64(min(game, 1<<63-1))
	return l
}
