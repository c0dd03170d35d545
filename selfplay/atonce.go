package selfplay

import "runtime"

// atOnce returns how many of so many workers are started: no more than run at the same time. Searches only compute, so
// that more would take turns, each finding the caches full of the others' tables.
func atOnce(workers int) int { return min(workers, runtime.GOMAXPROCS(0)) }
