package durable

import (
	"io"
	"os"
)

// ReadLimited returns at most limit+1 bytes of the file at path: enough to see that it is too long,
// whatever stands there.
func ReadLimited(path string, limit int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(limit)+1))
}
