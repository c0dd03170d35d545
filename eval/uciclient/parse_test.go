package uciclient

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

func startView() *rules.Game { return rules.NewGame(rules.Tiantian, board.StartPosition()) }

func TestParse(t *testing.T) {
	for text, want := range map[string]Config{
		"jieqi uci": {Command: []string{"jieqi", "uci"}},
		`  "/a b/engine" --x "" ; Threads=1;Move Overhead = 20 ;Clear Hash`: {
			Command: []string{"/a b/engine", "--x", ""},
			Options: []Option{{"Threads", "1"}, {"Move Overhead", "20"}, {"Clear Hash", ""}},
		},
		"./PikaJieQi;@dir=/opt/pika;@name=Pika 3;@zeros=no;@fields=6;@clock=no;@patience=1m30s;EvalFile=a=b.nnue": {
			Command: []string{"./PikaJieQi"}, Dir: "/opt/pika", Name: "Pika 3", NoClock: true, Patience: 90 * time.Second,
			Dialect: notation.Dialect{NoZeros: true, Layout: notation.SixFields},
			Options: []Option{{"EvalFile", "a=b.nnue"}},
		},
		"x;@zeros=yes;@clock=yes;@fields=5": {Command: []string{"x"}},
	} {
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
		again, err := Parse(got.String())
		if err != nil {
			t.Errorf("%q, written as %q: %v", text, got.String(), err)
		}
		if diff := cmp.Diff(want, again); diff != "" {
			t.Errorf("%q, written as %q:\n%s", text, got.String(), diff)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "missing",
		" ;Threads=1":        "missing",
		`"" x`:               "missing",
		`"a b`:               "quote",
		"x;":                 "no name",
		"x;=3":               "no name",
		"x;@dir":             "no value",
		"x;@dir=":            "no value",
		"x;@die=/tmp":        "unknown",
		"x;@zeros=maybe":     "yes or no",
		"x;@fields=4":        "4 fields",
		"x;@fields=many":     "many",
		"x;@patience=-1s":    "more than no time",
		"x;@patience=5":      "unit",
		"x\nquit":            "control",
		"x;Hash=1\nquit":     "control",
		"x;Threads=1;@foo=1": "@foo",
	} {
		if c, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, error %v, want %q", text, c, err, want)
		}
	}
}

func TestIdentityIsOfTheContent(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "engine")
	identity := func(content, dir, command string) string {
		t.Helper()
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
		c := Config{Command: []string{command}, Dir: dir}
		id, err := c.Identity()
		if err != nil || len(id) != 12 {
			t.Fatalf("%q, %v", id, err)
		}
		return id
	}
	one := identity("one", "", path)
	if two := identity("two", "", path); two == one {
		t.Error("another program has the same identity")
	}
	if again := identity("one", dir, "./engine"); again != one {
		t.Errorf("the same program under another path: %s, %s", again, one)
	}
	if _, err := (&Config{Command: []string{filepath.Join(dir, "none")}}).Identity(); err == nil {
		t.Error("a program that is not there has an identity")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`a "b c";@fields=6;X=1`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(c.String())
		if err != nil {
			t.Fatalf("%q, written as %q: %v", text, c.String(), err)
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("%q, written as %q:\n%s", text, c.String(), diff)
		}
	})
}

func FuzzReport(f *testing.F) {
	f.Add("info depth 4 seldepth 9 multipv 1 score cp 34 nodes 5000 pv b2e2 b9c7")
	f.Fuzz(func(t *testing.T, line string) {
		var r report
		r.note(line)
		if m, err := parseBestMove(line); err == nil {
			r.choice(m, startView().Position())
		}
	})
}
