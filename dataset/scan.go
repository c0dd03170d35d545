package dataset

import (
	"bytes"
	"io"
)

// readBlock reads the block whose frame begins at byte at, up to its zstd frame. ok is false when
// no intact block of a shard with header h begins there.
func readBlock(r io.ReaderAt, at, size int64, h *Header) (e blockEntry, packed []byte, ok bool) {
	var head [blockHeadSize]byte
	if size-at < blockHeadSize {
		return e, nil, false
	}
	if _, err := r.ReadAt(head[:], at); err != nil {
		return e, nil, false
	}
	m, ok := parseHead(head[:])
	if !ok || !m.plausible(h.BlockGames) || int64(m.Packed) > size-at-blockHeadSize {
		return e, nil, false
	}
	packed = make([]byte, m.Packed)
	if _, err := r.ReadAt(packed, at+blockHeadSize); err != nil {
		return e, nil, false
	}
	return blockEntry{blockMeta: m, Offset: uint64(at)}, packed, m.sum(packed) == m.CRC
}

// findBlock returns where the first intact block at or after byte from begins.
func findBlock(r io.ReaderAt, from, size int64, h *Header) (at int64, ok bool) {
	mark := append(append([]byte(nil), skippableMagic...), byte(magicSize+metaSize), 0, 0, 0)
	mark = append(mark, blockMagic...)
	window := make([]byte, 1<<16)
	for from < size {
		n, _ := r.ReadAt(window, from) // a short read shows as a short window
		if n < len(mark) {
			return 0, false
		}
		i := bytes.Index(window[:n], mark)
		if i < 0 {
			from += int64(n - len(mark) + 1)
			continue
		}
		if _, _, ok := readBlock(r, from+int64(i), size, h); ok {
			return from + int64(i), true
		}
		from += int64(i) + 1
	}
	return 0, false
}

// readHeader reads the header frame at the start of a shard or temporary and returns its size.
func readHeader(r io.ReaderAt, size int64, where Location) (Header, int64, error) {
	prefix := make([]byte, min(size, headerPrefix))
	if _, err := r.ReadAt(prefix, 0); err != nil && size > 0 {
		return Header{}, 0, where.fault(err, "reading the header")
	}
	n, err := headerSize(prefix, where)
	if err != nil {
		return Header{}, 0, err
	}
	if int64(n) > size {
		return Header{}, 0, where.damaged("cut inside the header")
	}
	frame := make([]byte, n)
	if _, err := r.ReadAt(frame, 0); err != nil {
		return Header{}, 0, where.fault(err, "reading the header")
	}
	h, err := parseHeader(frame, where)
	return h, int64(n), err
}

// decodeGames returns the games of an intact block of a shard with header h.
func decodeGames(m *blockMeta, packed []byte, h *Header, where Location) ([]Game, error) {
	cols, _, err := unpackBlock(m, packed, nil, h.version(), where)
	if err != nil {
		return nil, err
	}
	games := make([]Game, 0, m.Games)
	var r record
	for {
		more, err := cols.next(&r)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		g, err := r.toGame(where)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	if games[len(games)-1].Index != m.Last {
		return nil, where.damaged("its last game is %d, want %d", games[len(games)-1].Index, m.Last)
	}
	return games, nil
}
