package dataset

import (
	"encoding/binary"
	"hash/crc32"
)

// The marks that open the skippable frames of a shard.
const (
	headerMagic = "JQSHEAD\n"
	blockMagic  = "JQSBLOK\n"
	indexMagic  = "JQSINDX\n"
	footerMagic = "JQSFOOT\n"
)

// skippableMagic opens a zstd skippable frame; a u32 length follows.
var skippableMagic = []byte{0x5a, 0x2a, 0x4d, 0x18}

const (
	skippablePrefix = 8
	magicSize       = 8
	crcSize         = 4
	digestSize      = 32
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func appendSkippable(dst, body []byte) []byte {
	dst = append(dst, skippableMagic...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(body)))
	return append(dst, body...)
}

// appendCRC appends the CRC32C of b to b.
func appendCRC(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// checkCRC reports whether b ends in the CRC32C of what precedes.
func checkCRC(b []byte) bool {
	n := len(b) - crcSize
	return n >= 0 && binary.LittleEndian.Uint32(b[n:]) == crc32.Checksum(b[:n], castagnoli)
}

// blockMeta is what the frame before a block's zstd frame says about it.
type blockMeta struct {
	Number    uint32
	Games     uint32
	Positions uint32
	Packed    uint32 // size of the zstd frame
	Raw       uint32 // size of the columns inside
	First     uint64 // index of the first game
	Last      uint64 // index of the last game
	CRC       uint32 // of the fields above and the zstd frame
}

const (
	metaSize      = 5*4 + 2*8 + crcSize
	blockHeadSize = skippablePrefix + magicSize + metaSize
)

func (m *blockMeta) appendFields(dst []byte) []byte {
	for _, v := range [...]uint32{m.Number, m.Games, m.Positions, m.Packed, m.Raw} {
		dst = binary.LittleEndian.AppendUint32(dst, v)
	}
	dst = binary.LittleEndian.AppendUint64(dst, m.First)
	return binary.LittleEndian.AppendUint64(dst, m.Last)
}

func (m *blockMeta) append(dst []byte) []byte {
	return binary.LittleEndian.AppendUint32(m.appendFields(dst), m.CRC)
}

func parseMeta(b []byte) blockMeta {
	u := binary.LittleEndian
	return blockMeta{
		Number: u.Uint32(b), Games: u.Uint32(b[4:]), Positions: u.Uint32(b[8:]), Packed: u.Uint32(b[12:]),
		Raw: u.Uint32(b[16:]), First: u.Uint64(b[20:]), Last: u.Uint64(b[28:]), CRC: u.Uint32(b[36:]),
	}
}

// sum returns what CRC ought to be for the given zstd frame.
func (m *blockMeta) sum(packed []byte) uint32 {
	var buf [metaSize]byte
	return crc32.Update(crc32.Checksum(m.appendFields(buf[:0]), castagnoli), castagnoli, packed)
}

// head returns the skippable frame that precedes the block's zstd frame.
func (m *blockMeta) head() []byte {
	return appendSkippable(nil, m.append([]byte(blockMagic)))
}

// parseHead decodes the skippable frame before a block; ok is false when b is none.
func parseHead(b []byte) (m blockMeta, ok bool) {
	if len(b) < blockHeadSize || string(b[:4]) != string(skippableMagic) ||
		binary.LittleEndian.Uint32(b[4:]) != uint32(magicSize+metaSize) ||
		string(b[skippablePrefix:][:magicSize]) != blockMagic {
		return m, false
	}
	return parseMeta(b[skippablePrefix+magicSize:]), true
}

// plausible reports whether m keeps to the limits and to the cut of blocks.
func (m *blockMeta) plausible(blockGames int) bool {
	return m.Games >= 1 && int(m.Games) <= blockGames && m.Positions <= m.Games*MaxPlies &&
		m.Packed <= maxBlockPacked && m.Raw <= maxBlockRaw &&
		m.First <= m.Last && m.Last-m.First >= uint64(m.Games-1) &&
		m.First/uint64(blockGames) == m.Last/uint64(blockGames)
}
