package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"jieqi/engine/rules"
)

// Version is the newest format version. A shard is written as the oldest version that can say what is in
// it: version 3 for games between two players, version 2 for rescored games and those with stray moves, version 1 for all
// others. Readers know all.
const Version = 3

// Limits of what a reader accepts, so that no bytes can make it allocate much.
const (
	maxHeaderJSON  = 1 << 16
	maxBlockGames  = 1024
	maxShardGames  = 1 << 24
	maxBlockRaw    = 32 << 20
	maxBlockPacked = 32 << 20
	maxBlocks      = 1 << 20
)

// DefaultBlockGames is the usual number of games in a block.
const DefaultBlockGames = 128

// Header says what the games of a shard are. Games, Positions and the like are facts of the shard;
// the rest, everything that decides what game an index stands for, is the same in all shards of a
// series.
type Header struct {
	Generator  string `json:"generator"`          // version of the program that played the games
	Rules      string `json:"rules"`              // name of a preset of package rules
	Network    string `json:"network"`            // hash of what scored the positions; "hce" and a hash for the hand-written one
	Config     string `json:"config"`             // hash of the settings that shape games; workers and folders excluded
	Phrase     string `json:"phrase"`             // source of the deals
	Salt       string `json:"salt"`               // of the split by deal
	PlayOut    int    `json:"play_out,omitempty"` // games whose index is a multiple of it were played to their end although decided; 0: none were
	BlockGames int    `json:"block_games"`        // blocks are cut where index / BlockGames changes
	First      uint64 `json:"first"`              // index of the first game
	Games      int    `json:"games"`              // number of games in the shard

	Stray    int      `json:"stray_per_mille,omitempty"` // moves behind the opening that were drawn at random, once they were searched
	Opponent string   `json:"opponent,omitempty"`        // hash of the other player, who scored its own plies: see [Seats]; "" where one played itself
	Rescored Rescored `json:"rescored,omitzero"`         // what the games are copies of; zero for games as they were played
}

// version is the format version that a shard with header h has.
func (h *Header) version() int {
	switch {
	case h.Opponent != "":
		return 3
	case h.Rescored != (Rescored{}) || h.Stray > 0:
		return 2
	}
	return 1
}

// Series identifies the run of games that the shard is a part of: 16 hex digits of the SHA-256 of
// every field but First, Games and Rescored.Content.
func (h Header) Series() string {
	h.First, h.Games, h.Rescored.Content = 0, 0, ""
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // a struct of strings and integers always encodes
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// check reports a header that no writer may use and no reader may trust.
func (h *Header) check() error {
	if _, err := rules.Preset(h.Rules); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	switch {
	case h.BlockGames < 1 || h.BlockGames > maxBlockGames:
		return fmt.Errorf("header: block_games %d outside 1..%d", h.BlockGames, maxBlockGames)
	case h.Games < 1 || h.Games > maxShardGames:
		return fmt.Errorf("header: games %d outside 1..%d", h.Games, maxShardGames)
	case h.First > 1<<62:
		return fmt.Errorf("header: first game %d beyond 2^62", h.First)
	case h.Stray < 0 || h.Stray > 1000:
		return fmt.Errorf("header: stray_per_mille %d outside 0..1000", h.Stray)
	case h.Opponent != "" && h.Opponent == h.Network:
		return fmt.Errorf("header: opponent %.40q is the network itself", h.Opponent)
	case h.Opponent != "" && h.Rescored != Rescored{}:
		return fmt.Errorf("header: rescored, with the scores of one network, and an opponent %.40q", h.Opponent)
	}
	return h.Rescored.check()
}

// appendFrame appends h as the skippable frame that opens a shard.
func (h *Header) appendFrame(dst []byte) ([]byte, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if len(text) > maxHeaderJSON {
		return nil, fmt.Errorf("header: %d bytes, more than %d", len(text), maxHeaderJSON)
	}
	body := append([]byte(nil), headerMagic...)
	body = binary.LittleEndian.AppendUint16(body, uint16(h.version()))
	body = binary.LittleEndian.AppendUint16(body, 0)
	body = binary.LittleEndian.AppendUint32(body, uint32(len(text)))
	body = appendCRC(append(body, text...))
	return appendSkippable(dst, body), nil
}

// headerPrefix is the frame's size up to and including the length of the JSON.
const headerPrefix = skippablePrefix + magicSize + 8

// headerSize returns the size of the whole header frame, from its first headerPrefix bytes. It
// tells a file that is not ours from one of another version from a damaged one.
func headerSize(b []byte, where Location) (int, error) {
	if len(b) < skippablePrefix+magicSize || !bytes.Equal(b[:4], skippableMagic) ||
		string(b[skippablePrefix:][:magicSize]) != headerMagic {
		return 0, where.fault(ErrNotShard, "it does not begin as a shard does")
	}
	if len(b) < headerPrefix {
		return 0, where.damaged("cut inside the header")
	}
	rest := b[skippablePrefix+magicSize:]
	if v := binary.LittleEndian.Uint16(rest); v < 1 || v > Version {
		return 0, where.fault(ErrVersion, "version %d, this program reads 1 to %d", v, Version)
	}
	n := binary.LittleEndian.Uint32(rest[4:])
	size := binary.LittleEndian.Uint32(b[4:])
	if n > maxHeaderJSON || size != uint32(magicSize+8)+n+crcSize {
		return 0, where.damaged("header of %d bytes in a frame of %d", n, size)
	}
	return skippablePrefix + int(size), nil
}

// parseHeader decodes a header frame of exactly the size that headerSize told.
func parseHeader(b []byte, where Location) (Header, error) {
	var h Header
	body := b[skippablePrefix:]
	if !checkCRC(body) {
		return h, where.damaged("header checksum differs")
	}
	dec := json.NewDecoder(bytes.NewReader(body[magicSize+8 : len(body)-crcSize]))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&h); err != nil {
		return h, where.damaged("header: %v", err)
	}
	if dec.More() {
		return h, where.damaged("header: text after its end")
	}
	if err := h.check(); err != nil {
		return h, where.damaged("%v", err)
	}
	if v := binary.LittleEndian.Uint16(body[magicSize:]); int(v) != h.version() {
		return h, where.damaged("header: version %d where its fields want %d", v, h.version())
	}
	return h, nil
}
