package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/dataset/lineage"
	"jieqi/nnue/safetensors"
)

// load returns the parameters and metadata of a file.
func load(path string) (*Params, map[string]string, error) {
	tensors, metadata, err := safetensors.ReadFile(path, NumParams)
	if err != nil {
		return nil, nil, err
	}
	p, err := ParamsOf(tensors, metadata)
	return p, metadata, err
}

// testLineage is that of parameters that were trained twice.
func testLineage() lineage.Lineage {
	return lineage.None().With(lineage.New([]string{"first", "<second>"}, []string{"salt"}, 20, 10)).
		With(lineage.New([]string{"third"}, []string{"salt", "pepper"}, 100, 100))
}

func TestParamsRoundTrip(t *testing.T) {
	p := NewParams(3)
	p.Lineage = testLineage()
	path := filepath.Join(t.TempDir(), "p.safetensors")
	want := map[string]string{"run": "phrase", "step": "12"}
	if err := p.Save(path, want); err != nil {
		t.Fatal(err)
	}
	got, metadata, err := load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Flat, got.Flat) {
		t.Error("parameters differ after a round trip")
	}
	if diff := cmp.Diff(p.Lineage, got.Lineage); diff != "" {
		t.Error(diff)
	}
	if text, err := p.Lineage.Text(); err != nil || metadata[LineageKey] != text {
		t.Errorf("lineage %q in the file, error %v", metadata[LineageKey], err)
	}
	delete(metadata, safetensors.SumKey)
	delete(metadata, LineageKey)
	if diff := cmp.Diff(want, metadata); diff != "" {
		t.Error(diff)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if at := 8 + binary.LittleEndian.Uint64(file); at%8 != 0 || int(at)+4*NumParams != len(file) {
		t.Errorf("data starts at byte %d of %d", at, len(file))
	}
}

func TestParamsOfRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t []safetensors.Tensor) []safetensors.Tensor
		says   string
	}{
		"missing": {func(t []safetensors.Tensor) []safetensors.Tensor { return t[1:] }, "7 tensors"},
		"renamed": {func(t []safetensors.Tensor) []safetensors.Tensor { t[2].Name = "l9.weight"; return t }, `"l1.weight" is missing`},
		"shape":   {func(t []safetensors.Tensor) []safetensors.Tensor { t[4].Shape = []int{Hidden2, Hidden1}; return t }, "[32 16]"},
	} {
		tensors := NewParams(1).Tensors()
		var b bytes.Buffer
		if err := safetensors.Write(&b, c.change(tensors[:]), nil); err != nil {
			t.Fatal(err)
		}
		read, metadata, err := safetensors.Read(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParamsOf(read, metadata); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func TestParamsWithoutLineageVouchForNothing(t *testing.T) {
	p := ZeroParams()
	path := filepath.Join(t.TempDir(), "p")
	if err := p.Save(path, nil); err != nil {
		t.Fatal(err)
	}
	got, metadata, err := load(path)
	if _, told := metadata[LineageKey]; err != nil || told || !got.Lineage.IsZero() {
		t.Errorf("metadata %v, lineage %+v, error %v", metadata, got.Lineage, err)
	}
	tensors, _, err := safetensors.ReadFile(path, NumParams)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParamsOf(tensors, map[string]string{LineageKey: "everything"}); err == nil || !strings.Contains(err.Error(), "lineage") {
		t.Errorf("a lineage that is none: %v", err)
	}
}

func TestHashIsOfTheNumbersAlone(t *testing.T) {
	p, q := NewParams(1), NewParams(1)
	q.Lineage = testLineage()
	a, errA := p.Hash()
	b, errB := q.Hash()
	q.B3[0]++
	c, errC := q.Hash()
	if err := errors.Join(errA, errB, errC); err != nil || a != b || a == c {
		t.Errorf("%s, %s, %s, error %v", a, b, c, err)
	}
}

func TestReadingNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p")
	if err := os.WriteFile(path, []byte("short"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := load(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v does not name %s", err, path)
	}
	// More than the numbers can take, and no more of it is read.
	if err := os.Truncate(path, 1<<30); err != nil {
		t.Skip("no sparse files: ", err)
	}
	if _, _, err := load(path); err == nil || !strings.Contains(err.Error(), path+": longer than") {
		t.Errorf("a file of a gigabyte: %v", err)
	}
}

func TestReadingFindsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p")
	if err := NewParams(1).Save(path, map[string]string{"step": "12"}); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data := 8 + int(binary.LittleEndian.Uint64(file))
	for name, at := range map[string]int{
		"first number": data, "exponent": data + 3, "last byte": len(file) - 1,
		"metadata": bytes.Index(file, []byte(`"12"`)) + 1,
		"hash":     bytes.Index(file, []byte(`"sha256":"`)) + len(`"sha256":"`),
	} {
		bad := slices.Clone(file)
		bad[at] ^= 1
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := load(path)
		if !errors.Is(err, safetensors.ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
