package main

import "testing"

func TestRefereeBadInput(t *testing.T) {
	checkRefusals(t, []refusal{
		{exitUsage, "chess", []string{"referee", "--random", "1", "--rules", "chess"}},
		{exitUsage, "--workers", []string{"referee", "--random", "1", "--workers", "1000000"}},
	})
}
