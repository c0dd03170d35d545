package dataset

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Gap is a run of game indices that a repaired shard lacks.
type Gap struct {
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
}

// RepairReport says what was saved.
type RepairReport struct {
	Blocks    int    `json:"blocks"`
	Games     uint64 `json:"games"`
	Positions uint64 `json:"positions"`
	Lost      []Gap  `json:"lost"` // within the range the damaged file's header promised
	Entry     Entry  `json:"entry"`
}

// Repair writes every intact block of the damaged shard or temporary src to the new shard dst,
// whose folder's manifest gets its line. src is left as it is. A damaged header cannot be repaired:
// nothing else says what the games are.
func Repair(src, dst string) (RepairReport, error) {
	var report RepairReport
	f, err := os.Open(src)
	if err != nil {
		return report, fmt.Errorf("repair: %w", err)
	}
	defer f.Close()
	size, err := fileSize(f)
	if err != nil {
		return report, fmt.Errorf("repair: %w", err)
	}
	h, at, err := readHeader(f, size, inFile(src))
	if err != nil {
		return report, fmt.Errorf("repair: %w", err)
	}
	promised := Gap{First: h.First, Last: h.First + uint64(h.Games) - 1}
	sound := soundBlocks(f, at, size, &h)
	if len(sound) == 0 {
		return report, fmt.Errorf("repair: %w", inFile(src).damaged("no intact block in it"))
	}
	h.First, h.Games = sound[0].First, 0
	for _, e := range sound {
		h.Games += int(e.Games)
		report.Positions += uint64(e.Positions)
	}
	report.Blocks, report.Games, report.Lost = len(sound), uint64(h.Games), gaps(sound, promised)
	report.Entry, err = copyBlocks(f, size, src, sound, dst, h)
	return report, err
}

// soundBlocks finds the intact blocks whose games can be read, in rising order of games.
func soundBlocks(r io.ReaderAt, from, size int64, h *Header) []blockEntry {
	var sound []blockEntry
	for {
		at, ok := findBlock(r, from, size, h)
		if !ok {
			return sound
		}
		e, packed, _ := readBlock(r, at, size, h)
		from = at + int64(blockHeadSize+len(packed))
		inOrder := len(sound) == 0 || e.First > sound[len(sound)-1].Last
		if _, err := decodeGames(&e.blockMeta, packed, h, Location{}); err == nil && inOrder {
			sound = append(sound, e)
		}
	}
}

func copyBlocks(r io.ReaderAt, size int64, src string, sound []blockEntry, dst string, h Header) (Entry, error) {
	w, err := Create(dst, h)
	if err != nil {
		return Entry{}, err
	}
	for i, e := range sound {
		where := Location{File: src, Block: i, Game: -1}
		e, packed, ok := readBlock(r, int64(e.Offset), size, &h)
		if !ok {
			return Entry{}, errors.Join(where.damaged("it changed while it was read"), w.abandon())
		}
		games, err := decodeGames(&e.blockMeta, packed, &h, where)
		if err != nil {
			return Entry{}, errors.Join(err, w.abandon())
		}
		for j := range games {
			if err := w.Add(&games[j]); err != nil {
				return Entry{}, errors.Join(err, w.abandon())
			}
		}
	}
	return w.Close()
}

// gaps returns what of the promised games the blocks lack.
func gaps(sound []blockEntry, promised Gap) []Gap {
	var lost []Gap
	next := promised.First
	for _, e := range sound {
		if e.First > next {
			lost = append(lost, Gap{First: next, Last: e.First - 1})
		}
		next = e.Last + 1
	}
	if next <= promised.Last {
		lost = append(lost, Gap{First: next, Last: promised.Last})
	}
	return lost
}

// abandon closes and removes the temporary.
func (w *Writer) abandon() error { return errors.Join(w.file.Close(), os.Remove(w.temp)) }
