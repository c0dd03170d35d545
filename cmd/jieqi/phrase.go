package main

import "errors"

// phrase is the text that deals and every other random choice of a command follow from.
type phrase string

// Validate refuses no text at all, which is most likely a variable of the shell that is not set: everybody's
// deals would be the same, and nobody's recorded.
func (p phrase) Validate() error {
	if p == "" {
		return errors.New("must not be empty")
	}
	return nil
}
