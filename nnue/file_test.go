package nnue

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/dataset/lineage"
)

// goldenNetwork has weights of a short period, so that its file compresses well.
func goldenNetwork(t *testing.T) *Network { return golden(t, lineage.Lineage{}, goldenProvenance) }

func golden(t *testing.T, seen lineage.Lineage, from Provenance) *Network {
	t.Helper()
	p := ZeroParams()
	for i := range p.Flat {
		p.Flat[i] = float32(i%7-3) / 16
	}
	p.Lineage = seen
	n, err := Quantize(p, Scales{Dense1: 128, Dense2: 64, Output: 1024}, from)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var goldenProvenance = Provenance{Run: "golden", DataHash: "00ff", LabelScale: 173.8, Lambda: [2]float64{0.9, 0.7},
	Parents: []string{"hce"}, Notes: map[string]string{"why": "reads version 1 for ever"}}

// TestGoldenFiles reads files that earlier programs wrote, one of each version of the format.
func TestGoldenFiles(t *testing.T) {
	second := Provenance{Run: "golden", Lambda: [2]float64{1, 0.9}, Notes: map[string]string{"why": "reads version 2 for ever"}}
	for path, c := range map[string]struct {
		name    string
		network *Network
	}{
		"testdata/v1.nnue.gz": {"jq-dc596211ecb4", goldenNetwork(t)},
		"testdata/v2.nnue.gz": {"jq-e15034237adb", golden(t, testLineage(), second)},
	} {
		file := gunzip(t, path)
		n, err := Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		if n.Name() != c.name {
			t.Errorf("%s: name %s, want %s", path, n.Name(), c.name)
		}
		if !bytes.Equal(file, c.network.Encode()) {
			t.Errorf("%s: the golden network is written differently now", path)
		}
		if diff := cmp.Diff(c.network.Provenance(), n.Provenance()); diff != "" {
			t.Errorf("%s: provenance %s", path, diff)
		}
		rng := rand.New(rand.NewPCG(9, 0))
		sum := int32(0)
		for range 20 {
			sum = sum*31 + n.Evaluate(randomInputs(rng), randomInputs(rng))
		}
		if sum != goldenSum {
			t.Errorf("%s: evaluations sum to %d, want %d", path, sum, int32(goldenSum))
		}
	}
}

func gunzip(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	file, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

const goldenSum = -874470080

func TestFileRoundTrip(t *testing.T) {
	n := goldenNetwork(t)
	dir := t.TempDir()
	path, err := n.WriteFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(path) != n.Name()+".nnue" || len(n.Name()) != len("jq-")+12 {
		t.Errorf("path %s, name %s", path, n.Name())
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() >= 1_000_000 {
		t.Errorf("file of %d bytes, want under a megabyte", info.Size())
	}
	got, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name() != n.Name() {
		t.Errorf("name %s after a round trip, %s before", got.Name(), n.Name())
	}
	if diff := cmp.Diff(goldenProvenance, got.Provenance()); diff != "" {
		t.Errorf("provenance: %s", diff)
	}
	if got.first != n.first || got.later != n.later || got.scales != n.scales {
		t.Error("weights or scales differ after a round trip")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("folder holds %v, error %v: want the network alone", left, err)
	}
}

// TestNameCostsNoHashing would fail if a name were made from the file, of 385,361 numbers.
func TestNameCostsNoHashing(t *testing.T) {
	n := goldenNetwork(t)
	if sum := sha256.Sum256(n.encodeBody()); sum != n.digest {
		t.Error("the digest is not that of the file")
	}
	if a := testing.AllocsPerRun(10, func() { _ = n.Name() }); a > 4 {
		t.Errorf("%v allocations for a name", a)
	}
}

func TestWriteFileNeedsItsFolder(t *testing.T) {
	_, err := goldenNetwork(t).WriteFile(filepath.Join(t.TempDir(), "missing"))
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want a missing folder", err)
	}
}

// rehash makes the trailer of a changed file right again.
func rehash(file []byte) []byte {
	body := file[:len(file)-sha256.Size]
	hash := sha256.Sum256(body)
	return append(bytes.Clone(body), hash[:]...)
}

func TestDecodeErrors(t *testing.T) {
	good := goldenNetwork(t).Encode()
	edit := func(at int, b byte) []byte {
		f := bytes.Clone(good)
		f[at] = b
		return f
	}
	longText := bytes.Clone(good)
	binary.LittleEndian.PutUint32(longText[lengthAt:], 1<<31)
	shiftedText := bytes.Clone(good)
	binary.LittleEndian.PutUint32(shiftedText[lengthAt:], 5)
	overflowing := bytes.Clone(good)
	weights := overflowing[len(good)-sha256.Size-weightBytes:]
	for i := range Inputs {
		binary.LittleEndian.PutUint16(weights[2*i*Width:], 1000)
	}
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"empty":                {nil, ErrLength},
		"half a magic":         {good[:4], ErrLength},
		"magic":                {edit(0, 'J'), ErrMagic},
		"text":                 {[]byte("hello"), ErrMagic},
		"magic alone":          {good[:8], ErrLength},
		"version":              {edit(8, 3), ErrVersion},
		"version 0":            {edit(8, 0), ErrVersion},
		"version of a lineage": {rehash(edit(8, 2)), ErrContent},
		"architecture":         {edit(12, good[12]^1), ErrArchitecture},
		"cut in the head":      {good[:20], ErrLength},
		"cut in the weights":   {good[:len(good)/2], ErrLength},
		"one byte short":       {good[:len(good)-1], ErrLength},
		"provenance too long":  {longText, ErrLength},
		"one byte more":        {append(bytes.Clone(good), 0), ErrTrailing},
		"provenance shortened": {shiftedText, ErrTrailing},
		"weight changed":       {edit(len(good)/2, good[len(good)/2]^1), ErrHash},
		"trailer changed":      {edit(len(good)-1, good[len(good)-1]^1), ErrHash},
		"scale":                {rehash(edit(scalesAt, 127)), ErrContent},
		"provenance":           {rehash(edit(provenanceAt, '[')), ErrContent},
		"overflow":             {rehash(overflowing), ErrContent},
	} {
		n, err := Decode(c.file)
		if !errors.Is(err, c.want) || n != nil {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
		for _, other := range []error{ErrMagic, ErrVersion, ErrArchitecture, ErrLength, ErrTrailing, ErrHash, ErrContent} {
			if other != c.want && errors.Is(err, other) {
				t.Errorf("%s: error %v is also %v", name, err, other)
			}
		}
	}
	var overflow *OverflowError
	if _, err := Decode(rehash(overflowing)); !errors.As(err, &overflow) || overflow.Neuron != 0 {
		t.Errorf("error %v does not say that neuron 0 overflows", err)
	}
}

func TestReadFileNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.nnue")
	if err := os.WriteFile(path, make([]byte, 3<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(path); !errors.Is(err, ErrMagic) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if _, err := ReadFile(path + "x"); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
}

func TestProvenance(t *testing.T) {
	p := ZeroParams()
	if _, err := Quantize(p, DefaultScales(), Provenance{Run: strings.Repeat("x", maxProvenance)}); err == nil {
		t.Error("a provenance beyond the limit was accepted")
	}
	n, err := Quantize(p, DefaultScales(), Provenance{Run: "other"})
	if err != nil || n.Name() == mustQuantise(t, p, DefaultScales()).Name() {
		t.Errorf("error %v, name %s as without a provenance, which is part of the name", err, n.Name())
	}
	for _, text := range []string{``, `{}`, `null`, `{"lambda":[0,0]} `, `{"lambda":[0,0],"x":1}`, `{"lambda":[0,0],"run":""}`,
		`{"lambda":[0,0],"lineage":{"complete":false}}`,
		`{"lambda":[0,0],"lineage":{"complete":true,"data":[{"phrases":["q","p"],"salts":["s"],"gate":0,"validation":0}]}}`} {
		if _, err := parseProvenance([]byte(text)); err == nil {
			t.Errorf("%q accepted", text)
		}
	}
}

// TestLineageIsThatOfTheParameters holds that nobody who quantises can forget or invent one.
func TestLineageIsThatOfTheParameters(t *testing.T) {
	p := ZeroParams()
	for _, want := range []lineage.Lineage{{}, lineage.None(), testLineage()} {
		p.Lineage = want
		n, err := Quantize(p, DefaultScales(), Provenance{Lineage: lineage.None().With(lineage.New([]string{"x"}, []string{"y"}, 1, 1))})
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(n.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if got := back.Provenance().Lineage; !got.Equal(want) {
			t.Errorf("lineage %+v, want %+v", got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	p := ZeroParams()
	p.Lineage = testLineage()
	n, err := Quantize(p, DefaultScales(), Provenance{})
	if err != nil {
		f.Fatal(err)
	}
	good := n.Encode()
	head := good[:len(good)-weightBytes-sha256.Size]
	f.Add(head, false)
	f.Add(head, true)
	f.Add([]byte(magic), false)
	f.Add([]byte{}, false)
	// The weights are all zero and the same in every case, so that the fuzzer works on the head.
	f.Fuzz(func(t *testing.T, head []byte, complete bool) {
		file := head
		if complete {
			file = rehash(append(bytes.Clone(head), make([]byte, weightBytes+sha256.Size)...))
		}
		n, err := Decode(file)
		if err != nil {
			return
		}
		if again := n.Encode(); !bytes.Equal(again, file) {
			t.Error("a file that was accepted is written differently")
		}
	})
}
