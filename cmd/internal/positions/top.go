package positions

import (
	"cmp"
	"container/heap"
	"slices"
)

// kept is a position among the largest: where it is, its number, and its line.
type kept struct {
	value float64
	order int // of arrival: the earlier of two equal ones counts as larger
	place Place
	line  []byte
}

// Place says where a position is.
type Place struct {
	Block int // of the set
	Game  uint64
	Ply   int
}

// largest keeps the positions with the largest numbers, at most limit of them: a heap with the smallest on top.
type largest struct {
	limit, seen int
	list        []kept
}

func compare(a, b *kept) int {
	return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(b.order, a.order))
}

// Len, Less, Swap, Push and Pop make it a heap.
func (l *largest) Len() int           { return len(l.list) }
func (l *largest) Less(i, j int) bool { return compare(&l.list[i], &l.list[j]) < 0 }
func (l *largest) Swap(i, j int)      { l.list[i], l.list[j] = l.list[j], l.list[i] }
func (l *largest) Push(x any)         { l.list = append(l.list, x.(kept)) }
func (l *largest) Pop() any {
	last := l.list[len(l.list)-1]
	l.list = l.list[:len(l.list)-1]
	return last
}

// add offers a position; write is asked for its line only if it is kept.
func (l *largest) add(value float64, place Place, write func([]byte) []byte) {
	x := kept{value: value, order: l.seen, place: place}
	l.seen++
	if len(l.list) < l.limit {
		x.line = write(nil)
		heap.Push(l, x)
		return
	}
	if least := &l.list[0]; compare(&x, least) > 0 {
		x.line = write(least.line[:0])
		*least = x
		heap.Fix(l, 0)
	}
}

// sorted returns what was kept, the largest first.
func (l *largest) sorted() []kept {
	return slices.SortedFunc(slices.Values(l.list), func(a, b kept) int { return compare(&b, &a) })
}
