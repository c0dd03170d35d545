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
		"x;@zeros=yes;@clock=yes;@fields=5;@lenient=no": {Command: []string{"x"}},
		"x;@lenient=yes": {Command: []string{"x"}, Lenient: true},
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
		"x;@lenient=maybe":   "yes or no",
		"x;Hash=1;hash=2":    "twice",
		"x;@dir=a;@dir=a":    "twice",
	} {
		if c, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, error %v, want %q", text, c, err, want)
		}
	}
}

// TestContents changes the program, and the files that arguments and options name, under their paths.
func TestContents(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"engine", "script", "book", "net", "weights"} {
		write(name, name)
	}
	cfg, err := Parse("./engine run script --book=book missing; @dir=" + dir + "; EvalFile=net; WeightsPath=" + dir +
		string(filepath.ListSeparator) + "weights; Threads=1")
	if err != nil {
		t.Fatal(err)
	}
	was, err := cfg.Contents()
	if err != nil {
		t.Fatal(err)
	}
	if len(was.Program) != 12 || len(was.Files) != 4 || len(was.Files["net"]) != 12 {
		t.Fatalf("%+v", was)
	}
	cfg.Pinned = &was
	if err := cfg.checkPinned(); err != nil {
		t.Error(err)
	}
	for name, says := range map[string]string{
		"engine": "file ./engine", "script": "file script", "book": "file book", "net": "file net", "weights": "file weights",
	} {
		write(name, "another")
		if err := cfg.checkPinned(); err == nil || !strings.Contains(err.Error(), says+" was changed") {
			t.Errorf("%s swapped: error %v", name, err)
		}
		write(name, name)
	}
	if err := os.Remove(filepath.Join(dir, "net")); err != nil {
		t.Fatal(err)
	}
	if err := cfg.checkPinned(); err == nil || !strings.Contains(err.Error(), "file net was changed") || !strings.Contains(err.Error(), "gone") {
		t.Errorf("a file that is gone: error %v", err)
	}
	if _, err := (&Config{Command: []string{filepath.Join(dir, "none")}}).Contents(); err == nil {
		t.Error("a program that is not there has contents")
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
