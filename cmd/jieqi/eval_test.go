package main

import "testing"

func TestEvalBadInput(t *testing.T) {
	missing := absent(t)
	checkRefusals(t, []refusal{
		{exitFailed, "missing", []string{"eval", "startpos", "--net", missing + ".nnue"}},
	})
}
