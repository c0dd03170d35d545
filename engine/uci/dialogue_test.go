package uci

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestDialogues holds recorded sessions. A line of a script is
//
//	> TEXT      sent; in double quotes, as Go writes a string, where it has bytes that do not show
//	= PATTERN   the next line of output
//	< PATTERN   the next line of output that fits; those before it are no bestmove and no error
//	! PREFIX    no line with the prefix comes within a short while
//	# …         said to the reader
//
// At the end nothing is left but readyok to an isready.
func TestDialogues(t *testing.T) {
	for _, script := range dialogues(t) {
		t.Run(filepath.Base(script), func(t *testing.T) {
			p := newPeer(t)
			for i, l := range dialogueLines(t, script) {
				if !p.follow(l) {
					t.Fatalf("line %d, %s: not so", i+1, l)
				}
			}
			p.sync()
		})
	}
}

// dialogues lists the scripts.
func dialogues(tb testing.TB) []string {
	tb.Helper()
	scripts, err := filepath.Glob("testdata/dialogues/*.txt")
	if err != nil || len(scripts) == 0 {
		tb.Fatalf("%d scripts, %v", len(scripts), err)
	}
	return scripts
}

func dialogueLines(tb testing.TB, script string) []string {
	tb.Helper()
	text, err := os.ReadFile(script)
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// follow carries out one line of a script; it reports whether the server did what the line says.
func (p *peer) follow(script string) bool {
	p.t.Helper()
	what, text, _ := strings.Cut(script, " ")
	switch what {
	case "#":
	case ">":
		p.send(sentText(text))
	case "!":
		p.quiet(text)
	case "=", "<":
		fits := regexp.MustCompile("^(?:" + text + ")$").MatchString
		for {
			l := p.next()
			if fits(l) {
				break
			}
			if what == "=" || strings.HasPrefix(l, "bestmove") || strings.Contains(l, "error") {
				p.t.Errorf("got %s", l)
				return false
			}
		}
	default:
		return false
	}
	return true
}

// sentText is what a script's line sends.
func sentText(s string) string {
	if quoted, err := strconv.Unquote(s); err == nil {
		return quoted
	}
	return s
}

// dialogueInput is all that the script sends.
func dialogueInput(tb testing.TB, script string) string {
	tb.Helper()
	var b strings.Builder
	for _, l := range dialogueLines(tb, script) {
		if text, ok := strings.CutPrefix(l, "> "); ok {
			b.WriteString(sentText(text) + "\n")
		}
	}
	return b.String()
}
