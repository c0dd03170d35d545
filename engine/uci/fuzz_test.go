package uci

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// FuzzServer feeds whole sessions to a server. Whatever they say, it must come back soon and print
// whole lines, at most one bestmove for each go.
func FuzzServer(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nucinewgame\nposition startpos moves b2e2R b7e7c\ngo nodes 200\nd\neval\nquit\n",
		"go infinite\nstop\ngo ponder wtime 50 btime 50\nponderhit\ngo depth 2 searchmoves a3a4\nperft 1\n",
		"setoption name MultiPV value 9\nsetoption name UCI_ShowWDL value true\ngo nodes 500\nbench 1\nstop\n",
		"position fen 3k5/4R4/9/9/9/9/9/9/9/3RK4 b - 0 1\ngo movetime 1\nposition startpos moves b2b9Rn a9b9r\ngo mate 1 nodes 50",
		"setoption name Skill Level value 0\nsetoption name Skill Phrase value x\nsetoption name ShowReveals value true\ngo\ngo mate 1\ngo mate 0 depth 2\n",
		"setoption name EvalFile value nothing\nposition startpos moves b2e2\ngo depth -1 nodes x\nfoo \xff\x00 bar\n\n\n",
	} {
		f.Add([]byte(seed))
	}
	for _, script := range dialogues(f) {
		f.Add([]byte(dialogueInput(f, script)))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var in, out bytes.Buffer
		searches := 0
		for _, l := range bytes.SplitAfter(input, []byte("\n")) {
			switch words := strings.Fields(string(l)); {
			case len(words) == 0 || words[0] != "setoption" && words[0] != "go":
			case words[0] == "go":
				searches++
			case strings.Contains(strings.ToLower(string(l)), "hash") || strings.Contains(strings.ToLower(string(l)), "threads"):
				continue // large tables only slow the fuzzer down
			}
			in.Write(l)
		}
		s := Server{In: &in, Out: &out, Load: load, Default: "hce", grace: 20 * time.Millisecond, hashMB: 1}
		if err := s.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "bestmove "); n > searches {
			t.Fatalf("%d bestmoves for %d searches", n, searches)
		}
		for _, l := range strings.SplitAfter(out.String(), "\n") {
			if strings.ContainsAny(strings.TrimSuffix(l, "\n"), "\x00\r\x1b") || l != "" && !strings.HasSuffix(l, "\n") {
				t.Fatalf("broken line %q", l)
			}
		}
	})
}
