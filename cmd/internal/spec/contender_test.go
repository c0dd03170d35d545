package spec

import (
	"errors"
	"strings"
	"testing"

	"jieqi/engine"
)

func TestLoadContender(t *testing.T) {
	o := engine.Options{HashMB: 3}
	p, err := LoadContender("hce", o)
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "hce" || !strings.HasPrefix(p.Hash, "hce-") || p.Settings != "Threads=1; Hash=3" {
		t.Errorf("%+v", p)
	}
	if player, err := p.New(t.Context()); err != nil || player.NewGame() != nil {
		t.Errorf("no player: %v", err)
	}
	if p, err = LoadContender("uci:sh -c true; @name=shell; Hash=7", o); err != nil {
		t.Fatal(err)
	}
	if p.Name != "shell" || len(p.Hash) != 12 || p.Settings != "sh -c true; @name=shell; Hash=7; by default Threads=1, Hash=3" {
		t.Errorf("%+v", p)
	}
	if _, err := p.New(t.Context()); err == nil || !strings.Contains(err.Error(), "waiting for uciok") {
		t.Errorf("a program that is no engine: %v", err)
	}
}

func TestLoadContenderRefuses(t *testing.T) {
	for text, want := range map[string]struct {
		says  string
		badly bool // the text itself is wrong
	}{
		"":                       {"names no evaluation", true},
		"strong":                 {"names no evaluation", true},
		"missing.nnue":           {"missing.nnue", false},
		"uci:":                   {"missing", true},
		"uci:no-such-program":    {"no-such-program", false},
		"uci:sh;@dir=/no/folder": {"/no/folder", false},
		"uci:sh;@fields=2":       {"2 fields", true},
		"uci:sh;=3":              {"no name", true},
	} {
		_, err := LoadContender(text, engine.Options{})
		if err == nil || !strings.Contains(err.Error(), want.says) {
			t.Errorf("%q: error %v, want it to say %q", text, err, want.says)
		}
		var bad TextError
		if errors.As(err, &bad) != want.badly {
			t.Errorf("%q: error %v is a TextError: %v", text, err, !want.badly)
		}
	}
}
