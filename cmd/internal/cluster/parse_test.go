package cluster

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"jieqi/engine/rules"
	"jieqi/eval/match"
)

// TestDivide cuts random sets of games, of which some have come in, and looks for each game in exactly one item.
func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.SampledFrom([]int{1, 5, 16, 32, 128}).Draw(t, "block")
		wanted := rapid.SliceOfNDistinct(rapid.Uint64Range(0, 300), 1, 200, rapid.ID[uint64]).Draw(t, "wanted")
		slices.Sort(wanted)
		l := &ledger{receipts: map[string]receipt{}}
		earlier := l.divide(wanted, block)
		for i, it := range earlier {
			if i%3 == 0 {
				l.receipts[it.name()] = receipt{Item: it.name()}
			}
		}
		left := slices.DeleteFunc(slices.Clone(wanted), func(uint64) bool { return rapid.IntRange(0, 9).Draw(t, "gone") == 0 })
		var covered []uint64
		for _, it := range l.divide(left, block) {
			if (it.end()-1)/uint64(block) != it.First/uint64(block) || it.Count > itemGames {
				t.Fatalf("item %+v does not lie in a block of %d", it, block)
			}
			for i := it.First; i < it.end(); i++ {
				covered = append(covered, i)
			}
		}
		if !slices.IsSorted(covered) || len(slices.Compact(slices.Clone(covered))) != len(covered) {
			t.Fatalf("out of order, or twice: %v", covered)
		}
		for _, i := range left {
			if _, there := slices.BinarySearch(covered, i); !there {
				t.Fatalf("game %d is in no item", i)
			}
		}
	})
}

// TestLedgerRefusesWhatWasAltered changes a parcel on disk.
func TestLedgerRefusesWhatWasAltered(t *testing.T) {
	c := games(16)
	f := material(t)
	j := newGamesJob(&c, &f)
	p, err := newPlayer(t.Context(), &j, local(func(name string) string { return name }))
	if err != nil {
		t.Fatal(err)
	}
	it := item{Count: 16}
	data, err := p.play(t.Context(), it, func() {})
	if err != nil {
		t.Fatal(err)
	}
	o, err := newOpener(&j)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	l, err := openLedger(folder, j.id())
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	parcel, err := o.open(it, data)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.keep(parcel, receipt{Item: it.name(), Worker: "w", Sum: parcel.sum}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.read(o, it); err != nil {
		t.Fatal(err)
	}
	other := altered(t, order{Job: j, Item: it}, data)
	if err := os.WriteFile(l.file(it.name()), other, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := l.read(o, it); err == nil {
		t.Error("other games were read than came in")
	}
}

// TestOnlyMatchesByNodesGoElsewhere asks for jobs of matches with a clock.
func TestOnlyMatchesByNodesGoElsewhere(t *testing.T) {
	cfg := match.Config{Rules: rules.Tiantian, Limits: rules.Limits{Nodes: 10}}
	if _, err := newPairsJob(&cfg); err != nil {
		t.Error(err)
	}
	cfg.Limits.MoveTime = 1
	if _, err := newPairsJob(&cfg); err == nil {
		t.Error("a match by time")
	}
}

func FuzzOrder(f *testing.F) {
	c := games(32)
	m := material(f)
	j := newGamesJob(&c, &m)
	for _, o := range []order{{Job: j, Item: item{Count: 3}}, {Job: job{Pairs: &pairsJob{Rules: "tiantian", Nodes: 5}}, Item: item{Count: 1}}, {}} {
		text, err := json.Marshal(o)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var o order
		if json.Unmarshal(text, &o) != nil || o.check() != nil {
			return
		}
		if len(o.Job.networks()) == 0 || len(o.Job.id()) != 16 {
			t.Errorf("an order without networks or name: %s", text)
		}
		if _, err := newOpener(&o.Job); err != nil {
			t.Errorf("a good order whose parcels cannot be opened: %v", err)
		}
	})
}

func FuzzResult(f *testing.F) {
	f.Add("results.KEY.item.0123456789abcdef.000000000012-32")
	f.Add("results.KEY.stuck..000000000012-01")
	f.Add("results")
	f.Fuzz(func(t *testing.T, subject string) {
		key, token, id, it, err := parseResult(subject)
		if err == nil && itemSubject(key, token, id, it) != subject {
			t.Errorf("%q is read as %q %q %q %+v", subject, key, token, id, it)
		}
		_ = keyOf(subject)
	})
}

func FuzzPair(f *testing.F) {
	o := &opener{match: &match.Config{Phrase: "fuzz", Rules: rules.Tiantian}}
	f.Add([]byte(`{"pair":0,"deal":"","games":[{"a_red":true,"result":"draw","reason":"","plies":1,"moves":"a3a4"},{"a_red":false,"result":"draw","reason":"","plies":0,"moves":""}]}`))
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := o.open(item{Count: 1}, data); err == nil {
			t.Errorf("a pair that nobody played: %s", data)
		}
	})
}

func FuzzCredentials(f *testing.F) {
	folder := f.TempDir()
	c, err := Invite(folder, "box")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(c.Encode())
	f.Add([]byte("-----BEGIN NATS USER JWT-----\nx\n------END NATS USER JWT------\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := parseCredentials(text)
		if err != nil || c.file != "" {
			return
		}
		if _, _, err := c.options(); err != nil {
			return // a certificate that is none
		}
		if again, err := parseCredentials(c.Encode()); err != nil || again.Name != c.Name || string(again.seed) != string(c.seed) {
			t.Errorf("written and read again: %v", err)
		}
	})
}

// TestCredentialsOfFiles reads files that are none.
func TestCredentialsOfFiles(t *testing.T) {
	for name, text := range map[string]string{"empty": "", "text": "hello", "pem": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadCredentials(path); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := ReadCredentials(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there")
	}
}
