package dataset

import (
	"bytes"
	"errors"
	"testing"
)

// parcelGames returns the header and some games of one block of a shard.
func parcelGames(t testing.TB) (Header, []Game) {
	t.Helper()
	h, games, err := Load("testdata/v1.jqs")
	if err != nil {
		t.Fatal(err)
	}
	n := 1
	for n < len(games) && games[n].Index/uint64(h.BlockGames) == games[0].Index/uint64(h.BlockGames) {
		n++
	}
	return h, games[:n]
}

func canonical(games []Game) (out []byte) {
	for i := range games {
		out = games[i].AppendCanonical(out)
	}
	return out
}

func TestParcelsKeepGames(t *testing.T) {
	h, games := parcelGames(t)
	data, err := Pack(h, games)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Unpack(h, "parcel", data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(canonical(back), canonical(games)) {
		t.Error("other games came out")
	}
	if err := Check(h, back); err != nil {
		t.Error(err)
	}
}

func TestWhatIsNoParcel(t *testing.T) {
	h, games := parcelGames(t)
	if _, err := Pack(h, nil); err == nil {
		t.Error("a parcel of nothing")
	}
	if _, err := Pack(h, []Game{games[0], games[0]}); err == nil {
		t.Error("a game twice")
	}
	far := games[0]
	far.Index += uint64(h.BlockGames)
	if _, err := Pack(h, []Game{games[0], far}); err == nil {
		t.Error("games of two blocks")
	}
	data, err := Pack(h, games)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := Unpack(h, "parcel", data[:n]); !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 1
		if got, err := Unpack(h, "parcel", bad); err == nil && !bytes.Equal(canonical(got), canonical(games)) {
			t.Fatalf("byte %d changed, and other games came out", i)
		}
	}
	if _, err := Unpack(h, "parcel", append(data, 0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
}

// TestCheckFindsWhatTheRulesForbid alters one thing at a time.
func TestCheckFindsWhatTheRulesForbid(t *testing.T) {
	h, _ := parcelGames(t)
	for name, alter := range map[string]func(g *Game){
		"deal":    func(g *Game) { g.Index++ },
		"move":    func(g *Game) { g.Plies[3].Move = g.Plies[2].Move },
		"flags":   func(g *Game) { g.Plies[len(g.Plies)-1].Flags ^= Reveal },
		"verdict": func(g *Game) { g.Result ^= 1 },
	} {
		_, games := parcelGames(t)
		alter(&games[0])
		if err := Check(h, games[:1]); err == nil {
			t.Errorf("%s: nothing was found", name)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	h, games := parcelGames(f)
	data, err := Pack(h, games)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := Unpack(h, "parcel", data)
		if err != nil {
			return
		}
		_ = Check(h, games) // any verdict, but no panic
		if len(games) > h.BlockGames {
			t.Errorf("%d games in a block of %d", len(games), h.BlockGames)
		}
	})
}
