package lineage

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func drawData(t *rapid.T, name string) Data {
	texts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 1, 3)
	return New(texts.Draw(t, name+" phrases"), texts.Draw(t, name+" salts"),
		rapid.IntRange(0, 500).Draw(t, name+" gate"), rapid.IntRange(0, 500).Draw(t, name+" validation"))
}

// gates says by the definition whether a deal of a phrase is among the gate's share of d.
func gates(d Data, phrase string, deal int) bool {
	return slices.Contains(d.Phrases, phrase) && slices.ContainsFunc(d.Salts, func(salt string) bool {
		sum := sha256.Sum256(fmt.Append(nil, salt, "/", phrase, "/", deal))
		return (int(sum[0])<<8+int(sum[1]))%buckets < d.Gate
	})
}

// TestWhatPassesWasWithheld asks of every deal of a hold-out that passes, one by one.
func TestWhatPassesWasWithheld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, hold := None(), drawData(t, "hold-out")
		var trainings []Data
		for range rapid.IntRange(0, 4).Draw(t, "trainings") {
			trainings = append(trainings, drawData(t, "training"))
			l = l.With(trainings[len(trainings)-1])
		}
		passes := l.Judge(hold) == nil
		if (l.With(hold).Judge(hold) == nil) != passes {
			t.Fatal("training on what the hold-out leaves changed the answer")
		}
		for _, d := range trainings {
			for _, phrase := range hold.Phrases {
				for deal := range 40 {
					foreign := !slices.Contains(d.Phrases, phrase)
					if passes && gates(hold, phrase, deal) && !foreign && !gates(d, phrase, deal) {
						t.Fatalf("deal %d of %q of %+v was trained on in %+v", deal, phrase, hold, d)
					}
				}
			}
		}
	})
}

func TestJudge(t *testing.T) {
	trained := None().With(New([]string{"p"}, []string{"s"}, 20, 20))
	for name, c := range map[string]struct {
		lineage Lineage
		hold    Data
		want    error
		says    string
	}{
		"withheld":          {trained, New([]string{"p"}, []string{"s"}, 20, 0), nil, ""},
		"less":              {trained, New([]string{"p"}, []string{"s"}, 5, 0), nil, ""},
		"foreign":           {trained, New([]string{"q"}, []string{"t"}, 999, 0), nil, ""},
		"nothing":           {trained, New([]string{"p"}, []string{"t"}, 0, 20), nil, ""},
		"never trained":     {None(), New([]string{"p"}, []string{"s"}, 100, 0), nil, ""},
		"more":              {trained, New([]string{"p"}, []string{"s"}, 21, 0), ErrSeen, "20 per mille"},
		"one of two":        {trained, New([]string{"o", "p"}, []string{"s"}, 21, 0), ErrSeen, `"p"`},
		"other salt":        {trained, New([]string{"p"}, []string{"t"}, 20, 0), ErrSeen, `"t"`},
		"a salt more":       {trained, New([]string{"p"}, []string{"s", "t"}, 20, 0), ErrSeen, `"t"`},
		"a salt less":       {None().With(New([]string{"p"}, []string{"s", "t"}, 20, 0)), New([]string{"p"}, []string{"s"}, 20, 0), nil, ""},
		"by an ancestor":    {trained.With(New([]string{"p"}, []string{"s"}, 100, 0)), New([]string{"p"}, []string{"s"}, 100, 0), ErrSeen, ""},
		"unknown":           {Lineage{}, New([]string{"p"}, []string{"s"}, 20, 0), ErrUnknown, "does not say"},
		"unknown and known": {Lineage{}.With(trained.Data[0]), New([]string{"q"}, []string{"s"}, 20, 0), ErrUnknown, ""},
		"unknown and seen":  {Lineage{}.With(trained.Data[0]), New([]string{"p"}, []string{"s"}, 21, 0), ErrSeen, ""},
	} {
		err := c.lineage.Judge(c.hold)
		if !errors.Is(err, c.want) || err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v, want %v that says %q in one line", name, err, c.want, c.says)
		}
	}
}

// TestTrustIsForWhatIsUnknown trusts where nothing is known, and never against what is.
func TestTrustIsForWhatIsUnknown(t *testing.T) {
	d := New([]string{"p"}, []string{"s"}, 20, 0)
	wide := New([]string{"p"}, []string{"s"}, 100, 0)
	for _, c := range []struct {
		lineage   Lineage
		hold      Data
		trust     bool
		trusted   bool
		err       error
		remedyFor string
	}{
		{None().With(d), d, true, false, nil, ""},
		{None().With(d), wide, true, false, ErrSeen, "--gate-share"},
		{Lineage{}, d, false, false, ErrUnknown, "--trust-holdout"},
		{Lineage{}, d, true, true, nil, ""},
		{Lineage{}.With(d), wide, true, false, ErrSeen, "--gate-share"},
	} {
		trusted, err := c.lineage.Admit(c.hold, c.trust)
		if trusted != c.trusted || !errors.Is(err, c.err) || err != nil && !strings.Contains(err.Error(), c.remedyFor) {
			t.Errorf("%+v: trusted %v, error %v", c, trusted, err)
		}
	}
}

// TestWithForgetsNothing merges in any order to the same text, and reads it back.
func TestWithForgetsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []Data
		for range rapid.IntRange(0, 6).Draw(t, "n") {
			all = append(all, drawData(t, "data"))
		}
		one, other := None(), None()
		for i := range all {
			one, other = one.With(all[i]), other.With(all[len(all)-1-i])
		}
		text, err := one.Text()
		if err != nil {
			t.Fatal(err)
		}
		again, err := other.Text()
		if err != nil || text != again || !one.Equal(other) {
			t.Fatalf("%s\n%s\n%v", text, again, err)
		}
		back, err := Parse(text)
		if err != nil || cmp.Diff(one, back) != "" {
			t.Fatalf("%v\n%s", err, cmp.Diff(one, back))
		}
		for _, d := range all {
			for _, l := range back.Data {
				if sameSplit(&l, &d) && len(distinct(slices.Concat(l.Phrases, d.Phrases))) != len(l.Phrases) {
					t.Fatalf("%+v is not in %s", d, text)
				}
			}
		}
	})
}

func TestParseRefuses(t *testing.T) {
	const data = `{"phrases":["p"],"salts":["s"],"gate":20,"validation":20}`
	if _, err := Parse(`{"complete":true,"data":[` + data + `]}`); err != nil {
		t.Fatal(err)
	}
	long := `{"complete":true,"data":[{"phrases":["` + strings.Repeat("p", MaxText) + `"],"salts":["s"],"gate":0,"validation":0}]}`
	for name, text := range map[string]string{
		"blank": " ", "no object": "[]", "nothing": `{"complete":false}`, "twice": `{"complete":true}{}`,
		"unknown": `{"complete":true,"more":1}`, "spaced": `{"complete": true}`, "too long": long,
		"split twice":   `{"complete":true,"data":[` + data + `,` + data + `]}`,
		"no phrase":     `{"complete":true,"data":[{"phrases":[],"salts":["s"],"gate":20,"validation":20}]}`,
		"no salt":       `{"complete":true,"data":[{"phrases":["p"],"salts":[],"gate":20,"validation":20}]}`,
		"unsorted":      `{"complete":true,"data":[{"phrases":["q","p"],"salts":["s"],"gate":20,"validation":20}]}`,
		"phrase twice":  `{"complete":true,"data":[{"phrases":["p","p"],"salts":["s"],"gate":20,"validation":20}]}`,
		"negative":      `{"complete":true,"data":[{"phrases":["p"],"salts":["s"],"gate":-1,"validation":20}]}`,
		"beyond all":    `{"complete":true,"data":[{"phrases":["p"],"salts":["s"],"gate":600,"validation":500}]}`,
		"beyond an int": `{"complete":true,"data":[{"phrases":["p"],"salts":["s"],"gate":99999999999999999999,"validation":0}]}`,
	} {
		if l, err := Parse(text); err == nil || !strings.HasPrefix(err.Error(), "lineage: ") {
			t.Errorf("%s: read as %+v, error %v", name, l, err)
		}
	}
	if _, err := None().With(New([]string{strings.Repeat("p", MaxText)}, []string{"s"}, 0, 0)).Text(); err == nil {
		t.Error("a text that no reader takes was made")
	}
}

func FuzzParse(f *testing.F) {
	text, err := None().With(New([]string{"p", "<q>"}, []string{"s"}, 20, 20)).With(New([]string{"p"}, []string{"s", "t"}, 1, 0)).Text()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(`{"complete":true}`)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := l.Text(); err != nil || again != text {
			t.Fatalf("%q written again is %q: %v", text, again, err)
		}
		for _, d := range l.Data {
			if err := l.Judge(d); errors.Is(err, ErrSeen) && len(l.Data) == 1 {
				t.Fatalf("its own hold-out was seen: %v", err)
			}
		}
	})
}
