package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// shard is a finished shard, open for reading. Its methods are safe for concurrent use.
type shard struct {
	name   string
	file   io.ReaderAt
	closer io.Closer
	size   int64
	header Header
	index  *index
	digest [sha256.Size]byte
}

// openShard opens a finished shard and checks header, index and footer, but no block.
func openShard(name string) (*shard, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open shard: %w", err)
	}
	size, err := fileSize(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open shard: %w", err), f.Close())
	}
	s, err := newShard(name, f, size)
	if err != nil {
		f.Close() // opened for reading: nothing is lost
		return nil, err
	}
	s.closer = f
	return s, nil
}

// newShard reads a shard from anywhere.
func newShard(name string, r io.ReaderAt, size int64) (*shard, error) {
	s := &shard{name: name, file: r, size: size}
	return s, s.load()
}

func (s *shard) load() error {
	where := inFile(s.name)
	h, headerEnd, err := readHeader(s.file, s.size, where)
	if err != nil {
		return err
	}
	s.header = h
	if s.size < headerEnd+footerSize {
		return where.damaged("cut after the header")
	}
	footer := make([]byte, footerSize)
	if _, err := s.file.ReadAt(footer, s.size-footerSize); err != nil {
		return where.fault(err, "reading the footer")
	}
	indexAt, digest, err := parseFooter(footer, where)
	if err != nil {
		return err
	}
	s.digest = digest
	indexEnd := uint64(s.size - footerSize)
	if indexAt < uint64(headerEnd) || indexAt > indexEnd || indexEnd-indexAt > indexFixed+maxBlocks*entrySize {
		return where.damaged("the footer points to byte %d for the index", indexAt)
	}
	frame := make([]byte, indexEnd-indexAt)
	if _, err := s.file.ReadAt(frame, int64(indexAt)); err != nil {
		return where.fault(err, "reading the index")
	}
	s.index, err = parseIndex(frame, &s.header, uint64(headerEnd), indexAt, where)
	return err
}

// Close closes the file.
func (s *shard) Close() error { return s.closer.Close() }

// at is the location of block i.
func (s *shard) at(i int) Location { return Location{File: s.name, Block: i, Game: -1} }

// block reads and unpacks block i; buf is reused for the columns when large enough.
func (s *shard) block(i int, packed, buf []byte) (c *columns, packedUsed, bufUsed []byte, err error) {
	e := &s.index.Blocks[i]
	n := blockHeadSize + int(e.Packed)
	if cap(packed) < n {
		packed = make([]byte, n)
	}
	packed = packed[:n]
	if _, err := s.file.ReadAt(packed, int64(e.Offset)); err != nil {
		return nil, packed, buf, s.at(i).fault(err, "reading the block")
	}
	if m, ok := parseHead(packed); !ok || m != e.blockMeta {
		return nil, packed, buf, s.at(i).damaged("its frame and the index disagree")
	}
	c, buf, err = unpackBlock(&e.blockMeta, packed[blockHeadSize:], buf, s.header.version(), s.at(i))
	return c, packed, buf, err
}

// games returns the games of block i.
func (s *shard) games(i int) ([]Game, error) {
	e := &s.index.Blocks[i]
	packed := make([]byte, e.Packed)
	if _, err := s.file.ReadAt(packed, int64(e.Offset)+blockHeadSize); err != nil {
		return nil, s.at(i).fault(err, "reading the block")
	}
	return decodeGames(&e.blockMeta, packed, &s.header, s.at(i))
}

// checkDigest reads the whole file and compares the footer's digest.
func (s *shard) checkDigest() error {
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(s.file, 0, s.size-digestSize)); err != nil {
		return inFile(s.name).fault(err, "reading the file")
	}
	if string(sum.Sum(nil)) != string(s.digest[:]) {
		return inFile(s.name).damaged("SHA-256 of the file differs from its footer")
	}
	return nil
}

// entry returns the manifest line of s.
func (s *shard) entry() Entry {
	return Entry{
		Shard: filepath.Base(s.name), Series: s.header.Series(), First: s.header.First,
		Games: s.index.Games, Positions: s.index.Positions, Bytes: s.size, Results: s.index.Results,
		SHA256: hex.EncodeToString(s.digest[:]), ContentHash: hex.EncodeToString(s.index.Content[:]),
	}
}
