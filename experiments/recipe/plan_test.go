package recipe

import (
	"os"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset"
)

const smallPlan = `
phrase = "tiny"
baseline = "base"
[data]
a = ["a"]
b = ["b"]
[holdout]
data = ["a"]
[[match]]
opponent = "hce"
nodes = 40
games = 4
[base]
data = ["a"]
[base.train]
preset = "quick"
batch = 512
[[row]]
name = "base"
seeds = [1, 2]
[[row]]
name = "other"
data = ["a", "b"]
init = "base"
seeds = [2]
scale = 0.85
match = false
train = { batch = 256, lambda = { last = 0.5 }, filter = { in_check = true } }
`

func TestParsePlan(t *testing.T) {
	p, err := ParsePlan([]byte(smallPlan))
	if err != nil {
		t.Fatal(err)
	}
	base, other := p.Rows[0], p.Rows[1]
	if base.Train != p.Base || len(base.Differs) != 0 || !base.Match || base.Scale != 1 || !slices.Equal(base.Data, []string{"a"}) {
		t.Errorf("base row %+v", base)
	}
	want := []string{"data=a+b", "init=base", "scale=0.85", "batch=256", "filter.in_check=true", "lambda.last=0.5"}
	if !slices.Equal(other.Differs, want) {
		t.Errorf("other row differs by %q, want %q", other.Differs, want)
	}
	if other.Match || other.Train.Lambda.First != p.Base.Lambda.First || other.Train.Preset != "quick" {
		t.Errorf("other row %+v", other)
	}
	if p.Holdout.Filter != dataset.DefaultFilter || p.Holdout.DeepPositions != defaultDeepPositions {
		t.Errorf("hold-out %+v", p.Holdout)
	}
}

// TestParsePlanRefuses asks for one line that names row and key.
func TestParsePlanRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`phrase = "tiny"`, `phrase = "tiny`, "line 2"},
		{`phrase = "tiny"`, `frase = "tiny"`, `line 2: unknown key "frase"`},
		{`phrase = "tiny"`, ``, "phrase is empty"},
		{`nodes = 40`, `nodez = 40`, "nodez"},
		{`nodes = 40`, `nodes = 0`, "match 1: nodes is 0"},
		{`games = 4`, `games = 5`, "match 1: games is 5"},
		{`games = 4`, `games = 2_000_002`, "match 1: games is 2000002"},
		{`opponent = "hce"`, `opponent = ""`, "match 1: no opponent"},
		{`[base]`, "[[match]]\nopponent = \"hce\"\nnodes = 40\ngames = 2\n[base]", "match 2: the same"},
		{`baseline = "base"`, `baseline = "bass"`, `baseline: no row is called "bass"`},
		{`baseline = "base"`, `baseline = "other"`, `baseline: row "other" plays no match`},
		{`b = ["b"]`, `b = []`, "data.b: no folder"},
		{`b = ["b"]`, `"b|" = ["b"]`, "want letters"},
		{"[holdout]\ndata = [\"a\"]", "[holdout]\ndata = [\"c\"]", `holdout.data: "c" is not in [data]`},
		{"[holdout]\ndata = [\"a\"]", "[holdout]", "holdout.data: no games"},
		{"[base]\ndata = [\"a\"]", "[base]", `row "base": data: no games named`},
		{`batch = 512`, `bach = 512`, `base.train: unknown key "bach"`},
		{`batch = 512`, `batch = 500`, "base.train: batch is 500"},
		{`batch = 512`, `split = { validation = 0 }`, "base.train.split.validation is 0"},
		{`preset = "quick"`, `preset = "slow"`, `base.train: preset "slow"`},
		{`name = "other"`, `name = "base"`, `row "base": name: there is another`},
		{`name = "other"`, ``, `row 2: name is missing`},
		{`name = "other"`, `name = "a|b"`, `row "a|b": name: want`},
		{`name = "other"`, "name = \"other\"\nsed = 1", `row "other": unknown key "sed"`},
		{`seeds = [2]`, `seeds = [2, 2]`, `row "other": seeds: 2 is there twice`},
		{`seeds = [2]`, `seeds = [3]`, `row "other": init: row "base" has several seeds, and 3`},
		{`seeds = [2]`, `seeds = [-1]`, `row "other": `},
		{`init = "base"`, "init = \"base\"\nmean = [\"base\"]", `row "other": init and mean`},
		{`init = "base"`, `mean = ["none"]`, `row "other": mean: no row before`},
		{`init = "base"`, `mean = ["base", "base"]`, `row "other": mean: "base" is there twice`},
		{`init = "base"`, `init = "other"`, `row "other": init: no row before`},
		{`scale = 0.85`, `scale = 0`, `row "other": scale is 0`},
		{`scale = 0.85`, `scale = "big"`, `row "other": `},
		{`batch = 256`, `bach = 256`, `row "other": train: unknown key "bach"`},
		{`batch = 256`, `batch = 257`, `row "other": train: batch is 257`},
		{`batch = 256`, `seed = 3`, `row "other": train.seed`},
		{`batch = 256`, `split = { gate = 30 }`, `row "other": train.split`},
		{`data = ["a", "b"]`, `data = ["a", "a"]`, `row "other": data: "a" is named twice`},
		{`data = ["a", "b"]`, `data = []`, `row "other": data: no games`},
	} {
		text := strings.Replace(smallPlan, c.old, c.new, 1)
		if text == smallPlan {
			t.Fatalf("%q is not in the plan", c.old)
		}
		_, err := ParsePlan([]byte(text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want one line with %q", c.new, err, c.want)
		}
	}
	if _, err := ParsePlan([]byte(smallPlan[:strings.Index(smallPlan, "[[row]]")])); err == nil || !strings.Contains(err.Error(), "no [[row]]") {
		t.Errorf("without rows: error %v", err)
	}
}

func TestExamplePlan(t *testing.T) {
	text, err := os.ReadFile("../../docs/recipes/example.toml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParsePlan(text); err != nil {
		t.Error(err)
	}
}

func FuzzParsePlan(f *testing.F) {
	f.Add([]byte(smallPlan))
	f.Add([]byte("[[row]]\ntrain = 1"))
	f.Add([]byte("[base]\ntrain = [{}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if p, err := ParsePlan(text); err == nil && len(p.Rows) == 0 {
			t.Error("a plan without rows")
		} else if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("error of several lines: %q", err)
		}
	})
}
