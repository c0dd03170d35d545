package features

import "jieqi/engine/board"

// list collects inputs. Its array is longer than MaxActive so that a pool's slots can be written
// without asking how many are on.
type list struct {
	inputs [MaxActive + maxCopies]uint16
	n      int
}

// maxCopies is the most slots that one kind has.
const maxCopies = 5

func (l *list) add(input uint16) {
	l.inputs[l.n] = input
	l.n++
}

// addPool adds the inputs that are on for a pool whose first slot is input first.
func (l *list) addPool(pool *board.Pool, first uint16) {
	n := l.n // a sum in a register
	for i := range SlotRanges {
		r := &SlotRanges[i]
		slots := (*[maxCopies]uint16)(l.inputs[n:])
		input := first + uint16(r.First)
		slots[0], slots[1] = input, input+1
		if r.Len > 2 {
			slots[2], slots[3], slots[4] = input+2, input+3, input+4
		}
		n += int(pool[r.Kind])
	}
	l.n = n
}

// addPools adds both pools' inputs, own first.
func (l *list) addPools(own, enemy board.Pool) {
	l.addPool(&own, PieceInputs)
	l.addPool(&enemy, PieceInputs+PoolSlots)
}

// appendTo appends the collected inputs to dst.
func (l *list) appendTo(dst []uint16) []uint16 { return append(dst, l.inputs[:l.n]...) }
