package dataset

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

const testPhrase = "a phrase for tests"

// testHeader is the header of a shard of games first … first+games-1.
func testHeader(first uint64, games int) Header {
	return Header{Generator: "test", Rules: "tiantian", Network: "hce-0123456789ab", Config: "cafe", Phrase: testPhrase,
		Salt: "salt", BlockGames: 8, First: first, Games: games}
}

// randomGame plays game i of the test phrase with random moves and made-up scores, at most maxPlies
// long. Captures are preferred, so that games have results.
func randomGame(i uint64, maxPlies int) Game {
	rng := rand.New(rand.NewPCG(i, 7))
	g := Game{Index: i, Deal: deal.NewSource(testPhrase).Deal(i), Opening: 4 + rng.IntN(5)}
	t := dealer.New(g.Deal, rules.Tiantian)
	var drift float64
	var buf []board.Move
	for {
		if v := t.Verdict(); v.Over() {
			g.Result, g.Reason = v.Outcome, v.Reason
			break
		}
		if len(g.Plies) == maxPlies {
			g.Result, g.Reason = rules.Draw, rules.LengthLimit
			break
		}
		p := t.Public().Position()
		buf = p.LegalMoves(buf[:0])
		m := buf[rng.IntN(len(buf))]
		if rng.IntN(2) == 0 {
			if takes := p.LegalCaptures(nil); len(takes) > 0 {
				m = takes[rng.IntN(len(takes))]
			}
		}
		ply := Ply{Move: m}
		if len(g.Plies) < g.Opening {
			ply.Flags = Random | Unscored
		} else {
			drift += rng.NormFloat64() * 60
			ply.Score = score.Value(drift)
			if p.Side() == board.Black {
				ply.Score = -ply.Score
			}
			if rng.IntN(50) == 0 {
				ply.Score = score.MateIn(rng.IntN(20))
			}
		}
		g.Plies = append(g.Plies, ply)
		if _, err := t.Play(m); err != nil {
			panic(err)
		}
	}
	g.Opening = min(g.Opening, len(g.Plies))
	if err := g.Annotate(); err != nil {
		panic(err)
	}
	return g
}

func randomGames(first uint64, n int) []Game {
	games := make([]Game, n)
	for i := range games {
		games[i] = randomGame(first+uint64(i), 160)
	}
	return games
}

// rescoredHeader makes h that of a rescored copy of a shard of which nothing is known.
func rescoredHeader(h *Header) {
	h.Network, h.Config = "jq-abcdefabcdef", "beef"
	h.Rescored = Rescored{Nodes: 800, PerMille: 300, Series: "0123456789abcdef", Generator: "test",
		Network: "hce-0123456789ab", Config: "cafe", Content: strings.Repeat("0f", digestSize)}
}

// opponentHeader is that of games between two.
func opponentHeader(h *Header) { h.Opponent = "jq-abcdefabcdef" }

// rescoredGames is randomGames with other scores, at the positions that the header above draws.
func rescoredGames(first uint64, n int) []Game {
	games := randomGames(first, n)
	for i := range games {
		g := &games[i]
		for t, drawn := range NewDraw(testPhrase, 300).Game(g.Index, len(g.Plies), nil) {
			p := &g.Plies[t]
			if p.Flags |= Unscored; drawn {
				p.Flags &^= Unscored
			}
			if p.Score = p.Score/2 + 3; !drawn {
				p.Score = 0
			}
		}
	}
	return games
}

// writeShard writes games as a finished shard and returns its path.
func writeShard(t testing.TB, dir string, games []Game, change func(*Header)) string {
	t.Helper()
	h := testHeader(games[0].Index, len(games))
	if change != nil {
		change(&h)
	}
	path := filepath.Join(dir, fmt.Sprintf("%06d%s", h.First, ShardExt))
	w, err := Create(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if err := w.Add(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustOpen(t testing.TB, paths ...string) *Set {
	t.Helper()
	s, err := Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func mustRead(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustHash(t testing.TB, paths ...string) string {
	t.Helper()
	h, err := mustOpen(t, paths...).ContentHash(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h
}
