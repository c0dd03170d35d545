package fixed40

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"jieqi/dataset"
)

// keys draws the numbers that records are sorted by: ply t of a game gets number t of a ChaCha8 stream, whose seed is
// SHA-256 of "fixed40", the phrase, the series, each with a zero byte behind it, and the game's index (u64).
type keys struct {
	phrase string
	random rand.ChaCha8
}

func (k *keys) game(series string, index uint64) {
	text := fmt.Appendf(nil, "fixed40\x00%s\x00%s\x00", k.phrase, series)
	k.random.Seed(sha256.Sum256(binary.LittleEndian.AppendUint64(text, index)))
}

// entry is a record with its key and the part that its deal belongs to.
type entry struct {
	key    uint64
	part   dataset.Part
	record Record
}

const entrySize = 8 + 1 + Size

func (e *entry) append(dst []byte) []byte {
	dst = append(binary.LittleEndian.AppendUint64(dst, e.key), byte(e.part))
	return append(dst, e.record[:]...)
}

func (e *entry) parse(b []byte) {
	e.key, e.part = binary.LittleEndian.Uint64(b), dataset.Part(b[8])
	copy(e.record[:], b[9:])
}

func compare(a, b entry) int {
	return cmp.Or(cmp.Compare(a.key, b.key), bytes.Compare(a.record[:], b.record[:]))
}

// heaps are files of entries, by the upper bits of their keys: sorted one after the other, all of them are sorted.
type heaps struct {
	dir   string
	bits  int
	files []*bufio.Writer
	open  []*os.File
	sizes []int // entries of each
	buf   []byte
}

// A heap is sorted in memory: about heapSize entries, 64 bytes each, until there are maxHeaps, each of which has a file open.
const (
	heapSize    = 1 << 20
	maxHeapBits = 8
	heapBuffer  = 1 << 16
)

// newHeaps makes as many as are wanted for a number of positions.
func newHeaps(dir string, positions uint64) (*heaps, error) {
	h := &heaps{dir: dir}
	for h.bits < maxHeapBits && positions>>h.bits > heapSize {
		h.bits++
	}
	h.sizes = make([]int, 1<<h.bits)
	for i := range h.sizes {
		f, err := os.Create(h.name(i))
		if err != nil {
			return nil, errors.Join(err, h.close())
		}
		h.open = append(h.open, f)
		h.files = append(h.files, bufio.NewWriterSize(f, heapBuffer))
	}
	return h, nil
}

func (h *heaps) name(i int) string { return filepath.Join(h.dir, fmt.Sprintf("heap-%03d", i)) }

func (h *heaps) add(e *entry) error {
	h.buf = e.append(h.buf[:0])
	i := e.key >> (64 - h.bits)
	h.sizes[i]++
	_, err := h.files[i].Write(h.buf)
	return err
}

// sorted calls visit with all entries in their order, and removes the heaps.
func (h *heaps) sorted(visit func(*entry) error) error {
	for _, w := range h.files {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if err := h.close(); err != nil {
		return err
	}
	entries := make([]entry, 0, slices.Max(h.sizes))
	for i := range h.files {
		var err error
		if entries, err = h.read(i, entries[:0]); err != nil {
			return err
		}
		slices.SortFunc(entries, compare)
		for j := range entries {
			if err := visit(&entries[j]); err != nil {
				return err
			}
		}
		if err := os.Remove(h.name(i)); err != nil {
			return err
		}
	}
	return nil
}

// read appends the entries of heap i to dst.
func (h *heaps) read(i int, dst []entry) ([]entry, error) {
	f, err := os.Open(h.name(i))
	if err != nil {
		return dst, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, heapBuffer)
	var buf [entrySize]byte
	for {
		if _, err := io.ReadFull(r, buf[:]); err == io.EOF {
			return dst, nil
		} else if err != nil {
			return dst, err
		}
		var e entry
		e.parse(buf[:])
		dst = append(dst, e)
	}
}

// close closes the files; a second time it does nothing.
func (h *heaps) close() error {
	var err error
	for _, f := range h.open {
		err = errors.Join(err, f.Close())
	}
	h.open = nil
	return err
}
