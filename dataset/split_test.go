package dataset

import (
	"crypto/sha256"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/dataset/lineage"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// TestDealKey derives the key from its description.
func TestDealKey(t *testing.T) {
	const packed = 0x0123456789abcdef
	sum := sha256.Sum256([]byte("salt\x00\x01\x23\x45\x67\x89\xab\xcd\xef"))
	want := new(big.Int).SetBytes(sum[:8]).Uint64()
	if got := dealKey("salt", packed); got != want {
		t.Errorf("key %x, want %x", got, want)
	}
	if dealKey("salt", packed) == dealKey("pepper", packed) || dealKey("salt", packed) == dealKey("salt", packed+1) {
		t.Error("salt or deal does not matter")
	}
}

// TestAnySaltHoldsOut opens the same deals under two salts, and compares each deal's part with what either salt says,
// and with what the lineage of a training on them claims.
func TestAnySaltHoldsOut(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	games := randomGames(0, 60)
	writeShard(t, a, games, nil)
	writeShard(t, b, games, func(h *Header) { h.Salt, h.Network = "other", "jq-abcdefabcdef" })
	s, split := mustOpen(t, a, b), Split{Gate: 200, Validation: 300}
	data := s.Data(split)
	if diff := cmp.Diff(lineage.New([]string{testPhrase}, []string{"other", "salt"}, 200, 300), data); diff != "" {
		t.Fatal(diff)
	}
	var n [NumParts]int
	for block := range s.Blocks() {
		samples, err := s.Samples(block, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range samples {
			packed := games[samples[i].Game].Deal.Pack()
			want := max(split.Part(dealKey("salt", packed)), split.Part(dealKey("other", packed)))
			if got := split.Part(samples[i].DealKey); got != want {
				t.Fatalf("game %d is in %v, want %v", samples[i].Game, got, want)
			}
			n[want]++
		}
	}
	if min(n[Train], n[Validation], n[Gate]) == 0 {
		t.Errorf("parts %v: the test asks too little", n)
	}
	// Each folder alone may be the hold-out of what was trained on both, and not the other way round.
	both, one := lineage.None().With(data), lineage.None().With(mustOpen(t, a).Data(split))
	if err := errors.Join(both.Judge(mustOpen(t, a).Data(split)), both.Judge(mustOpen(t, b).Data(split)), both.Judge(data)); err != nil {
		t.Error(err)
	}
	if err := one.Judge(data); !errors.Is(err, lineage.ErrSeen) {
		t.Errorf("error %v", err)
	}
}

func TestSplit(t *testing.T) {
	split := Split{Gate: 100, Validation: 200}
	source := deal.NewSource("split")
	var n [NumParts]int
	for i := range uint64(5000) {
		n[split.Part(dealKey("s", source.Deal(i).Pack()))]++
	}
	for part, want := range map[Part]int{Gate: 500, Validation: 1000, Train: 3500} {
		if got := n[part]; got < want-120 || got > want+120 {
			t.Errorf("%v: %d of 5,000 deals, want about %d", part, got, want)
		}
	}
	for key, want := range map[uint64]Part{0: Gate, 99: Gate, 100: Validation, 299: Validation, 300: Train, 999: Train, 1000: Gate} {
		if got := split.Part(key); got != want {
			t.Errorf("key %d is in %v, want %v", key, got, want)
		}
	}
	for bad, want := range map[Split]string{
		{Gate: -1}:                   "gate share of -1 per mille is negative",
		{Validation: -1}:             "validation share of -1 per mille is negative",
		{Gate: 500, Validation: 500}: "leave nothing for training",
		{Gate: math.MaxInt, Validation: math.MaxInt}: "leave nothing for training",
	} {
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", bad, err, want)
		}
	}
	if err := (Split{Gate: 500, Validation: 499}).Check(); err != nil {
		t.Error(err)
	}
}

func TestFilter(t *testing.T) {
	ok := Sample{Ply: 20, Score: 150}
	for name, c := range map[string]struct {
		change func(*Sample)
		want   Drop
	}{
		"plain":                    {func(s *Sample) {}, Keep},
		"reveal":                   {func(s *Sample) { s.Flags = Reveal }, Keep},
		"random":                   {func(s *Sample) { s.Flags = Random | Unscored | InCheck }, DropRandom},
		"random, searched":         {func(s *Sample) { s.Flags = Random }, DropRandom},
		"without a score":          {func(s *Sample) { s.Flags, s.Ply = Unscored, 3 }, DropUnscored},
		"early":                    {func(s *Sample) { s.Ply = 7 }, DropEarly},
		"not early":                {func(s *Sample) { s.Ply = 8 }, Keep},
		"in check":                 {func(s *Sample) { s.Flags = InCheck }, DropInCheck},
		"mate":                     {func(s *Sample) { s.Score = -31990 }, DropMate},
		"big":                      {func(s *Sample) { s.Score = -2001 }, DropBigScore},
		"not big":                  {func(s *Sample) { s.Score = -2000 }, Keep},
		"takes face up":            {func(s *Sample) { s.Flags = Capture }, DropPlainTake},
		"takes face up, revealing": {func(s *Sample) { s.Flags = Capture | Reveal }, Keep},
		"takes face down":          {func(s *Sample) { s.Flags = Capture | TakesHidden }, Keep},
	} {
		s := ok
		c.change(&s)
		if got := DefaultFilter.Judge(&s); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	var tally, sum Tally
	f := DefaultFilter
	for _, s := range []Sample{ok, {Ply: 20, Flags: Reveal}, {Ply: 3, Flags: Reveal}} {
		tally.Judge(&f, &s)
	}
	sum.Merge(&tally)
	sum.Merge(&tally)
	if sum.By[Keep] != 4 || sum.By[DropEarly] != 2 || sum.RevealsBefore != 4 || sum.RevealsKept != 2 {
		t.Errorf("tally %+v", sum)
	}
}

// TestStats counts the games again, by hand.
func TestStats(t *testing.T) {
	dir, games := t.TempDir(), randomGames(0, 30)
	path := writeShard(t, dir, games, nil)
	got, err := mustOpen(t, dir).Stats(t.Context(), Split{Gate: 100, Validation: 100})
	if err != nil {
		t.Fatal(err)
	}
	var results Results
	var positions, reveals uint64
	reasons := map[string]uint64{}
	for _, g := range games {
		positions += uint64(len(g.Plies))
		results.add(g.Result)
		reasons[g.Reason.String()]++
		for _, p := range g.Plies {
			if p.Flags&Reveal != 0 {
				reveals++
			}
		}
	}
	if got.Games != 30 || got.Positions != positions || got.Results != results || got.Shards != 1 || got.Series != 1 ||
		got.Bytes != uint64(len(mustRead(t, path))) || got.Plies["reveal"] != reveals || got.ContentHash != mustHash(t, dir) {
		t.Errorf("stats %+v", got)
	}
	for reason, n := range reasons {
		if got.Reasons[reason] != n {
			t.Errorf("%s: %d games, want %d", reason, got.Reasons[reason], n)
		}
	}
	if sum := got.Parts["train"].Deals + got.Parts["gate"].Deals + got.Parts["validation"].Deals; sum != 30 {
		t.Errorf("%d deals in all parts, want 30", sum)
	}
}

func TestVerifyNamesWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Game)
		want   string
	}{
		"deal":      {func(g *Game) { g.Deal = deal.NewSource(testPhrase).Deal(99) }, "deal"},
		"flag":      {func(g *Game) { g.Plies[30].Flags ^= Reveal }, "ply 30: flags"},
		"random":    {func(g *Game) { g.Plies[0].Flags &^= Random | Unscored }, "ply 0: flags"},
		"score":     {func(g *Game) { g.Plies[0].Score = 3 }, "ply without one"},
		"illegal":   {func(g *Game) { g.Plies[12].Move = board.MakeMove(44, 45) }, "ply 12"},
		"cut short": {func(g *Game) { g.Plies = g.Plies[:30]; g.Reason = rules.NoLegalMove }, "not over"},
		"length":    {func(g *Game) { g.Plies = g.Plies[:30]; g.Reason = rules.LengthLimit; g.Result = rules.RedWins }, "cut by length"},
		"tail":      {func(g *Game) { g.Plies[12].Flags |= Tail }, "tail ends"},
	} {
		dir, games := t.TempDir(), randomGames(0, 3)
		c.change(&games[1])
		path := writeShard(t, dir, games, nil)
		r, err := Verify(t.Context(), []string{dir}, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		if r.Err() != nil {
			text = r.Err().Error()
		}
		if !strings.Contains(text, c.want) || !strings.Contains(text, path+": block 0: game 1:") || r.Games != 2 {
			t.Errorf("%s: %d games sound, error %q, want one about %q in game 1", name, r.Games, text, c.want)
		}
	}
}
