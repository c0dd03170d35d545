package main

import "testing"

func TestUCIBadInput(t *testing.T) {
	junk := written(t, "junk.nnue", "junk")
	checkRefusals(t, []refusal{
		{exitFailed, "junk.nnue", []string{"uci", "--net", junk}},
	})
}
