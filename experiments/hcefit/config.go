package hcefit

import (
	"errors"
	"fmt"
	"math"

	"jieqi/dataset"
)

// Config says which positions the weights are fitted to and how. Default gives a usable one.
type Config struct {
	Positions  int           // of each part at most; where there are more, so many are drawn
	Seed       uint64        // decides which are drawn
	Prior      float64       // centipawns by which a weight may well be off; small values hold the weights
	Iterations int           // of L-BFGS at most
	Only       []string      // families of weights (their names up to the first dot) to fit, the others being 0; empty: all
	Split      dataset.Split // as in training, so that the gate's deals stay unseen
	Mixed      bool          // allow games of different evaluations
	Threads    int           // the weights do not depend on it
}

// Default returns the usual settings.
func Default() Config {
	return Config{Positions: 500_000, Seed: 1, Prior: 15, Iterations: 200, Split: dataset.DefaultSplit, Threads: 1}
}

// minPositions is about how many numbers the evaluation has: fewer positions tell nothing of most of them.
const minPositions = 1000

// Check reports settings that cannot work.
func (c *Config) Check() error {
	switch {
	case c.Positions < minPositions:
		return fmt.Errorf("positions %d: want at least %d", c.Positions, minPositions)
	case !(c.Prior > 0) || math.IsInf(c.Prior, 0):
		return fmt.Errorf("prior %v: want centipawns above 0", c.Prior)
	case c.Iterations < 1:
		return fmt.Errorf("iterations %d: want at least 1", c.Iterations)
	case c.Threads < 1:
		return fmt.Errorf("threads %d: want at least 1", c.Threads)
	case c.Split.Validation == 0:
		return errors.New("a validation share of 0 leaves nothing to judge the fit by")
	}
	if _, err := chosen(c.Only); err != nil {
		return err
	}
	return c.Split.Check()
}
