package search

import (
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a large page on the systems that have them.
const hugePage = 2 << 20

// adviseHugePages asks the kernel to back words by large pages: a table is read all over, and with small ones most
// probes miss the TLB too. A refusal costs nothing but that speed.
func adviseHugePages(words []atomic.Uint64) {
	size := uintptr(len(words)) * unsafe.Sizeof(words[0])
	if size == 0 {
		return
	}
	skip := -uintptr(unsafe.Pointer(&words[0])) % hugePage // the advice is for whole pages
	if size < skip+hugePage {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
	_ = unix.Madvise(bytes[skip:skip+(size-skip)/hugePage*hugePage], unix.MADV_HUGEPAGE) // advice only
}
