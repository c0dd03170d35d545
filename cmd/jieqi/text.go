package main

import (
	"bytes"
	"os"

	"jieqi/engine/notation"
)

// readText reads a text that a person wrote, without a byte order mark.
func readText(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	return bytes.TrimPrefix(text, []byte(notation.ByteOrderMark)), err
}
