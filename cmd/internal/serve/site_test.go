package serve

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"jieqi/cmd/internal/library"
	"jieqi/cmd/internal/play"
	"jieqi/cmd/internal/round"
	"jieqi/cmd/internal/spec"
	"jieqi/engine"
	"jieqi/engine/rules"
)

const testRun = "../../jieqi/testdata/run-without-checksums"

// config returns a server's configuration on a run that is over, a material opponent and the hand-crafted one.
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
	hall, err := play.Open(play.Config{Opponents: opponents, Adviser: opponents[0], Rules: rules.Tiantian, Folder: t.TempDir(), Log: t.Logf})
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
