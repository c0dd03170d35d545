package positions

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// TestRefusals asks for one line that says what is wrong, and for the names where one is unknown.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"scoer > 1":                       "unknown name scoer (column 1); the names are capture, expected",
		"ply > && red":                    "unexpected token",
		"ply":                             "expected bool",
		"ply > \"a\"":                     "invalid operation",
		"my_pool.Q > 1":                   "has no field Q",
		"score.x":                         "int",
		"read() == 1":                     "unknown name read (column 1); the names",
		strings.Repeat("!", 3000) + "red": "",
	} {
		_, err := ParseFilter(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: error %v, want %q", text, err, want)
		}
	}
	if _, err := ParseMeasure("red"); err == nil {
		t.Error("a truth is no number")
	}
}

// TestFailuresNameThePosition runs an expression that only fails on some position.
func TestFailuresNameThePosition(t *testing.T) {
	q := Query{Filter: filter(t, "plies % (ply - 7) == 0")}
	_, err := q.Scan(context.Background(), open(t, played), func(*Position) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "game 100, ply 7: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
}

// TestEveryNameIsDescribed asks for a name and a description of every fact, and that expressions can call none.
func TestEveryNameIsDescribed(t *testing.T) {
	for f := range facts() {
		name := f.Tag.Get("expr")
		if name == "" || f.Tag.Get("help") == "" || !strings.Contains(Names(), "  "+name+" ") {
			t.Errorf("field %s is called %q and described as %q", f.Name, name, f.Tag.Get("help"))
		}
	}
	if n := reflect.TypeFor[*Facts]().NumMethod(); n != 0 {
		t.Errorf("expressions could call %d methods", n)
	}
}

var errEnough = errors.New("enough")

// FuzzExpression compiles any text and runs what compiles on some positions: errors are one line, nothing panics.
func FuzzExpression(f *testing.F) {
	for _, text := range []string{
		"ply >= 8 && abs(score) < 600 && reveal && face_down > 10", "abs(swing)", "1 / ply", "plies % ply",
		`turned in ["R", "C"]`, "my_pool.R - their_up.N", `move matches "^b2"`, "let x = score; x * x", "[1, 2][ply]", "nil", "#",
		`map(1..ply, # * 2)`, `string(move)[0:2]`, "red ? score : -score", `"a" ?? 1`, "$env", "part[ply]",
	} {
		f.Add(text)
	}
	set := open(f, played)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		keep, err := ParseFilter(text)
		oneLine(t, text, err)
		number, wrong := ParseMeasure(text)
		oneLine(t, text, wrong)
		n := 0
		_, scanning := (&Query{}).Scan(context.Background(), set, func(p *Position) error {
			if err == nil {
				_, failed := keep.Keeps(p)
				oneLine(t, text, failed)
			}
			if wrong == nil {
				_, _, failed := number.Of(p)
				oneLine(t, text, failed)
			}
			if n++; n == 12 {
				return errEnough
			}
			return nil
		})
		if scanning != errEnough {
			t.Fatal(scanning)
		}
	})
}

func oneLine(t *testing.T, text string, err error) {
	t.Helper()
	if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
		t.Fatalf("%q: error %q", text, err)
	}
}
