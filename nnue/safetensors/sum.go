package safetensors

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
)

// SumKey is the metadata key under which Write puts the SHA-256 of everything else in the file,
// since a flipped bit in a float32 mostly gives another float32.
const SumKey = "sha256"

// ErrDamaged means that a file is not what was written.
var ErrDamaged = errors.New("file damaged: its hash does not match")

// sumOf returns the SHA-256, in hexadecimal digits, of the header without SumKey and of what data
// writes. The header is encoded anew so that the reader hashes the text that the writer did.
func sumOf(entries []namedEntry, metadata map[string]string, data func(io.Writer) error) (string, error) {
	bare := map[string]string{}
	maps.Copy(bare, metadata)
	delete(bare, SumKey)
	header, err := encodeHeader(entries, bare)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write(header) // a hash never fails
	if err := data(h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// checkSum compares the hash in metadata, if there is one, with the file's.
func checkSum(entries []namedEntry, metadata map[string]string, data []byte) error {
	want, ok := metadata[SumKey]
	if !ok {
		return nil // written by another program
	}
	sum, err := sumOf(entries, metadata, func(h io.Writer) error { _, err := h.Write(data); return err })
	if err == nil && sum != want {
		err = ErrDamaged
	}
	return err
}
