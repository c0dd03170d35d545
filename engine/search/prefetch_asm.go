//go:build amd64 || arm64

package search

import "sync/atomic"

// prefetch asks for the cache line of a word without waiting for it. It changes nothing but the time.
//
//go:noescape
func prefetch(word *atomic.Uint64)
