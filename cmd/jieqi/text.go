package main

import (
	"bytes"
	"os"
)

// byteOrderMark is what some editors put before the first line of a text.
const byteOrderMark = "\ufeff"

// readText reads a text that a person wrote, without a byte order mark.
func readText(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	return bytes.TrimPrefix(text, []byte(byteOrderMark)), err
}
