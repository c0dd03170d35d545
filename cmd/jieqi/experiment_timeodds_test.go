package main

import "testing"

func TestTimeOddsBadInput(t *testing.T) {
	odds := func(more ...string) []string {
		return append([]string{"experiment", "timeodds", t.TempDir()}, more...)
	}
	checkRefusals(t, []refusal{
		{exitUsage, "--a", odds("--b", "hce")},
		{exitUsage, "names no evaluation", odds("--a", "hcee", "--b", "hce")},
		{exitUsage, `"100ms": want a time`, odds("--a", "hce", "--b", "hce", "--paces", "100ms")},
		{exitUsage, `"100ms:3": want a time`, odds("--a", "hce", "--b", "hce", "--paces", "1s:2,100ms:3")},
		{exitUsage, `"100us:2": want a time`, odds("--a", "hce", "--b", "hce", "--paces", "100us:2")},
		{exitUsage, "--hash -1", odds("--a", "hce", "--b", "hce", "--hash=-1")},
	})
}
