package deal

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jieqi/engine/board"
)

// golden vectors were computed by a separate program written from the paragraph in doc.go.
var golden = []struct {
	phrase string
	index  uint64
	seed   string
	text   string
	packed uint64
}{
	{"", 0, "e3b0c44298fc", "a0=A,b0=P,c0=R,d0=A,f0=P,g0=C,h0=B,i0=B,b2=N,h2=P,a3=N,c3=P,e3=R,g3=P,i3=C,a6=b,c6=b,e6=p,g6=n,i6=r,b7=c,h7=p,a9=p,b9=p,c9=a,d9=n,f9=c,g9=r,h9=p,i9=a", 21082440581713609},
	{"揭棋", 0, "34ab6ec8a545", "a0=A,b0=A,c0=B,d0=B,f0=C,g0=P,h0=C,i0=P,b2=P,h2=N,a3=P,c3=R,e3=P,g3=R,i3=N,a6=c,c6=r,e6=b,g6=p,i6=r,b7=a,h7=b,a9=p,b9=n,c9=c,d9=p,f9=a,g9=p,h9=p,i9=n", 18765265877300574},
	{"jieqi", 0, "3c95bdbacb9f", "a0=N,b0=P,c0=B,d0=A,f0=P,g0=P,h0=R,i0=A,b2=N,h2=P,a3=P,c3=B,e3=C,g3=R,i3=C,a6=p,c6=a,e6=p,g6=n,i6=p,b7=n,h7=a,a9=r,b9=c,c9=b,d9=p,f9=c,g9=b,h9=p,i9=r", 96574822549780925},
	{"jieqi", 1, "3c95bdbacb9f", "a0=A,b0=R,c0=C,d0=P,f0=N,g0=B,h0=P,i0=P,b2=P,h2=N,a3=P,c3=C,e3=A,g3=B,i3=R,a6=a,c6=p,e6=r,g6=p,i6=p,b7=c,h7=b,a9=n,b9=p,c9=n,d9=c,f9=r,g9=b,h9=a,i9=p", 16000978445633512},
	{"jieqi", math.MaxUint64, "3c95bdbacb9f", "a0=N,b0=A,c0=C,d0=P,f0=P,g0=A,h0=N,i0=C,b2=P,h2=B,a3=R,c3=P,e3=P,g3=B,i3=R,a6=p,c6=n,e6=a,g6=c,i6=p,b7=p,h7=c,a9=r,b9=p,c9=b,d9=b,f9=n,g9=a,h9=p,i9=r", 87940265782992297},
}

func TestGoldenDeals(t *testing.T) {
	for _, g := range golden {
		source := NewSource(g.phrase)
		d := source.Deal(g.index)
		if source.seed != g.seed || d.String() != g.text || d.Pack() != g.packed {
			t.Errorf("%q %d: got %s %s %d", g.phrase, g.index, source.seed, d, d.Pack())
		}
	}
}

func TestGoldenStream(t *testing.T) {
	s := NewSource("jieqi").Stream("opening", 7)
	for i, want := range []uint64{
		0x5cd6dc13530e52ba, 0x3959886bb1bb810b, 0xcda3e934cdbbc1d1,
		0x18cb9db30c0a634f, 0x71615ecae8645819, 0x501b91edf3cd1ee5,
	} {
		if got := s.Uint64(); got != want {
			t.Errorf("integer %d: got %#x, want %#x", i, got, want)
		}
	}
}

// TestUniform asks at every point whether the six kinds come as often as they should.
func TestUniform(t *testing.T) {
	const deals = 100_000
	var seen [NumPoints][board.NumKinds]int
	source := NewSource("uniformity")
	for i := range uint64(deals) {
		for slot, k := range source.Deal(i).kinds {
			seen[slot][k]++
		}
	}
	for slot, counts := range seen {
		chi2, total := 0.0, 0
		for _, k := range board.PoolKinds {
			want := deals * float64(board.FullCount[k]) / perSide
			chi2 += (float64(counts[k]) - want) * (float64(counts[k]) - want) / want
			total += counts[k]
		}
		// Five degrees of freedom: 25.7 is passed by chance once in 10,000.
		if chi2 > 25.7 || total != deals {
			t.Errorf("%s: chi-square %.1f over %d deals, %v", homes[slot], chi2, total, counts)
		}
	}
}

func TestUintn(t *testing.T) {
	s := NewSource("bounded").Stream("test", 0)
	var seen [7]int
	for range 7000 {
		seen[s.Uintn(7)]++
	}
	for value, n := range seen {
		if n < 850 || n > 1150 {
			t.Errorf("%d came %d times in 7000 draws below 7", value, n)
		}
	}
	// Half of all integers must be refused here; a biased draw would give values above 2^62 too seldom.
	high := 0
	for range 1000 {
		if s.Uintn(1<<63+1) > 1<<62 {
			high++
		}
	}
	if high < 430 || high > 570 {
		t.Errorf("%d of 1000 draws below 2^63+1 are in the upper half", high)
	}
}

func TestStreamsDiffer(t *testing.T) {
	source := NewSource("jieqi")
	first := map[uint64]string{}
	for _, label := range []string{"", "deal", "opening", "opening1"} {
		for i := range uint64(50) {
			x := source.Stream(label, i).Uint64()
			if other, ok := first[x]; ok {
				t.Errorf("stream %s %d starts like %s", label, i, other)
			}
			first[x] = label
		}
	}
}

func anyDeal(t *rapid.T) Deal {
	return NewSource(rapid.String().Draw(t, "phrase")).Deal(rapid.Uint64().Draw(t, "index"))
}

func TestRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDeal(t)
		if back, err := Parse(d.String()); err != nil || back != d {
			t.Fatalf("%s read as %s: %v", d, back, err)
		}
		if back, err := Unpack(d.Pack()); err != nil || back != d {
			t.Fatalf("%s unpacked as %s: %v", d, back, err)
		}
	})
}

func TestUnpackNumbersAllDeals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		packed := rapid.Uint64Range(0, NumDeals-1).Draw(t, "packed")
		d, err := Unpack(packed)
		if err != nil || !d.Complete() || d.Pack() != packed {
			t.Fatalf("%d: %s packs as %d, %v", packed, d, d.Pack(), err)
		}
		if _, err := Parse(d.String()); err != nil {
			t.Fatal(err)
		}
	})
	for _, packed := range []uint64{NumDeals, NumDeals + 1, math.MaxUint64} {
		if d, err := Unpack(packed); err == nil || d != (Deal{}) {
			t.Errorf("%d unpacked as %s", packed, d)
		}
	}
	if first, _ := Unpack(0); !strings.HasPrefix(first.String(), "a0=R,b0=R,c0=A,d0=A,f0=C,g0=C,h0=P") {
		t.Errorf("first deal is %s", first)
	}
	if NumDeals >= 1<<57 {
		t.Errorf("%d deals do not fit 57 bits", NumDeals)
	}
}

func TestAt(t *testing.T) {
	d := NewSource("jieqi").Deal(0)
	for pt := range board.Point(128) {
		want := board.NoKind
		if i := strings.Index(golden[2].text, pt.String()+"="); i >= 0 {
			want, _, _ = board.KindOfLetter(golden[2].text[i+3])
		}
		if d.At(pt) != want {
			t.Errorf("%s: got kind %d, want %d", pt, d.At(pt), want)
		}
	}
	var nothing Deal
	if nothing.At(0) != board.NoKind || nothing.Complete() || nothing.String() != "" {
		t.Error("the zero deal knows something")
	}
}

// TestHomes compares the points of a deal with the face-down points of the board.
func TestHomes(t *testing.T) {
	for pt := range board.NoPoint {
		k, c, isHome := board.HomeKind(pt)
		dealt := isHome && k != board.General
		if slot := slots[pt]; (slot >= 0) != dealt || dealt && (homes[slot] != pt || colorOf(int(slot)) != c) {
			t.Errorf("%s: slot %d, home kind %d of %s", pt, slot, k, c)
		}
	}
	if red, black := Points(board.Red), Points(board.Black); red[14].String() != "i3" || black[0].String() != "a6" || len(black) != perSide {
		t.Errorf("points %v and %v", red, black)
	}
}

func TestSwap(t *testing.T) {
	d := NewSource("jieqi").Deal(0)
	swapped := d.Swap(0, 1)
	if swapped == d || swapped.At(0) != d.At(1) || swapped.At(1) != d.At(0) || swapped.Swap(1, 0) != d {
		t.Errorf("%s swapped gives %s", d, swapped)
	}
	defer func() {
		if recover() == nil {
			t.Error("pieces of two sides were exchanged")
		}
	}()
	d.Swap(0, 89)
}

func TestParseRefuses(t *testing.T) {
	good := golden[2].text
	for _, c := range []struct{ text, want string }{
		{good + ",", `entry ""`},
		{good + ",a0=N", "a0 is given twice"},
		{strings.Replace(good, "a0=N", "a0=n", 1), "not a letter of red's side"},
		{strings.Replace(good, "a0=N", "a0=K", 1), "no identity"},
		{strings.Replace(good, "a0=N", "a0=X", 1), "no identity"},
		{strings.Replace(good, "a0=N", "a0=?", 1), "no identity"},
		{strings.Replace(good, "a0=N", "a1=N", 1), "a1 is no home point"},
		{strings.Replace(good, "a0=N", "e0=N", 1), "e0 is no home point"},
		{strings.Replace(good, "a0=N", "a0:N", 1), "want point=letter"},
		{strings.Replace(good, "a0=N", "a0=NN", 1), "want point=letter"},
		{strings.Replace(good, "a0=N", "a0=A", 1), "red has only 2 of them"},
	} {
		if d, err := Parse(c.text); err == nil || d != (Deal{}) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one about %q", c.text, err, c.want)
		}
	}
}

func TestParseSome(t *testing.T) {
	for _, text := range []string{"", "f0=C", "a0=A,b0=P,i9=c"} {
		d, err := Parse(text)
		if err != nil || d.String() != text || d.Complete() {
			t.Errorf("%q read as %q: %v", text, d, err)
		}
	}
	if d, _ := Parse("f0=C"); d.At(5) != board.Cannon || d.At(0) != board.NoKind {
		t.Errorf("f0=C puts %d on f0 and %d on a0", d.At(5), d.At(0))
	}
}

// FuzzParse: a text is refused or means the same deal when written back.
func FuzzParse(f *testing.F) {
	f.Add(golden[0].text)
	f.Add("f0=C,i9=c")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text)
		if err != nil {
			return
		}
		if back, err := Parse(d.String()); err != nil || back != d || len(d.String()) != len(text) {
			t.Fatalf("%q read as %q: %v", text, d, err)
		}
	})
}

func BenchmarkDeal(b *testing.B) {
	source := NewSource("speed")
	for i := range b.N {
		source.Deal(uint64(i))
	}
}
