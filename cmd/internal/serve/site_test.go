package serve

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"jieqi/cmd/internal/library"
	"jieqi/cmd/internal/play"
	"jieqi/cmd/internal/round"
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

const testRun = "../../jieqi/testdata/run-without-checksums"

// quick is an opponent that looks at a few nodes whatever its level.
func quick(f engine.Factory) play.Opponent {
	o := play.Evaluation(f)
	o.Name = "quick"
	o.Choose = func(ctx context.Context, view *rules.Game, k engine.Skill) (rules.Choice, error) {
		return engine.New(f, engine.Options{Search: search.Main}).Choose(ctx, view, rules.Limits{Nodes: 300})
	}
	return o
}

// config returns a server's configuration on a run that is over, with two evaluations and a third opponent that is quick.
func config(t testing.TB) Config {
	t.Helper()
	var evaluations []engine.Factory
	var opponents []play.Opponent
	for _, text := range []string{"hce", "material"} {
		f, err := spec.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		evaluations, opponents = append(evaluations, f), append(opponents, play.Evaluation(f))
	}
	opponents = append(opponents, quick(evaluations[1]))
	hall, err := play.Open(play.Config{Opponents: opponents, Adviser: opponents[2], Rules: rules.Tiantian, Folder: t.TempDir(), Log: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { hall.Close() })
	places := func() ([]library.Place, error) {
		return []library.Place{library.PlaceOf(filepath.Join(testRun, "rounds/001/selfplay")), library.PlaceOf(filepath.Join(testRun, "rounds/001/gate"))}, nil
	}
	hosts, err := Hosts("127.0.0.1:0", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return Config{Evaluations: evaluations, Hall: hall, Library: library.Open(t.Context(), places), Run: round.Folder(testRun), Hosts: hosts, Log: t.Logf}
}

// site serves a configuration on a free port.
func site(t testing.TB, cfg Config) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(Handler(cfg))
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections) // streams stay open otherwise
	return s
}
