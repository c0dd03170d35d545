package durable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// EncodeJSON returns the bytes that WriteJSON writes: v indented by two spaces, and a line feed.
func EncodeJSON(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// WriteJSON makes the file at path hold v, whole or not at all. Errors name path.
func WriteJSON(path string, v any) error {
	text, err := EncodeJSON(v)
	if err != nil {
		return fmt.Errorf("encode %s: %w", path, err)
	}
	return WriteFile(path, text)
}

// ReadJSON returns the value in the file at path; members that T lacks are ignored. Errors name path,
// and match fs.ErrNotExist when there is no such file.
func ReadJSON[T any](path string) (*T, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	v := new(T)
	if string(bytes.TrimSpace(text)) == "null" {
		return nil, fmt.Errorf("%s: it holds nothing", path)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return nil, fmt.Errorf("%s: %w", path, inWords(err))
	}
	return v, nil
}

// inWords puts an error of the JSON library into words that say nothing of the language Go.
func inWords(err error) error {
	var other *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &other) && other.Field != "":
		return fmt.Errorf("%q is a JSON %s, which does not belong there", other.Field, other.Value)
	case errors.As(err, &other):
		return fmt.Errorf("a JSON %s, which does not belong there", other.Value)
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON at byte %d: %w", syntax.Offset, err)
	}
	return err
}
