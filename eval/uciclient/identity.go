package uciclient

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
)

// Identity returns 12 hexadecimal digits that identify the content of the engine's program file, so that
// a rebuilt engine is not taken for the old one. Files that the program reads are not looked at.
func (c *Config) Identity() (string, error) {
	path, err := c.program()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}
