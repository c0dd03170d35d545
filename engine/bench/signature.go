package bench

import (
	_ "embed"
	"strings"
)

//go:embed testdata/signature.txt
var recorded string

// Signature returns the recorded signature of the search with the hand-crafted evaluation. Games
// played by programs of different signatures differ, so records of games carry it.
func Signature() string { return strings.TrimSpace(recorded) }
