package durable

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Journal is a journal open for appending. It is not safe for concurrent use.
type Journal struct {
	path string
	file *os.File
	ends []int64 // where the line of each record ends, in bytes
	dead error   // of the first failed Append or Cut
}

// OpenJournal opens the journal at path for appending, made empty if there is none, and returns its
// records in order. A torn last line is cut off. Every line is checked: a damaged one is an error that
// names path and line, and then nothing is written. So is a member that T lacks; T may be
// json.RawMessage, which takes any object, without its checksum.
func OpenJournal[T any](path string) (*Journal, []T, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	records, ends, err := parse[T](text)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	j := &Journal{path: path, file: f, ends: ends}
	if err := j.settle(int64(len(text))); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("open %s: %w", path, nameless(err)), f.Close())
	}
	return j, records, nil
}

// settle cuts off a torn line, and puts the name of a file that may be new on disk.
func (j *Journal) settle(size int64) error {
	if size > j.end() {
		return j.file.Truncate(j.end())
	}
	if size == 0 {
		return syncFolder(filepath.Dir(j.path))
	}
	return nil
}

// ReadJournal returns the records of the journal at path in order, as OpenJournal does, but writes
// nothing: a torn last line, or one that is just being written, is left out. The error matches
// fs.ErrNotExist when there is no such file.
func ReadJournal[T any](path string) ([]T, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	records, _, err := parse[T](text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return records, nil
}

// parse returns the records of the lines that end with a line feed, and where each ends. It uses
// text up.
func parse[T any](text []byte) (records []T, ends []int64, err error) {
	sealed := false
	for at := 0; ; {
		line, _, whole := bytes.Cut(text[at:], []byte("\n"))
		if !whole {
			return records, ends, nil
		}
		at += len(line) + 1
		var record T
		if sealed, err = decode(line, &record, sealed); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", len(records)+1, err)
		}
		records, ends = append(records, record), append(ends, int64(at))
	}
}

// end is where the next line goes.
func (j *Journal) end() int64 {
	if len(j.ends) == 0 {
		return 0
	}
	return j.ends[len(j.ends)-1]
}

// Append adds a record, which becomes an object with at least one member, and returns once its line is
// on disk. After an error the journal is dead, and the file holds the records before, with at most a
// torn line after them.
func (j *Journal) Append(record any) error {
	if j.dead != nil {
		return j.dead
	}
	line, err := seal(record)
	if err != nil {
		return fmt.Errorf("encode a record of %s: %w", j.path, err)
	}
	if _, err = j.file.WriteAt(line, j.end()); err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		j.dead = fmt.Errorf("append to %s: %w", j.path, nameless(err))
		if err := j.file.Truncate(j.end()); err != nil {
			j.dead = fmt.Errorf("%w; cut the line off again: %w", j.dead, nameless(err))
		}
		return j.dead
	}
	j.ends = append(j.ends, j.end()+int64(len(line)))
	return nil
}

// Cut drops all records but the first keep, of which there must be so many.
func (j *Journal) Cut(keep int) error {
	if j.dead != nil {
		return j.dead
	}
	if keep == len(j.ends) {
		return nil
	}
	j.ends = j.ends[:keep]
	if err := j.file.Truncate(j.end()); err != nil {
		j.dead = fmt.Errorf("cut %s back: %w", j.path, nameless(err))
	}
	return j.dead
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
