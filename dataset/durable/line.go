package durable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A sealed line is an object whose last member is its checksum: sumKey, eight digits, sumEnd.
const (
	sumKey    = `,"crc32c":"`
	sumDigits = 8
	sumEnd    = `"}`
	sumSize   = len(sumKey) + sumDigits + len(sumEnd)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// advice ends the error of a line that something else than a kill has damaged.
const advice = "restore the file from a copy, or remove the line: docs/formats.md says what that costs"

// seal returns the line of a record, line feed included.
func seal(record any) ([]byte, error) {
	object, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	if len(object) < len(`{"":0}`) || object[0] != '{' {
		return nil, fmt.Errorf("a record is an object with at least one member, not %.40s", object)
	}
	body := object[:len(object)-1]
	return fmt.Appendf(body, "%s%0*x%s\n", sumKey, sumDigits, crc32.Checksum(body, castagnoli), sumEnd), nil
}

// unseal returns the record's object of a line, which has no line feed, and whether a checksum
// vouches for it. The object of a sealed line overwrites the line.
func unseal(line []byte) (object []byte, sealed bool, err error) {
	at := len(line) - sumSize
	if at <= 0 || string(line[at:][:len(sumKey)]) != sumKey || string(line[len(line)-len(sumEnd):]) != sumEnd {
		return line, false, nil
	}
	body, digits := line[:at], line[at+len(sumKey):][:sumDigits]
	if want := fmt.Sprintf("%0*x", sumDigits, crc32.Checksum(body, castagnoli)); string(digits) != want {
		return nil, false, fmt.Errorf("checksum is %q, but its bytes give %q: the line was changed after it was written; %s", digits, want, advice)
	}
	return append(body, '}'), true, nil
}

// decode reads the record of a line, which has no line feed, and reports whether it is sealed. It has to be, if a
// line before it was.
func decode(line []byte, record any, mustBeSealed bool) (sealed bool, err error) {
	object, sealed, err := unseal(line)
	if err != nil {
		return false, err
	}
	err = decodeObject(object, record)
	switch {
	case err != nil && sealed:
		return true, fmt.Errorf("%w: another version of this program wrote it; use that one", err)
	case err != nil:
		return false, fmt.Errorf("%w; %s", err, advice)
	case mustBeSealed && !sealed:
		return false, fmt.Errorf("has no checksum, though a line before it has one: the line was changed after it was written; %s", advice)
	}
	return sealed, nil
}

// decodeObject accepts one object with no member that record lacks.
func decodeObject(object []byte, record any) error {
	if !bytes.HasPrefix(object, []byte("{")) {
		return errors.New("not a JSON object")
	}
	dec := json.NewDecoder(bytes.NewReader(object))
	dec.DisallowUnknownFields()
	if err := dec.Decode(record); err != nil {
		return inWords(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}
