// Package jieqi_test holds the tests of the module's architecture: which package may import
// which, which folders exist, and which packages may never come near a hidden deal.
package jieqi_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed lists, for each package, the packages of this module that its non-test code may
// import. A trailing "/*" admits a whole subtree; "*" alone admits everything.
// docs/architecture.md says what each package is responsible for.
var allowed = map[string][]string{
	"engine/board": {},
	"engine/score": {},
	"engine/plain": {},
	"eval":         {},
	// For tests alone: tables that they compare with, and their reader; positions and plies.
	"engine/recorded": {},
	// Files that survive kills and full disks; everybody who writes a file uses it.
	"dataset/durable":  {},
	"dataset/settings": {},
	// What a network was trained on stands in its file, so that its reader must know how to check it: below nnue, and
	// below dataset, which says it of games.
	"dataset/lineage": {},

	"engine/board/boardtest": {"engine/board"},

	"engine/notation": {"engine/board"},
	"engine/rules":    {"engine/board", "engine/score"},
	"engine/deal":     {"engine/board"},
	"engine/hce":      {"engine/board", "engine/score"},
	"nnue/features":   {"engine/board"},
	// The list of layers lies below nnue, so that the generators of assembly can read it whatever
	// state the assembly is in.
	"nnue/architecture": {"nnue/features"},
	// A file format that knows nothing of networks; checkpoints of training use it too.
	"nnue/safetensors": {"dataset/durable"},

	// The float kernels of training know no type of ours; the generator of their assembly holds
	// their sizes against the list of layers.
	"trainer/kernel":     {},
	"trainer/kernel/gen": {"nnue/architecture"},
	"nnue/gen":           {"nnue/architecture"},

	"nnue": {"engine/board", "engine/score", "nnue/features", "nnue/architecture", "nnue/safetensors",
		"dataset/durable", "dataset/lineage"},
	// Networks looked at by people: its positions come of random play on deals, which nnue must know nothing of.
	"nnue/inspect": {"nnue", "nnue/features", "nnue/architecture", "engine/board", "engine/score", "engine/notation", "engine/rules",
		"engine/deal", "engine/dealer", "dataset/lineage", "dataset/settings"},
	"engine/search": {"engine/board", "engine/score", "engine/rules"},
	"engine/dealer": {"engine/board", "engine/rules", "engine/deal"},
	"engine/record": {"engine/board", "engine/notation", "engine/rules"},

	"engine/referee": {"engine/board", "engine/score", "engine/rules", "engine/deal", "engine/dealer"},
	"engine":         {"engine/board", "engine/score", "engine/rules", "engine/search"},
	"dataset": {"engine/board", "engine/score", "engine/rules", "engine/deal", "engine/dealer", "engine/notation",
		"dataset/durable", "dataset/settings", "dataset/lineage"},
	// Recorded games and positions on their way out of a set: into other shards, into records of other trainers, into
	// statistics. The latter two read what movers knew and may not come near deals; only whole games are copied with theirs.
	"dataset/reshard": {"dataset", "dataset/durable", "dataset/settings"},
	"dataset/fixed40": {"dataset", "dataset/durable", "engine/board"},
	"dataset/stats":   {"dataset", "dataset/durable", "engine/board", "engine/rules", "engine/score"},

	"engine/bench": {"engine/board", "engine/notation", "engine/rules", "engine/search", "engine"},
	"engine/uci": {"engine/board", "engine/score", "engine/notation", "engine/rules", "engine/search", "engine",
		"engine/bench"},
	// The samples in their order know nothing of networks, the passes over them nothing of the game:
	// only the trainer knows both.
	"trainer/feed":     {"engine/board", "engine/score", "dataset", "dataset/lineage", "nnue/features"},
	"trainer/backprop": {"trainer/kernel", "engine/score", "nnue"},
	"trainer": {"trainer/*", "engine/board", "engine/score", "engine/notation", "dataset", "dataset/durable", "dataset/lineage",
		"dataset/settings", "nnue", "nnue/features", "nnue/safetensors"},
	"selfplay": {"engine", "engine/board", "engine/score", "engine/rules", "engine/deal", "engine/dealer",
		"engine/referee", "engine/search", "dataset", "dataset/durable", "dataset/settings"},
	"eval/uciclient": {"engine/board", "engine/score", "engine/notation", "engine/rules", "engine/referee"},
	"eval/match": {"engine/board", "engine/score", "engine/notation", "engine/rules", "engine/deal", "engine/dealer",
		"engine/referee", "dataset/durable", "eval"},

	"eval/gate": {"eval", "eval/match", "dataset", "dataset/durable", "dataset/settings", "dataset/lineage", "engine/board", "engine/score", "engine/rules"},
	"experiments/*": {"engine/*", "engine", "nnue/*", "nnue", "dataset", "dataset/*", "trainer", "selfplay", "eval",
		"eval/*"},

	// crosscheck drives the second opinion (engine/plain, which only cmd and tests may import)
	// against the rules over random games; the command line stays free of logic.
	"cmd/internal/crosscheck": {"engine/*"},
	// progress is the one place that knows terminals; it imports nothing of ours.
	"cmd/internal/progress": {},
	"cmd/internal/spec": {"engine", "engine/hce", "nnue", "engine/search", "eval/match", "eval/uciclient",
		"engine/referee", "dataset/lineage"},
	// figures runs benchmarks and commands, and knows their output alone.
	"cmd/internal/figures": {},
	// shell writes commands to copy; it knows nothing of ours.
	"cmd/internal/shell": {},
	// What is said of a position must be what its mover knew: positions reads turns, and may not come near deals. Games
	// are shown and written whole, by another package.
	"cmd/internal/positions": {"dataset", "engine/board", "engine/notation", "engine/rules", "engine/score"},
	"cmd/internal/games": {"dataset", "dataset/durable", "engine/board", "engine/dealer", "engine/notation", "engine/record",
		"engine/rules", "engine/score", "eval/match"},
	// What commands and rounds both do has a package each, so that no command reaches into the rounds for it.
	"cmd/internal/version":  {"engine/bench"},
	"cmd/internal/quantise": {"nnue", "trainer", "dataset/lineage"},
	"cmd/internal/gateplay": {"engine", "engine/search", "eval", "eval/gate", "eval/match", "cmd/internal/spec",
		"cmd/internal/progress"},
	"cmd/internal/round": {"engine", "engine/*", "nnue", "nnue/*", "dataset", "dataset/*", "trainer", "selfplay",
		"eval", "eval/*", "cmd/internal/spec", "cmd/internal/progress", "cmd/internal/version", "cmd/internal/quantise",
		"cmd/internal/gateplay", "cmd/internal/shell", "cmd/internal/games", "cmd/internal/report", "cmd/internal/cluster"},
	// Transport alone: who plays on other machines plays with the workers of selfplay and the tables of eval/match.
	"cmd/internal/cluster": {"engine", "engine/rules", "dataset", "dataset/durable", "nnue", "selfplay", "eval/match",
		"cmd/internal/gateplay", "cmd/internal/spec", "cmd/internal/version"},
	// report shows what others found out; it reads no folder.
	"cmd/internal/report": {"dataset", "engine/board", "engine/notation", "engine/record", "engine/rules", "eval", "eval/gate", "selfplay", "trainer"},
	// Pages in the browser. What they are told of positions and searches is wire's, which is blind to deals; desk knows no
	// search, only that there are so many; play is the one that holds the deals of games that go on, library those of games
	// that are over; serve is HTTP over these.
	"cmd/internal/desk": {},
	"cmd/internal/wire": {"engine", "engine/hce", "engine/board", "engine/notation", "engine/rules", "engine/score", "engine/search"},
	"cmd/internal/play": {"cmd/internal/desk", "cmd/internal/wire", "dataset/durable", "engine", "engine/board", "engine/deal",
		"engine/dealer", "engine/notation", "engine/referee", "engine/rules", "engine/search", "eval/match"},
	"cmd/internal/library": {"cmd/internal/games", "cmd/internal/wire", "dataset", "engine/board", "engine/deal", "engine/dealer",
		"engine/notation", "engine/rules", "eval/match"},
	// The same pages without a server: web is what Workers run, website writes the folder.
	"cmd/web": {"cmd/internal/play", "cmd/internal/spec", "cmd/internal/wire", "engine", "engine/board", "engine/notation", "engine/rules",
		"engine/score", "engine/search", "engine/uci", "eval/uciclient"},
	"cmd/internal/website": {"cmd/internal/serve"},
	// for tests alone
	"cmd/internal/browsertest": {},
	"cmd/internal/serve": {"cmd/internal/desk", "cmd/internal/library", "cmd/internal/play", "cmd/internal/round", "cmd/internal/spec",
		"cmd/internal/wire", "dataset", "dataset/durable", "engine", "engine/board", "engine/notation", "engine/rules",
		"engine/score", "engine/search"},
	"cmd/jieqi": {"*"},
}

// topLevel is every folder the root may hold, dot folders of tools and ignored outputs aside.
var topLevel = []string{
	"cmd", "dataset", "docs", "engine", "eval", "experiments", "nnue", "selfplay", "trainer",
}

// dealBlind are the packages that may not reach the hidden truth of a deal in any way.
var dealBlind = []string{"engine", "engine/search", "engine/uci", "nnue", "nnue/architecture", "nnue/features",
	"nnue/safetensors", "trainer", "trainer/feed", "trainer/backprop", "cmd/internal/positions",
	"cmd/internal/wire", "dataset/fixed40", "dataset/stats"}

// testOnly are the packages that tests alone may import.
var testOnly = []string{"engine/recorded", "engine/board/boardtest"}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatalf("go list output: %v", err)
		}
		pkgs = append(pkgs, p)
	}
}

// rule finds the allow-list entry of a package, by name or by subtree.
func rule(pkg string) ([]string, bool) {
	if r, ok := allowed[pkg]; ok {
		return r, true
	}
	for pattern, r := range allowed {
		if admits(pattern, pkg) {
			return r, true
		}
	}
	return nil, false
}

func admits(pattern, pkg string) bool {
	if pattern == "*" || pattern == pkg {
		return true
	}
	tree, isTree := strings.CutSuffix(pattern, "/*")
	return isTree && strings.HasPrefix(pkg, tree+"/")
}

func TestImportsFollowTheLayers(t *testing.T) {
	for _, p := range listPackages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, "jieqi/")
		if pkg == "jieqi" {
			continue // the module root holds only this test
		}
		rules, ok := rule(pkg)
		if !ok {
			t.Errorf("package %s has no row in the layer table", pkg)
			continue
		}
		for _, imp := range p.Imports {
			dep, ours := strings.CutPrefix(imp, "jieqi/")
			if ours && !slices.ContainsFunc(rules, func(r string) bool { return admits(r, dep) }) {
				t.Errorf("%s imports %s, which the layer table does not allow", pkg, dep)
			}
			if slices.Contains(testOnly, dep) {
				t.Errorf("%s imports %s, which is for tests alone", pkg, dep)
			}
		}
	}
}

func TestTopLevelFolders(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "-co", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("not a git checkout: %v", err)
	}
	for _, f := range strings.Fields(string(out)) {
		dir, _, nested := strings.Cut(f, "/")
		if nested && !strings.HasPrefix(dir, ".") && !slices.Contains(topLevel, dir) {
			t.Errorf("%s lies in %s, which is not a top-level folder of this project", f, dir)
		}
	}
}

func TestNoPackageBelowCmdIsNamedCommon(t *testing.T) {
	for _, p := range listPackages(t) {
		for _, bad := range []string{"/common", "/util", "/utils", "/helpers"} {
			if strings.HasSuffix(p.ImportPath, bad) {
				t.Errorf("%s: name the package after what it does", p.ImportPath)
			}
		}
	}
}

func TestEveryPackageHasADocFile(t *testing.T) {
	for _, p := range listPackages(t) {
		dir := strings.TrimPrefix(p.ImportPath, "jieqi")
		if dir == "" {
			continue
		}
		if _, err := os.Stat("." + dir + "/doc.go"); err != nil {
			t.Errorf("%s has no doc.go", p.ImportPath)
		}
	}
}
