package nnue

// lanes holds one perspective's 256 numbers of 16 bits, four to a word, the first lowest: the
// scalar kernel adds four at a time, and on a little-endian machine SIMD kernels see an array of
// int16. Sums wrap around lane by lane.
type lanes [Width / laneCount]uint64

const (
	laneCount = 4
	laneBits  = 16
	laneOnes  = 0x0001_0001_0001_0001
	laneSigns = 0x8000_8000_8000_8000
)

// at returns number j.
func (l *lanes) at(j int) int16 { return int16(l[j/laneCount] >> (j % laneCount * laneBits)) }

// set makes v number j.
func (l *lanes) set(j int, v int16) {
	shift := j % laneCount * laneBits
	w := &l[j/laneCount]
	*w = *w&^(0xffff<<shift) | uint64(uint16(v))<<shift
}

// addLanes adds without carries between lanes: the low fifteen bits as they are, the signs apart.
func addLanes(x, y uint64) uint64 { return (x&^laneSigns + y&^laneSigns) ^ (x^y)&laneSigns }

// subLanes subtracts y from x without borrows between lanes.
func subLanes(x, y uint64) uint64 { return (x | laneSigns) - y&^laneSigns ^ (x^^y)&laneSigns }
