package main

import (
	"strings"
	"testing"
)

func TestPerft(t *testing.T) {
	code, out, stderr := call(t, "", "perft", "startpos", "2")
	if code != exitDone || !strings.HasPrefix(out, "nodes 66462\nnps ") {
		t.Errorf("exit %d, output %q, errors %q", code, out, stderr)
	}
	const deal = "a0=A,b0=P,c0=R,d0=C,f0=B,g0=N,h0=C,i0=P,b2=R,h2=A,a3=B,c3=P,e3=N,g3=P,i3=P," +
		"a6=c,c6=r,e6=a,g6=b,i6=a,b7=p,h7=p,a9=p,b9=n,c9=r,d9=b,f9=p,g9=p,h9=n,i9=c"
	code, out, _ = call(t, "", "perft", "startpos", "2", "--divide", "--deal", deal)
	if code != exitDone || !strings.Contains(out, "\nnodes 1926\n") || strings.Count(out, ": ") != 44 {
		t.Errorf("exit %d, output %q", code, out)
	}
}

func TestPerftBadInput(t *testing.T) {
	checkRefusals(t, []refusal{
		{exitUsage, "depth", []string{"perft", "startpos"}},
		{exitUsage, "argument 3 -1: want 0 or more", []string{"perft", "startpos", "-1"}},
		{exitUsage, "depth", []string{"perft", "startpos", "--", "-1"}},
		{exitUsage, "depth", []string{"perft", "startpos", "many"}},
		{exitUsage, "unknown flag", []string{"perft", "startpos", "1", "--fast"}},
		{exitFailed, "board", []string{"perft", "nonsense w - 0 1", "1"}},
		{exitFailed, "--deal", []string{"perft", "startpos", "1", "--deal", "a0=Q"}},
		{exitFailed, "b0", []string{"perft", "startpos", "1", "--deal", "a0=R"}},
	})
}
