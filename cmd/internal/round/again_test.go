package round

import (
	"slices"
	"testing"
)

func TestCommandsThatMakeARunAgain(t *testing.T) {
	v := reportView{Rounds: make([]roundView, 4), Config: *quick(t, "p")}
	if got := v.again("run"); !slices.Equal(got, []string{"jieqi round run --run NEWFOLDER --config run.toml --rounds 4"}) {
		t.Errorf("%q", got)
	}
	v.Config.Champion = "jq-a"
	v.Changes = []Fact{{Round: 1, Key: "window", Value: "3"}, {Round: 3, Key: "gate.nodes", Value: "90"},
		{Round: 3, Key: "train.rate.shape", Value: `"linear"`}, {Round: 9, Key: "window", Value: "5"}}
	want := []string{
		"jieqi round run --run NEWFOLDER --config run.toml --champion 'my run/networks/jq-a.nnue' --set window=3 --rounds 2",
		`jieqi round run --run NEWFOLDER --set gate.nodes=90 --set 'train.rate.shape="linear"' --rounds 4`,
	}
	if got := v.again("my run"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
