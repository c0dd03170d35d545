//go:build !linux && !darwin

package selfplay

import "errors"

// limitFiles has no way to limit the size of files here; no test asks for it.
func limitFiles(string) error { return errors.ErrUnsupported }
