package dataset

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The decoder is made at first use and shared: it is safe for concurrent use.
var decoder = sync.OnceValue(newDecoder)

func newDecoder() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxMemory(maxBlockRaw))
	if err != nil {
		panic(err) // only options can be wrong here
	}
	return d
}

// compressor writes blocks. It compresses as well as it can: it runs in the one writer at the pace
// of games, so that costs nothing, and decoding speed does not depend on it.
type compressor struct{ stream *zstd.Encoder }

// compress returns one zstd frame of the pieces, one after the other. Each piece begins a block of
// the frame, with statistics of its own: worth 8 % on columns, which have little in common.
func (c *compressor) compress(pieces [][]byte) ([]byte, error) {
	var out bytes.Buffer
	if c.stream == nil {
		stream, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
			zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true), zstd.WithWindowSize(1<<20))
		if err != nil {
			return nil, err
		}
		c.stream = stream
	}
	c.stream.Reset(&out)
	for _, p := range pieces {
		if _, err := c.stream.Write(p); err != nil {
			return nil, err
		}
		if err := c.stream.Flush(); err != nil {
			return nil, err
		}
	}
	if err := c.stream.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// pack compresses the columns of games, which are checked, in order and within one block.
func (c *compressor) pack(number uint32, games []Game) (m blockMeta, packed []byte, err error) {
	first, last := games[0].Index, games[len(games)-1].Index
	pieces, positions := encodeColumns(games, first)
	if packed, err = c.compress(pieces); err != nil {
		return m, nil, fmt.Errorf("compress: %w", err)
	}
	raw := 0
	for _, p := range pieces {
		raw += len(p)
	}
	m = blockMeta{
		Number: number, Games: uint32(len(games)), Positions: uint32(positions),
		Packed: uint32(len(packed)), Raw: uint32(raw), First: first, Last: last,
	}
	m.CRC = m.sum(packed)
	return m, packed, nil
}

// unpackBlock checks a zstd frame against m and returns its columns. buf is reused when it is large
// enough; the columns alias what is returned as used. version is that of the shard's format.
func unpackBlock(m *blockMeta, packed, buf []byte, version int, where Location) (c *columns, used []byte, err error) {
	if m.sum(packed) != m.CRC {
		return nil, buf, where.damaged("checksum differs")
	}
	if cap(buf) < int(m.Raw) {
		buf = make([]byte, 0, m.Raw)
	}
	raw, err := decoder().DecodeAll(packed, buf[:0:m.Raw])
	if err != nil {
		return nil, buf, where.damaged("%v", err)
	}
	if len(raw) != int(m.Raw) {
		return nil, buf, where.damaged("%d bytes unpacked, want %d", len(raw), m.Raw)
	}
	c, err = parseColumns(raw, m, version, where)
	return c, raw, err
}
