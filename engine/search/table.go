package search

import (
	"sync/atomic"

	"jieqi/engine/board"
	"jieqi/engine/score"
)

// table is the transposition table that all threads share without locks. An entry is two atomic
// words, key xor data and data, so that a torn entry does not match any key.
type table struct {
	words      []atomic.Uint64 // bucketSize entries of two words a bucket
	mask       uint64          // buckets - 1
	epoch      uint64          // 1 to maxEpoch: entries of another one are no entries
	generation uint8
}

// Layout of an entry's data word, from the lowest bit.
const (
	moveBits, depthBits, boundBits, ageBits, epochBits = 14, 8, 2, 6, 2

	valueShift = moveBits
	evalShift  = valueShift + 16
	depthShift = evalShift + 16
	boundShift = depthShift + depthBits
	ageShift   = boundShift + boundBits
	epochShift = ageShift + ageBits
	ageMask    = 1<<ageBits - 1
	maxEpoch   = 1<<epochBits - 1
)

const (
	bucketSize  = 4 // entries; a bucket is one cache line
	bucketWords = 2 * bucketSize
	bucketBytes = 8 * bucketWords
)

// depthOffset makes stored depths positive: quiescence makes fewer reveals in a row.
const depthOffset = 32

// noEval marks an entry or a frame without a static evaluation.
const noEval = score.Infinity

// entry is an unpacked table entry.
type entry struct {
	move  board.Move
	value score.Value // mates as seen from the entry's own position
	eval  score.Value // static, view of the side to move; noEval if unknown
	depth int         // −depthOffset and up; below 0 in quiescence
	bound ScoreBound
}

// newTable returns a table of at most mb megabytes, or nil for none.
func newTable(mb int) *table {
	if mb <= 0 {
		return nil
	}
	buckets := uint64(1)
	for buckets*2*bucketBytes <= uint64(mb)<<20 {
		buckets *= 2
	}
	t := &table{words: make([]atomic.Uint64, buckets*bucketWords), mask: buckets - 1, epoch: 1}
	adviseHugePages(t.words)
	clear(t.words) // the system hands pages out at the first touch: now, and not in the middle of a search
	return t
}

// bytes is the memory t takes.
func (t *table) bytes() int {
	if t == nil {
		return 0
	}
	return len(t.words) * bucketBytes / bucketWords
}

// clear forgets everything. No search may be running. What there is belongs to an epoch that is over, and is overwritten only
// when all epochs are used up: a short game writes to little of the table.
func (t *table) clear() {
	if t == nil {
		return
	}
	if t.epoch == maxEpoch {
		clear(t.words)
		t.epoch = 0
	}
	t.epoch++
	t.generation = 0
}

// age starts a new search: older entries become the first to be replaced.
func (t *table) age() {
	if t != nil {
		t.generation = (t.generation + 1) & ageMask
	}
}

// bucket returns the words of the bucket for key.
func (t *table) bucket(key uint64) []atomic.Uint64 {
	i := (key & t.mask) * bucketWords
	return t.words[i : i+bucketWords : i+bucketWords]
}

// fetch starts to bring the bucket for key into the cache, for a probe soon after.
func (t *table) fetch(key uint64) {
	if t != nil {
		prefetch(&t.words[(key&t.mask)*bucketWords])
	}
}

// probe returns the entry for key, if there is one.
func (t *table) probe(key uint64) (entry, bool) {
	if t == nil {
		return entry{eval: noEval}, false
	}
	b := t.bucket(key)
	for i := 0; i < bucketWords; i += 2 {
		data := b[i+1].Load()
		if b[i].Load()^data == key && t.holds(data) {
			return unpack(data), true
		}
	}
	return entry{eval: noEval}, false
}

func unpack(data uint64) entry {
	return entry{
		move:  board.Move(data & (1<<moveBits - 1)),
		value: score.Value(int16(data >> valueShift)),
		eval:  score.Value(int16(data >> evalShift)),
		depth: int(data>>depthShift&(1<<depthBits-1)) - depthOffset,
		bound: ScoreBound(data >> boundShift & (1<<boundBits - 1)),
	}
}

func (t *table) pack(e entry) uint64 {
	return uint64(e.move) | uint64(uint16(e.value))<<valueShift | uint64(uint16(e.eval))<<evalShift |
		uint64(e.depth+depthOffset)<<depthShift | uint64(e.bound)<<boundShift | uint64(t.generation)<<ageShift | t.epoch<<epochShift
}

// store keeps e for key in place of the same position or of the least valuable entry of its bucket.
// An entry without a move keeps the move known before.
func (t *table) store(key uint64, e entry) {
	if t == nil {
		return
	}
	b := t.bucket(key)
	slot, worst := 0, 1<<30
	for i := 0; i < bucketWords; i += 2 {
		data := b[i+1].Load()
		if !t.holds(data) {
			if worst > -1<<20 {
				slot, worst = i, -1<<20
			}
			continue
		}
		if b[i].Load()^data == key {
			old := unpack(data)
			if e.move == board.NoMove {
				e.move = old.move
			}
			if t.current(data) && e.bound != Exact && e.depth+replaceSlack < old.depth {
				return
			}
			slot = i
			break
		}
		if worth := t.worth(data); worth < worst {
			slot, worst = i, worth
		}
	}
	data := t.pack(e)
	b[slot].Store(key ^ data)
	b[slot+1].Store(data)
}

// replaceSlack is by how many plies a shallower result may replace a deeper one of the same position.
const replaceSlack = 3

// holds reports whether there is an entry in data: one stored since the table was cleared.
func (t *table) holds(data uint64) bool { return data>>epochShift == t.epoch }

// current reports whether the entry was stored by the present search.
func (t *table) current(data uint64) bool {
	return t.holds(data) && uint8(data>>ageShift)&ageMask == t.generation
}

// worth ranks entries for replacement: deep ones stay, each search since costs agePenalty plies.
func (t *table) worth(data uint64) int {
	const agePenalty = 4
	past := int(t.generation-uint8(data>>ageShift)) & ageMask
	return int(data>>depthShift&(1<<depthBits-1)) - agePenalty*past
}

// hashfull returns how much of the table the present search uses, in per mille of a sample.
func (t *table) hashfull() int {
	if t == nil {
		return 0
	}
	const sample = 250 * bucketSize
	used, seen := 0, 0
	for i := 1; i < len(t.words) && seen < sample; i += 2 {
		if t.current(t.words[i].Load()) {
			used++
		}
		seen++
	}
	return used * 1000 / seen
}

// toTable makes a value seen from the root one seen from a position ply plies further.
func toTable(v score.Value, ply int) score.Value {
	switch {
	case v >= score.MateBound:
		return v + score.Value(ply)
	case v <= -score.MateBound:
		return v - score.Value(ply)
	}
	return v
}

// fromTable undoes toTable.
func fromTable(v score.Value, ply int) score.Value {
	switch {
	case v >= score.MateBound:
		return v - score.Value(ply)
	case v <= -score.MateBound:
		return v + score.Value(ply)
	}
	return v
}
