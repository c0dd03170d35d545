// Mate problems of testdata: the search finds the shortest mate, the prover that it is the shortest.

package search

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// Run with -update to find the mates of testdata anew.
var update = flag.Bool("update", false, "find mate problems and write them to testdata")

const (
	matesFile   = "testdata/mates.tsv"
	matesHeader = `# Mate problems: FEN, a tab, the plies that the side to move needs at least to mate by force.
# The mate does not depend on hidden identities: every identity of every reveal, the defender's included,
# has to do. Found and proved minimal by the exhaustive search of mateprover_test.go in games of drawn moves,
# no engine's search taking part: go test ./engine/search -run TestMateProblems -update
`
)

// problem is a line of the file.
type problem struct {
	fen   string
	plies int
}

func readProblems(t *testing.T) (list []problem) {
	t.Helper()
	f, err := os.Open(matesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		fen, plies, _ := strings.Cut(sc.Text(), "\t")
		q := problem{fen: fen}
		if _, err := fmt.Sscan(plies, &q.plies); err != nil {
			t.Fatalf("%q: %v", sc.Text(), err)
		}
		list = append(list, q)
	}
	return list
}

// proofBudget is how many positions the proof of a problem may take.
var proofBudget = map[int]int{1: 1000, 3: 100_000, 5: 300_000, 7: 600_000}

// kindOfProblem sorts problems, that the file may have some of every kind.
type kindOfProblem struct {
	plies, hidden int
	side          board.Color
}

// wanted is how many problems of a kind the file has at most. Mates in one are there only with many pieces
// face down, where longer ones are rare.
func (k kindOfProblem) wanted() int {
	if k.plies == 1 && k.hidden < 3 {
		return 0
	}
	return map[int]int{1: 1, 3: 3, 5: 3, 7: 2}[k.plies]
}

// problemAt proves what the shortest forced mate at p is, if it can.
func problemAt(p *board.Position) (k kindOfProblem, ok bool) {
	v := newProver(nil, 0)
	for plies := 1; plies <= 7; plies += 2 {
		v.budget += proofBudget[plies]
		if mate := v.forced(p, plies); v.budget < 0 {
			return k, false
		} else if mate {
			hidden := p.Hidden(board.Red) + p.Hidden(board.Black)
			return kindOfProblem{plies, (hidden + 5) / 6, p.Side()}, true
		}
	}
	return k, false
}

// findProblems writes the file.
func findProblems(t *testing.T) {
	t.Helper()
	found := map[kindOfProblem]int{}
	lines := map[int]string{}
	games := 0
	finales(3, func(end []*rules.Game) bool {
		games++
		for i := len(end) - 1; i >= 0; i-- { // one of each game, the earliest
			if i&1 == 1 {
				continue // the side that was mated is to move
			}
			p := end[i].Position()
			k, ok := problemAt(p)
			if !ok {
				continue
			}
			if found[k] < k.wanted() {
				found[k]++
				lines[k.plies] += fmt.Sprintf("%s\t%d\n", notation.FormatFEN(p), k.plies)
			}
			break
		}
		return games < 1500
	})
	if err := os.WriteFile(matesFile, []byte(matesHeader+lines[1]+lines[3]+lines[5]+lines[7]), 0o644); err != nil {
		t.Fatal(err)
	}
}

// solveNodes is how much the search may look at before it has the shortest mate. A few problems begin with quiet
// moves and offers that the search prunes at low depth.
const solveNodes = 1_500_000

// TestMateProblems has the search solve each problem of the file, and proves each again.
//
// The distance must be the proven one. No shorter mate exists, so a shorter one would be false; and a longer
// one is what the search may see at first but has to improve on when it goes deeper, as it goes on until it
// has a mate in as many moves.
func TestMateProblems(t *testing.T) {
	t.Parallel()
	if *update {
		findProblems(t)
	}
	s := New(byHand, Main, 2)
	var nodes uint64
	seen := map[kindOfProblem]int{}
	for _, q := range readProblems(t) {
		g := newGame(t, q.fen)
		k, ok := problemAt(g.Position())
		if !ok || k.plies != q.plies {
			t.Errorf("%s: no proof that the shortest mate takes %d plies", q.fen, q.plies)
		}
		seen[k]++
		s.NewGame()
		c := s.Search(context.Background(), g, rules.Limits{Nodes: solveNodes, Mate: (q.plies + 1) / 2}, nil)
		if want := score.MateIn(q.plies); c.Score != want {
			t.Errorf("%s: mate in %d plies: score %d, want %d", q.fen, q.plies, c.Score, want)
		}
		nodes = max(nodes, c.Nodes)
	}
	t.Logf("the hardest problem took %d nodes", nodes)
	checkVariety(t, seen)
}

// TestMateSearchEnds looks for mates with nothing else to end the search: it finds most of the problems' mates, says of
// every position within bounds that it found none that is too short, and comes back.
func TestMateSearchEnds(t *testing.T) {
	t.Parallel()
	s := New(byHand, Main, 2)
	problems, found := readProblems(t), 0
	for _, q := range problems {
		g, moves := newGame(t, q.fen), (q.plies+1)/2
		s.NewGame()
		l := rules.Limits{Mate: moves}
		if c := s.Search(context.Background(), g, l, nil); l.MateFound(c.Score) {
			found++
		}
		if moves == 1 {
			continue
		}
		s.NewGame()
		l = rules.Limits{Mate: moves - 1, Depth: q.plies} // deep enough to see the longer mate
		if c := s.Search(context.Background(), g, l, nil); l.MateFound(c.Score) {
			t.Errorf("%s: a mate in %d of one in %d", q.fen, moves-1, moves)
		}
	}
	t.Logf("%d of %d mates found", found, len(problems))
	if found < len(problems)-3 {
		t.Errorf("%d of %d mates found", found, len(problems))
	}
	l := rules.Limits{Mate: 1}
	if c := s.Search(context.Background(), newGame(t, startFEN), l, nil); l.MateFound(c.Score) || c.Depth != 1+mateSlack {
		t.Errorf("mate in 1 at the start: %+v", c)
	}
	s.limits = rules.Limits{Mate: 1 << 62}
	if d := s.depthLimit(); d != maxPly {
		t.Errorf("depth %d for a mate in 2^62", d)
	}
}

// checkVariety checks that the file has problems of every length, for both sides, with few and many
// pieces face down.
func checkVariety(t *testing.T, seen map[kindOfProblem]int) {
	t.Helper()
	plies, sides, hidden := map[int]int{}, map[board.Color]int{}, map[int]int{}
	for k, n := range seen {
		plies[k.plies] += n
		sides[k.side] += n
		hidden[min(k.hidden, 3)] += n
	}
	t.Logf("problems by plies: %v; by side: %v; with 0, 1–6, 7–12 and more face-down pieces: %v", plies, sides, hidden)
	if plies[3] < 20 || plies[5] < 15 || plies[7] < 5 || plies[3]+plies[5]+plies[7] < 40 {
		t.Errorf("problems by plies: %v", plies)
	}
	if sides[board.Red] < 20 || sides[board.Black] < 20 || hidden[0] < 10 || hidden[1] < 10 || hidden[2] < 10 || hidden[3] < 10 {
		t.Errorf("problems by side: %v, by face-down pieces: %v", sides, hidden)
	}
}
