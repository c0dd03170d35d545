package dataset

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The codecs are made at first use and shared: both are safe for concurrent use.
var (
	encoder = sync.OnceValue(newEncoder)
	decoder = sync.OnceValue(newDecoder)
)

// newEncoder chooses the best level: compression runs in the one writer at the pace of games, so it
// costs nothing, and decoding speed does not depend on it.
func newEncoder() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true))
	if err != nil {
		panic(err) // only options can be wrong here
	}
	return e
}

func newDecoder() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxMemory(maxBlockRaw))
	if err != nil {
		panic(err) // only options can be wrong here
	}
	return d
}

// packBlock compresses the columns of games, which are checked, in order and within one block.
func packBlock(number uint32, games []Game) (m blockMeta, packed []byte) {
	first, last := games[0].Index, games[len(games)-1].Index
	raw, positions := encodeColumns(games, first)
	packed = encoder().EncodeAll(raw, nil)
	m = blockMeta{
		Number: number, Games: uint32(len(games)), Positions: uint32(positions),
		Packed: uint32(len(packed)), Raw: uint32(len(raw)), First: first, Last: last,
	}
	m.CRC = m.sum(packed)
	return m, packed
}

// unpackBlock checks a zstd frame against m and returns its columns. buf is reused when it is
// large enough; the columns alias what is returned as used.
func unpackBlock(m *blockMeta, packed, buf []byte, where Location) (c *columns, used []byte, err error) {
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
	c, err = parseColumns(raw, m, where)
	return c, raw, err
}
