//go:build !linux

package search

import "sync/atomic"

// adviseHugePages does nothing: this system decides by itself, or has no large pages.
func adviseHugePages([]atomic.Uint64) {}
