//go:build unix

package uciclient

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/engine/rules"
)

// TestOptionsAreChecked gives an engine values that it can have and values that it cannot.
func TestOptionsAreChecked(t *testing.T) {
	var d declared
	for line := range strings.Lines(fakeOptions) {
		d.note(strings.TrimSuffix(line, "\n"))
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "net"), []byte("net"), 0o644); err != nil {
		t.Fatal(err)
	}
	list := dir + string(filepath.ListSeparator) + "net"
	for text, says := range map[string]string{ // "": accepted
		"Move Overhead=0":                    "",
		"move overhead=5000":                 "",
		"Move Overhead=5001":                 "at most 5000",
		"Move Overhead=-1":                   "at least 0",
		"Move Overhead=1.5":                  "whole number",
		"Move Overhead=abc":                  "whole number",
		"Move Overhead=99999999999999999999": "whole number",
		"Move Overhead=":                     "no value",
		"Threads=100000":                     "", // no range is declared
		"Threads=many":                       "whole number",
		"Ponder=true":                        "",
		"Ponder=yes":                         "true or false",
		"Style=Wild Attack":                  "",
		"Style=default":                      "",
		"Style=Wild":                         "Solid, Wild Attack, default",
		"Style":                              "no value",
		"EvalFile=net":                       "",
		"EvalFile=" + dir + "/net":           "",
		"EvalFile=/nonexistent.nnue":         "/nonexistent.nnue",
		"EvalFile=" + dir:                    "folder",
		"EvalFile=hce":                       "",
		"EvalFile=material":                  "",
		"EvalFile=shipped":                   "",
		"EvalFile=<empty>":                   "",
		"SyzygyPath=" + list:                 "",
		"SyzygyPath=" + list + "x":           "netx",
		"Clear Hash":                         "",
		"Clear Hash=1":                       "no value",
		"Note=anything":                      "",
		"Notes=anything":                     "no option",
	} {
		cfg, err := Parse("x; @dir=" + dir + "; " + text)
		if err != nil {
			t.Fatal(err)
		}
		commands, err := cfg.setOptions(&d)
		switch {
		case says == "" && (err != nil || strings.Count(commands, "\n") != 1):
			t.Errorf("%s: %q, error %v", text, commands, err)
		case says != "" && (err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), cfg.Options[0].Name)):
			t.Errorf("%s: error %v, want it to say %q", text, err, says)
		}
	}
	cfg := Config{Defaults: []Option{{"Move Overhead", "9999"}}}
	if _, err := cfg.setOptions(&d); err == nil || !strings.Contains(err.Error(), "all players get") {
		t.Errorf("a default out of range: error %v", err)
	}
}

func FuzzDeclaration(f *testing.F) {
	f.Add("option name Style type combo default Solid var Solid var Wild Attack", "Solid")
	f.Add("option name N type spin default 1 min -3 max x", "2")
	f.Fuzz(func(t *testing.T, line, value string) {
		o := readDeclaration(line)
		if o == nil {
			return
		}
		if o.name == "" || o.kind == "" {
			t.Fatalf("%q gives %+v", line, o)
		}
		_ = new(Config).check(o, value) // any answer will do
	})
}

// TestComplaints starts engines that say something when they are given an option.
func TestComplaints(t *testing.T) {
	t.Parallel()
	for line, bad := range map[string]bool{
		"info string ERROR: The network file was not loaded": true,
		"No such option: Threads":                            true,
		"info string Unknown option":                         true,
		"file not found":                                     true,
		"loading FAILED":                                     true,
		"info string NNUE evaluation enabled":                false,
		"":                                                   false,
	} {
		cfg := engine("complains", line)
		cfg.Options = []Option{{"Threads", "2"}}
		c, err := Start(t.Context(), cfg)
		if err == nil {
			c.Close()
		}
		if (err != nil) != bad || bad && (!strings.Contains(err.Error(), line) || !strings.Contains(err.Error(), "@lenient=yes")) {
			t.Errorf("%q: error %v", line, err)
		}
		cfg.Lenient = true
		started(t, cfg)
	}
}

// TestASecondAnswerIsNoAnswerToTheNextQuestion asks an engine that answers each question twice, the second
// time with nonsense.
func TestASecondAnswerIsNoAnswerToTheNextQuestion(t *testing.T) {
	t.Parallel()
	c := started(t, engine("twice"))
	for range 3 {
		if got, err := c.Choose(context.Background(), startView(), rules.Limits{Nodes: 5}); err != nil || len(got.PV) != 1 {
			t.Fatalf("%+v, %v", got, err)
		}
	}
}

// TestOnlyFilesAreFiles has options whose names merely end like a file's.
func TestOnlyFilesAreFiles(t *testing.T) {
	for name, isFile := range map[string]bool{
		"EvalFile": true, "Book File": true, "book file": true, "eval_file": true, "File": true, "SyzygyPath": true,
		"Profile": false, "profile": false, "Homeopath": false, "Filed": false,
	} {
		var d declared
		d.note("option name " + name + " type string")
		cfg := Config{Options: []Option{{name, "/nonexistent"}}}
		if _, err := cfg.setOptions(&d); (err != nil) != isFile {
			t.Errorf("%s=/nonexistent: error %v, want one: %v", name, err, isFile)
		}
	}
}
