package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"jieqi/dataset/durable"
	"jieqi/nnue/architecture"
)

// A network file, all numbers little-endian:
//
//	magic         8 bytes  "\x89JQNN\r\n\n"
//	version       uint32   1, or 2 if the provenance has a lineage, which earlier programs do not know
//	architecture  32 bytes architecture.Hash
//	scales        3 uint32 dense1, dense2, output
//	provenance    uint32 length, then JSON
//	weights       architecture.Tensors one after another, each in its integer type
//	trailer       32 bytes SHA-256 of everything before
const (
	magic        = "\x89JQNN\r\n\n" // eight bytes that text transfers damage
	version      = 2                // the newest
	scalesAt     = len(magic) + 4 + sha256.Size
	lengthAt     = scalesAt + 3*4
	provenanceAt = lengthAt + 4
)

// weightBytes is how long the weights are together.
var weightBytes = func() (n int) {
	for _, t := range architecture.Tensors {
		n += t.Len() * t.Integer.Bytes()
	}
	return n
}()

// Encode returns the file that holds n.
func (n *Network) Encode() []byte { return append(n.encodeBody(), n.digest[:]...) }

// encodeBody returns what comes before the digest in n's file, with room for it behind.
func (n *Network) encodeBody() []byte {
	b := make([]byte, 0, provenanceAt+len(n.provenance)+weightBytes+sha256.Size)
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, n.version())
	b = append(b, architecture.Hash[:]...)
	b = n.appendScales(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(n.provenance)))
	b = append(b, n.provenance...)
	return n.appendWeights(b)
}

func (n *Network) appendScales(b []byte) []byte {
	for _, s := range n.scales.chosen() {
		b = binary.LittleEndian.AppendUint32(b, uint32(*s))
	}
	return b
}

func (n *Network) appendWeights(b []byte) []byte {
	for i, values := range n.integers() {
		b = appendInts(b, values, architecture.Tensors[i].Integer)
	}
	return b
}

// WeightsHash returns the SHA-256 of n's scales and weights as in its file, in hexadecimal digits: networks with the
// same one play alike, whatever their names and provenances.
func (n *Network) WeightsHash() string {
	sum := sha256.Sum256(n.appendWeights(n.appendScales(make([]byte, 0, weightBytes+3*4))))
	return hex.EncodeToString(sum[:])
}

// version returns the oldest version that can say what is in n's file.
func (n *Network) version() uint32 {
	if p := n.Provenance(); p.Lineage.IsZero() {
		return 1
	}
	return version
}

// Decode returns the network that a file holds. The error is, by errors.Is, one of ErrMagic,
// ErrVersion, ErrArchitecture, ErrLength, ErrTrailing, ErrHash and ErrContent. The network
// shares nothing with file.
func Decode(file []byte) (*Network, error) {
	textLength, err := checkFrame(file)
	if err != nil {
		return nil, err
	}
	var s Scales
	for i, dst := range s.chosen() {
		*dst = int(binary.LittleEndian.Uint32(file[scalesAt+4*i:]))
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrContent, err)
	}
	text := file[provenanceAt:][:textLength]
	if _, err := parseProvenance(text); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrContent, err)
	}
	ints, err := decodeWeights(file[provenanceAt+textLength:][:weightBytes], s)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrContent, err)
	}
	n, err := newNetwork(ints, s, bytes.Clone(text))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrContent, err)
	}
	if v := binary.LittleEndian.Uint32(file[len(magic):]); v != n.version() {
		return nil, fmt.Errorf("%w: version %d where its provenance wants %d", ErrContent, v, n.version())
	}
	n.digest = [sha256.Size]byte(file[len(file)-sha256.Size:]) // checkFrame has compared it
	return n, nil
}

// checkFrame checks everything about a file that needs no weight, and returns the length of
// the provenance.
func checkFrame(file []byte) (int, error) {
	head := func(n int) error {
		if len(file) < n {
			return fmt.Errorf("%w: %d bytes", ErrLength, len(file))
		}
		return nil
	}
	if !bytes.HasPrefix(file, []byte(magic)[:min(len(magic), len(file))]) {
		return 0, ErrMagic
	}
	if err := head(len(magic) + 4); err != nil {
		return 0, err
	}
	if v := binary.LittleEndian.Uint32(file[len(magic):]); v < 1 || v > version {
		return 0, fmt.Errorf("%w: version %d, this program reads 1 to %d", ErrVersion, v, version)
	}
	if err := head(scalesAt); err != nil {
		return 0, err
	}
	if !bytes.Equal(file[len(magic)+4:scalesAt], architecture.Hash[:]) {
		return 0, fmt.Errorf("%w: this program plays: %s", ErrArchitecture, architecture.Description)
	}
	if err := head(provenanceAt); err != nil {
		return 0, err
	}
	textLength := binary.LittleEndian.Uint32(file[lengthAt:])
	if textLength > maxProvenance {
		return 0, fmt.Errorf("%w: provenance of %d bytes, at most %d allowed", ErrLength, textLength, maxProvenance)
	}
	end := provenanceAt + int(textLength) + weightBytes + sha256.Size
	if len(file) < end {
		return 0, fmt.Errorf("%w: %d of %d bytes", ErrLength, len(file), end)
	}
	if len(file) > end {
		return 0, fmt.Errorf("%w: %d bytes expected", ErrTrailing, end)
	}
	body := file[:end-sha256.Size]
	if hash := sha256.Sum256(body); !bytes.Equal(hash[:], file[len(body):]) {
		return 0, ErrHash
	}
	return int(textLength), nil
}

func decodeWeights(b []byte, s Scales) (*integers, error) {
	var ints integers
	grids := s.Grids()
	for i, t := range architecture.Tensors {
		size := t.Len() * t.Integer.Bytes()
		ints[i] = decodeInts(b[:size], t.Integer)
		b = b[size:]
		for j, v := range ints[i] {
			if v < -int32(grids[i].limit) || v > int32(grids[i].limit) {
				return nil, fmt.Errorf("%s[%d] is %d, beyond ±%d", t.Name, j, v, grids[i].limit)
			}
		}
	}
	return &ints, nil
}

func appendInts(b []byte, values []int32, integer architecture.Integer) []byte {
	for _, v := range values {
		for i := range integer.Bytes() {
			b = append(b, byte(v>>(8*i)))
		}
	}
	return b
}

// decodeInts is the inverse of appendInts.
func decodeInts(b []byte, integer architecture.Integer) []int32 {
	size := integer.Bytes()
	values := make([]int32, len(b)/size)
	for i := range values {
		switch at := b[i*size:]; integer {
		case architecture.Int8:
			values[i] = int32(int8(at[0]))
		case architecture.Int16:
			values[i] = int32(int16(binary.LittleEndian.Uint16(at)))
		default:
			values[i] = int32(binary.LittleEndian.Uint32(at))
		}
	}
	return values
}

// Name returns jq- and the first 12 hexadecimal digits of the SHA-256 that ends n's file.
func (n *Network) Name() string { return "jq-" + hex.EncodeToString(n.digest[:6]) }

// Extension ends the name of a network file.
const Extension = ".nnue"

// WriteFile writes n into the folder dir as NAME.nnue and returns that path. The file appears
// whole or not at all.
func (n *Network) WriteFile(dir string) (string, error) {
	path := filepath.Join(dir, n.Name()+Extension)
	if err := durable.WriteFile(path, n.Encode()); err != nil {
		return "", fmt.Errorf("network: %w", err)
	}
	return path, nil
}

// ReadFile returns the network in the file at path. Errors are those of Decode, or the file
// system's, with the path.
func ReadFile(path string) (*Network, error) {
	file, err := durable.ReadLimited(path, provenanceAt+maxProvenance+weightBytes+sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("read network: %w", err)
	}
	n, err := Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}
