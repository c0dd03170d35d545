package durable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type fact struct {
	N    int    `json:"n"`
	Text string `json:"text,omitempty"`
}

// mustOpen opens the journal at path, closed when the test ends.
func mustOpen(t testing.TB, path string) (*Journal, []fact) {
	t.Helper()
	j, facts, err := OpenJournal[fact](path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j, facts
}

func mustAppend(t testing.TB, j *Journal, facts ...fact) {
	t.Helper()
	for _, f := range facts {
		if err := j.Append(f); err != nil {
			t.Fatal(err)
		}
	}
}

func mustRead(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func mustWrite(t testing.TB, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLineFormat holds the format as the documents state it. The checksums were computed with another program.
func TestLineFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	j, _ := mustOpen(t, path)
	mustAppend(t, j, fact{N: 1}, fact{2, `quo"te, "crc32c": <`})
	const want = `{"n":1,"crc32c":"fbd8009e"}` + "\n" +
		`{"n":2,"text":"quo\"te, \"crc32c\": \u003c","crc32c":"527a3e3f"}` + "\n"
	if got := string(mustRead(t, path)); got != want {
		t.Errorf("the journal is\n%s, want\n%s", got, want)
	}
	if got, err := ReadJournal[fact](path); err != nil || !slices.Equal(got, []fact{{N: 1}, {2, `quo"te, "crc32c": <`}}) {
		t.Errorf("read %v, error %v", got, err)
	}
	raw, err := ReadJournal[json.RawMessage](path)
	if err != nil || string(raw[0]) != `{"n":1}` {
		t.Errorf("raw %s, error %v", raw, err)
	}
}

func TestAMissingJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	if _, err := ReadJournal[fact](path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a reader made the file: %v", err)
	}
	if _, facts := mustOpen(t, path); len(facts) != 0 {
		t.Errorf("a new journal holds %v", facts)
	}
}

// TestATornTail cuts a journal at every byte: readers leave what is torn out and change nothing, a
// writer cuts it off, and every line that is whole stays. Some lines have no checksum.
func TestATornTail(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		path := filepath.Join(t.TempDir(), "j.jsonl")
		old := rapid.SliceOfN(rapid.Custom(drawFact), 0, 3).Draw(rt, "old")
		var text bytes.Buffer
		for _, f := range old {
			line, err := json.Marshal(f)
			if err != nil {
				rt.Fatal(err)
			}
			text.Write(append(line, '\n'))
		}
		mustWrite(t, path, text.Bytes())
		j, got := mustOpen(t, path)
		all := append(got, rapid.SliceOfN(rapid.Custom(drawFact), 0, 4).Draw(rt, "new")...)
		mustAppend(t, j, all[len(got):]...)

		whole := mustRead(t, path)
		torn := whole[:rapid.IntRange(0, len(whole)).Draw(rt, "cut")]
		mustWrite(t, path, torn)
		kept := bytes.Count(torn, []byte("\n"))
		read, err := ReadJournal[fact](path)
		if err != nil || !slices.Equal(read, all[:kept]) {
			rt.Fatalf("read %v, want %v; error %v", read, all[:kept], err)
		}
		if !bytes.Equal(mustRead(t, path), torn) {
			rt.Fatal("a reader changed the file")
		}
		j, read = mustOpen(t, path)
		mustAppend(t, j, fact{N: -1})
		if again, err := ReadJournal[fact](path); err != nil || !slices.Equal(again, append(read, fact{N: -1})) || len(read) != kept {
			rt.Fatalf("after going on %v, error %v", again, err)
		}
		if end := bytes.LastIndexByte(torn, '\n') + 1; !bytes.HasPrefix(mustRead(t, path), torn[:end]) {
			rt.Fatal("whole lines were rewritten")
		}
	})
}

func drawFact(t *rapid.T) fact { return fact{rapid.Int().Draw(t, "n"), rapid.String().Draw(t, "text")} }

// TestNoByteOfALineChangesUnnoticed changes every byte of a journal in several ways.
func TestNoByteOfALineChangesUnnoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	j, _ := mustOpen(t, path)
	all := []fact{{1, "one"}, {2, "two"}, {3, "three"}}
	mustAppend(t, j, all...)
	text := mustRead(t, path)
	for i := range text {
		for _, other := range []byte{text[i] ^ 1, text[i] ^ 0x20, text[i] ^ 0x80, '0', '\n', ' ', 0} {
			if other == text[i] {
				continue
			}
			bad := bytes.Clone(text)
			bad[i] = other
			line := bytes.Count(text[:i], []byte("\n")) + 1
			got, _, err := parse[fact](bytes.Clone(bad))
			switch {
			case i == len(text)-1 && err == nil && slices.Equal(got, all[:2]): // now the last line is torn
			case err == nil:
				t.Fatalf("byte %d made %q was not noticed: %v", i, other, got)
			case !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: ", line)):
				t.Errorf("byte %d made %q: %v, want line %d", i, other, err, line)
			}
		}
	}
}

func TestADamagedLineIsNamedAndNothingWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	sealed, err := seal(map[string]int{"m": 1})
	if err != nil {
		t.Fatal(err)
	}
	for bad, want := range map[string]string{
		`{"n":7,"crc32c":"00000000"}`:   "line 2: checksum is",
		`{"n":7,"m":1}`:                 "line 2: json: unknown field",
		string(bytes.TrimSpace(sealed)): "another version",
		``:                              "line 2: not a JSON object",
		`null`:                          "line 2: not a JSON object",
		`{"n":7}]`:                      "line 2: something follows",
		`{"n":7`:                        "line 2: unexpected EOF",
		"{\"n\":7\x00}":                 "line 2: not JSON at byte 7: invalid character",
	} {
		text := []byte("{\"n\":1}\n" + bad + "\n{\"n\":3}\n{\"torn")
		mustWrite(t, path, text)
		_, readErr := ReadJournal[fact](path)
		_, _, openErr := OpenJournal[fact](path)
		for _, err := range []error{readErr, openErr} {
			if err == nil || !strings.Contains(err.Error(), path+": line 2: ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %s", bad, err, want)
			} else if want != "another version" && !strings.HasSuffix(err.Error(), advice) {
				t.Errorf("%s: error %v does not say what to do", bad, err)
			}
		}
		if !bytes.Equal(mustRead(t, path), text) {
			t.Errorf("%s: the file was changed", bad)
		}
	}
}

// TestALineThatLostItsChecksumIsFound takes the checksum out of each line: of all that follow one with a checksum
// it is missed, as no version wrote them in that order.
func TestALineThatLostItsChecksumIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	mustWrite(t, path, []byte("{\"n\":1}\n"))
	j, _ := mustOpen(t, path)
	mustAppend(t, j, fact{N: 2}, fact{N: 3}, fact{N: 4})
	lines := bytes.SplitAfter(mustRead(t, path), []byte("\n"))
	for i := 1; i < 4; i++ {
		bad := slices.Clone(lines)
		bad[i] = []byte("{\"n\":9}\n")
		_, _, err := parse[fact](bytes.Join(bad, nil))
		if want := fmt.Sprintf("line %d: has no checksum", i+1); (err != nil) != (i > 1) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("line %d: error %v", i+1, err)
		}
	}
}

func TestCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	mustWrite(t, path, []byte("{\"n\":1}\n{\"n\":2}\n"))
	j, _ := mustOpen(t, path)
	mustAppend(t, j, fact{N: 3})
	for _, c := range []struct {
		keep int
		want []fact
	}{{3, []fact{{N: 1}, {N: 2}, {N: 3}, {N: 9}}}, {1, []fact{{N: 1}, {N: 9}}}, {0, []fact{{N: 9}}}} {
		if err := j.Cut(c.keep); err != nil {
			t.Fatal(err)
		}
		mustAppend(t, j, fact{N: 9})
		if got, err := ReadJournal[fact](path); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("cut to %d: %v, error %v", c.keep, got, err)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	j, _ := mustOpen(t, path)
	for _, bad := range []any{struct{}{}, 7, []int{1}, func() {}, nil} {
		if err := j.Append(bad); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%T: error %v", bad, err)
		}
	}
	mustAppend(t, j, fact{N: 1}) // a refusal does no harm
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	first := j.Append(fact{N: 2})
	if first == nil || !strings.Contains(first.Error(), path) || strings.Contains(first.Error(), "\n") {
		t.Errorf("append to a closed file: %v", first)
	}
	if second := j.Append(fact{N: 3}); second != first {
		t.Errorf("a dead journal says %v", second)
	}
	if got, err := ReadJournal[fact](path); err != nil || len(got) != 1 {
		t.Errorf("%v is left, error %v", got, err)
	}
}

// FuzzJournal asks of any bytes: no panic, readers change nothing, a writer keeps every whole line.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"n\":1}\n{\"n\":2,\"crc32c\":\"00000000\"}\n{\"n\""))
	for _, record := range []any{fact{N: 1}, fact{2, "x"}, map[string]any{"a": []int{1}}} {
		line, err := seal(record)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
		f.Add(append(bytes.Clone(line), line[:len(line)/2]...))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "j.jsonl")
		mustWrite(t, path, text)
		before, readErr := ReadJournal[json.RawMessage](path)
		if !bytes.Equal(mustRead(t, path), text) {
			t.Fatal("a reader changed the file")
		}
		j, opened, err := OpenJournal[json.RawMessage](path)
		if (err == nil) != (readErr == nil) || len(opened) != len(before) {
			t.Fatalf("reader: %d records, %v; writer: %d, %v", len(before), readErr, len(opened), err)
		}
		if err != nil {
			if !bytes.Equal(mustRead(t, path), text) {
				t.Fatal("a refused file was changed")
			}
			return
		}
		defer j.Close()
		mustAppend(t, j, fact{N: 5})
		if kept := text[:bytes.LastIndexByte(text, '\n')+1]; !bytes.HasPrefix(mustRead(t, path), kept) {
			t.Fatal("whole lines were rewritten")
		}
		after, err := ReadJournal[json.RawMessage](path)
		if err != nil || !slices.EqualFunc(after[:len(after)-1], before, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Fatalf("%d records, then %d; error %v", len(before), len(after), err)
		}
	})
}
