package dataset

import (
	"errors"
	"fmt"
	"os"

	"jieqi/dataset/settings"
)

// Resume opens the temporary of the shard called path, checks each block in it and continues after
// the last one; a torn block at the end is cut off. The temporary's header must equal h. With no
// temporary the error matches fs.ErrNotExist.
func Resume(path string, h Header) (*Writer, error) {
	f, err := os.OpenFile(path+PartialExt, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("resume shard: %w", err)
	}
	w := newWriter(path, f.Name(), f, h)
	if err := w.restore(); err != nil {
		return nil, errors.Join(fmt.Errorf("resume %s: %w", path, err), f.Close())
	}
	return w, nil
}

// ReadPartialHeader returns the header of the temporary of the shard called path.
func ReadPartialHeader(path string) (Header, error) {
	f, err := os.Open(path + PartialExt)
	if err != nil {
		return Header{}, err
	}
	defer f.Close()
	size, err := fileSize(f)
	if err != nil {
		return Header{}, err
	}
	h, _, err := readHeader(f, size, inFile(f.Name()))
	return h, err
}

// restore brings w to the state it had after the last whole block in its file.
func (w *Writer) restore() error {
	size, err := fileSize(w.file)
	if err != nil {
		return err
	}
	where := inFile(w.temp)
	want, err := w.header.appendFrame(nil)
	if err != nil {
		return err
	}
	got, _, err := readHeader(w.file, size, where)
	if err != nil {
		return err
	}
	if got != w.header {
		return where.fault(errors.New("other settings"), "%s", settings.Differences(got, w.header))
	}
	w.whole.Write(want)
	w.end = int64(len(want))
	if err := w.restoreBlocks(size); err != nil {
		return err
	}
	if at, ok := findBlock(w.file, w.end, size, &w.header); ok {
		where.Block = len(w.index.Blocks)
		return where.damaged("a sound block follows at byte %d: salvage the file with `data repair`", at)
	}
	return w.file.Truncate(w.end)
}

func (w *Writer) restoreBlocks(size int64) error {
	for {
		e, packed, ok := readBlock(w.file, w.end, size, &w.header)
		if !ok {
			return nil
		}
		where := Location{File: w.temp, Block: len(w.index.Blocks), Game: -1}
		if int(e.Number) != where.Block || e.First < w.next || int(e.Games)+w.Stored() > w.header.Games ||
			where.Block == 0 && e.First != w.header.First {
			return where.damaged("block %d with games %d to %d is out of place", e.Number, e.First, e.Last)
		}
		games, err := decodeGames(&e.blockMeta, packed, &w.header, where)
		if err != nil {
			return err
		}
		w.count(e, games)
		w.whole.Write(e.head())
		w.whole.Write(packed)
		w.end += int64(blockHeadSize + len(packed))
		w.next = e.Last + 1
	}
}

func fileSize(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is not a file", f.Name())
	}
	return info.Size(), nil
}
