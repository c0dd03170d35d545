package version

import (
	"strings"
	"testing"

	"jieqi/engine/bench"
)

func TestThisProgramHasNames(t *testing.T) {
	if g := Generator(); g != "jieqi, "+bench.Signature() || strings.Contains(g, "\n") {
		t.Errorf("generator %q", g)
	}
	if v := Version(); v == "" || strings.ContainsAny(v, " \n()") {
		t.Errorf("version %q", v)
	}
	if r := Revision(); strings.ContainsAny(r, " \n") {
		t.Errorf("revision %q", r)
	}
}
