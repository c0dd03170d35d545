package durable

import (
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.json")
	if _, err := ReadJSON[fact](path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	want := fact{7, "a<b"}
	if err := WriteJSON(path, want); err != nil {
		t.Fatal(err)
	}
	if got := string(mustRead(t, path)); got != "{\n  \"n\": 7,\n  \"text\": \"a\\u003cb\"\n}\n" {
		t.Errorf("the file holds %q", got)
	}
	if got, err := ReadJSON[fact](path); err != nil || *got != want {
		t.Errorf("read %v, error %v", got, err)
	}
	if err := WriteJSON(path, math.NaN()); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("not a number: %v", err)
	}
	if got, err := ReadJSON[fact](path); err != nil || *got != want {
		t.Errorf("after a failure %v, error %v", got, err)
	}
	mustWrite(t, path, []byte("{"))
	if _, err := ReadJSON[fact](path); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("half an object: %v", err)
	}
	for text, want := range map[string]string{
		"": "not JSON at byte 0", "null\n": "it holds nothing", "{\"n\":7": "not JSON at byte 6", "[1]": "a JSON array, which does not belong there",
		"{\"n\":\"7\"}": `"n" is a JSON string, which does not belong there`,
	} {
		mustWrite(t, path, []byte(text))
		if _, err := ReadJSON[fact](path); err == nil || !strings.Contains(err.Error(), path+": "+want) || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
