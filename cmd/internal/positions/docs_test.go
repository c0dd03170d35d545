package positions

import (
	"os"
	"strings"
	"testing"
)

// TestNamesAreDocumented holds the list of names in the documents against the program's.
func TestNamesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/data.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n"+Names()) {
		t.Errorf("docs/data.md does not list the names as they are:\n%s", Names())
	}
}
