package shell

import (
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCommand(t *testing.T) {
	for want, words := range map[string][]string{
		"jieqi round run --run runs/quick":        {"jieqi", "round", "run", "--run", "runs/quick"},
		`jieqi --run 'my runs/it'\''s; $HOME' ''`: {"jieqi", "--run", "my runs/it's; $HOME", ""},
	} {
		if got := Command(words...); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A shell reads back the words that were given.
func TestAShellReadsTheWords(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh here")
	}
	word := rapid.StringMatching(`[ -~\n]{0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 1, 4).Draw(t, "words")
		out, err := exec.Command(sh, "-c", "printf '%s\\001' "+Command(words...)).Output()
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Join(words, "\x01") + "\x01"; string(out) != want {
			t.Fatalf("%q, want %q", out, want)
		}
	})
}
