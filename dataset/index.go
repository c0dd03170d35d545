package dataset

import (
	"crypto/sha256"
	"encoding/binary"

	"jieqi/engine/rules"
)

// Results counts games by who won. It is also how statistics show them.
type Results struct {
	Red   uint64 `json:"red"`
	Draw  uint64 `json:"draw"`
	Black uint64 `json:"black"`
}

func (r *Results) add(o rules.Outcome) {
	switch o {
	case rules.RedWins:
		r.Red++
	case rules.BlackWins:
		r.Black++
	case rules.Draw:
		r.Draw++
	}
}

func (r *Results) merge(o Results) {
	r.Red, r.Draw, r.Black = r.Red+o.Red, r.Draw+o.Draw, r.Black+o.Black
}

func (r *Results) sum() uint64 { return r.Red + r.Draw + r.Black }

// blockEntry is a block and where its skippable frame begins.
type blockEntry struct {
	blockMeta
	Offset uint64
}

// index is what a finished shard says about itself at its end.
type index struct {
	Blocks    []blockEntry
	Games     uint64
	Positions uint64
	Results   Results
	Content   [digestSize]byte // content hash of the shard's games alone
}

const (
	entrySize  = 8 + metaSize
	totalsSize = 5*8 + digestSize
	indexFixed = magicSize + 8 + totalsSize + crcSize
	footerBody = magicSize + 8 + digestSize
	footerSize = skippablePrefix + footerBody
)

func (x *index) appendFrame(dst []byte) []byte {
	body := append([]byte(nil), indexMagic...)
	body = binary.LittleEndian.AppendUint32(body, uint32(len(x.Blocks)))
	body = binary.LittleEndian.AppendUint32(body, 0)
	for i := range x.Blocks {
		body = binary.LittleEndian.AppendUint64(body, x.Blocks[i].Offset)
		body = x.Blocks[i].append(body)
	}
	for _, v := range [...]uint64{x.Games, x.Positions, x.Results.Red, x.Results.Black, x.Results.Draw} {
		body = binary.LittleEndian.AppendUint64(body, v)
	}
	return appendSkippable(dst, appendCRC(append(body, x.Content[:]...)))
}

// parseIndex decodes an index frame and checks that its blocks are those of a shard with header h:
// one after the other from the end of the header, in order of games, adding up to the totals.
func parseIndex(b []byte, h *Header, headerEnd, indexAt uint64, where Location) (*index, error) {
	if len(b) < skippablePrefix+indexFixed || string(b[:4]) != string(skippableMagic) ||
		uint64(binary.LittleEndian.Uint32(b[4:])) != uint64(len(b)-skippablePrefix) ||
		string(b[skippablePrefix:][:magicSize]) != indexMagic {
		return nil, where.damaged("no index where the footer says")
	}
	body := b[skippablePrefix:]
	if !checkCRC(body) {
		return nil, where.damaged("index checksum differs")
	}
	n := uint64(binary.LittleEndian.Uint32(body[magicSize:]))
	if uint64(len(body)) != uint64(indexFixed)+n*entrySize {
		return nil, where.damaged("index of %d blocks in %d bytes", n, len(body))
	}
	x := &index{Blocks: make([]blockEntry, n)}
	rest := body[magicSize+8:]
	for i := range x.Blocks {
		x.Blocks[i] = blockEntry{Offset: binary.LittleEndian.Uint64(rest), blockMeta: parseMeta(rest[8:])}
		rest = rest[entrySize:]
	}
	for i, p := range [...]*uint64{&x.Games, &x.Positions, &x.Results.Red, &x.Results.Black, &x.Results.Draw} {
		*p = binary.LittleEndian.Uint64(rest[8*i:])
	}
	copy(x.Content[:], rest[5*8:])
	return x, x.check(h, headerEnd, indexAt, where)
}

func (x *index) check(h *Header, headerEnd, indexAt uint64, where Location) error {
	at, games, positions := headerEnd, uint64(0), uint64(0)
	for i := range x.Blocks {
		e := &x.Blocks[i]
		where.Block = i
		switch {
		case !e.plausible(h.BlockGames) || int(e.Number) != i:
			return where.damaged("impossible index entry")
		case e.Offset != at:
			return where.damaged("at byte %d, the one before ends at %d", e.Offset, at)
		case i > 0 && e.First <= x.Blocks[i-1].Last:
			return where.damaged("game %d after game %d", e.First, x.Blocks[i-1].Last)
		}
		at += blockHeadSize + uint64(e.Packed)
		games, positions = games+uint64(e.Games), positions+uint64(e.Positions)
	}
	where.Block = -1
	switch {
	case at != indexAt:
		return where.damaged("blocks end at byte %d, the index begins at %d", at, indexAt)
	case games != x.Games || positions != x.Positions || games != uint64(h.Games) || games != x.Results.sum():
		return where.damaged("index and header count %d and %d games, %d positions; the blocks hold %d and %d",
			x.Games, h.Games, x.Positions, games, positions)
	case games == 0 || x.Blocks[0].First != h.First:
		return where.damaged("the header's first game %d is not that of the first block", h.First)
	}
	return nil
}

// appendFooter appends the footer frame but for its digest.
func appendFooter(dst []byte, indexAt uint64) []byte {
	dst = append(dst, skippableMagic...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(footerBody))
	dst = append(dst, footerMagic...)
	return binary.LittleEndian.AppendUint64(dst, indexAt)
}

// parseFooter returns the offset of the index and the file's digest.
func parseFooter(b []byte, where Location) (indexAt uint64, digest [sha256.Size]byte, err error) {
	if len(b) != footerSize || string(b[:4]) != string(skippableMagic) ||
		binary.LittleEndian.Uint32(b[4:]) != uint32(footerBody) ||
		string(b[skippablePrefix:][:magicSize]) != footerMagic {
		return 0, digest, where.damaged("no footer at the end: cut, or never finished")
	}
	rest := b[skippablePrefix+magicSize:]
	copy(digest[:], rest[8:])
	return binary.LittleEndian.Uint64(rest), digest, nil
}
