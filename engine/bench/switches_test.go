package bench_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"jieqi/engine"
	"jieqi/engine/bench"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

const goldenSwitches = "testdata/switches.txt"

// variant is a way to search, and how deep.
type variant struct {
	name  string
	opt   search.Options
	depth int
}

// variants are the search without each of its switches, with the other methods for reveals, and without any
// switch: deep enough for each to make a difference, shallow enough to take moments.
func variants(t *testing.T) []variant {
	t.Helper()
	depths := map[string]int{"iir": 5, "leaf-estimates": 1} // the first needs more, the second explodes; others 4
	list := []variant{{"all on", search.Main, 4}}
	for _, name := range search.Switches() {
		o := search.Main
		if err := o.Set(name, false); err != nil {
			t.Fatal(err)
		}
		list = append(list, variant{name + " off", o, cmp.Or(depths[name], 4)})
	}
	for _, method := range []search.ChanceMethod{search.Bound, search.Star1} {
		o := search.Main
		o.Chance = method
		list = append(list, variant{method.String(), o, 2})
	}
	return append(list, variant{"all off", search.Base, 2})
}

// TestNodesOfEachVariant compares the nodes of every variant with golden numbers: a change that leaves the
// signature alone may still change what only shows with a switch off.
func TestNodesOfEachVariant(t *testing.T) {
	t.Parallel()
	var got []string
	for _, v := range variants(t) {
		got = append(got, fmt.Sprintf("%s: depth %d nodes %d", v.name, v.depth, nodesOf(t, v)))
	}
	if *update {
		if err := os.WriteFile(goldenSwitches, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(goldenSwitches)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("line %d of\n%s\ndiffers from %s: if meant, run go test ./engine/bench -update", i+1, strings.Join(got, "\n"), goldenSwitches)
			return
		}
	}
}

// nodesOf searches every position, each as a game of its own.
func nodesOf(t *testing.T, v variant) (nodes uint64) {
	t.Helper()
	list, err := bench.Positions()
	if err != nil {
		t.Fatal(err)
	}
	player := engine.New(factory(), engine.Options{HashMB: 1, Threads: 1, Search: v.opt})
	for _, p := range list {
		if err := player.NewGame(); err != nil {
			t.Fatal(err)
		}
		c, err := player.Choose(context.Background(), rules.NewGame(rules.Tiantian, p), rules.Limits{Depth: v.depth})
		if err != nil {
			t.Fatal(err)
		}
		nodes += c.Nodes
	}
	return nodes
}
