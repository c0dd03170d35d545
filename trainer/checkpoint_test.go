package trainer

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jieqi/dataset/lineage"
	"jieqi/nnue"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

// testOptimiser returns an optimiser whose three vectors differ everywhere.
func testOptimiser(seed uint64) *backprop.Optimiser {
	o := backprop.NewOptimiser(inputs, nnue.NewParams(seed), nnue.DefaultScales())
	o.Restore(0, []*nnue.Params{nnue.NewParams(seed), nnue.NewParams(seed + 1), nnue.NewParams(seed + 2)})
	return o
}

func testState(t *testing.T) state {
	return state{Step: 12, Steps: 40, Cursor: feed.Cursor{Epoch: 1, Window: 2, Offset: 3}, Config: smallConfig(t), Content: "abc", Kernel: "scalar", Best: 0.125, BestStep: 8,
		lineage: lineage.None().With(lineage.New([]string{"p"}, []string{"s"}, 20, 20))}
}

func TestCheckpointRoundTrip(t *testing.T) {
	dir, o, s := t.TempDir(), testOptimiser(1), testState(t)
	path, err := writeCheckpoint(dir, o, &s)
	if err != nil {
		t.Fatal(err)
	}
	got, vectors, err := readCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&s, got, cmp.AllowUnexported(state{})); diff != "" || len(vectors) != 3 {
		t.Errorf("%d vectors, state:\n%s", len(vectors), diff)
	}
	for i, v := range vectors {
		if !slices.Equal(v.Flat, nnue.NewParams(uint64(1+i)).Flat) {
			t.Errorf("vector %d changed", i)
		}
	}
	p, err := LoadParams(path)
	if err != nil || !slices.Equal(p.Flat, nnue.NewParams(1).Flat) {
		t.Errorf("parameters of the checkpoint: %v", err)
	}
}

// A checkpoint with an average has a fourth vector, which is the network in it.
func TestCheckpointWithAverage(t *testing.T) {
	dir, o, s := t.TempDir(), testOptimiser(1), testState(t)
	o.KeepAverage()
	vectors := o.Vectors()
	vectors[3] = nnue.NewParams(5)
	o.Restore(0, vectors)
	s.Config.Average = 0.99
	path, err := writeCheckpoint(dir, o, &s)
	if err != nil {
		t.Fatal(err)
	}
	_, vectors, err = readCheckpoint(path)
	if err != nil || len(vectors) != 4 || !slices.Equal(vectors[0].Flat, nnue.NewParams(1).Flat) ||
		!slices.Equal(vectors[3].Flat, nnue.NewParams(5).Flat) {
		t.Errorf("%d vectors, error %v: not those written", len(vectors), err)
	}
	if p, err := LoadParams(path); err != nil || !slices.Equal(p.Flat, nnue.NewParams(5).Flat) {
		t.Errorf("parameters of the checkpoint are not the average: %v", err)
	}
}

func TestOldCheckpointsAreDeleted(t *testing.T) {
	dir, o, s := t.TempDir(), testOptimiser(1), testState(t)
	for s.Step = 1; s.Step <= 4; s.Step++ {
		if _, err := writeCheckpoint(dir, o, &s); err != nil {
			t.Fatal(err)
		}
	}
	files, err := checkpoints(dir)
	if err != nil || len(files) != keptCheckpoints || !strings.Contains(files[len(files)-1], "000000004") {
		t.Errorf("left %v, %v", files, err)
	}
}

func TestDamagedCheckpointsAreRefused(t *testing.T) {
	dir, s := t.TempDir(), testState(t)
	path, err := writeCheckpoint(dir, testOptimiser(1), &s)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	params := filepath.Join(dir, "params.safetensors")
	if err := nnue.NewParams(1).Save(params, nil); err != nil {
		t.Fatal(err)
	}
	plain, err := os.ReadFile(params)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty":          nil,
		"cut":            file[:len(file)-4],
		"flipped bit":    append(slices.Clone(file[:len(file)-1]), file[len(file)-1]^1),
		"no hash":        bytes.Replace(file, []byte(`"sha256":`), []byte(`"sha255":`), 1),
		"trailing":       append(slices.Clone(file), 0),
		"parameters":     plain,
		"another format": bytes.Replace(file, []byte(checkpointFormat), []byte("jieqi-checkpoint-9"), 1),
		"unknown field":  bytes.Replace(file, []byte(`\"cursor\"`), []byte(`\"cursed\"`), 1),
		"other tensor":   bytes.Replace(file, []byte(`"v.l1.bias"`), []byte(`"v.l9.bias"`), 1),
	} {
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readCheckpoint(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLogIsCutBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), logName)
	text := "{\"step\":0}\n{\"step\":4}\n{\"step\":8}\n{\"step\":12}\n{\"ste"
	for _, c := range []struct {
		step int64
		want string
	}{
		{-1, ""},
		{8, "{\"step\":0}\n{\"step\":4}\n{\"step\":8}\n"},
		{11, "{\"step\":0}\n{\"step\":4}\n{\"step\":8}\n"},
		{99, "{\"step\":0}\n{\"step\":4}\n{\"step\":8}\n{\"step\":12}\n"},
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := openLog(path, c.step)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Append(map[string]int{"step": 99}); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(got), c.want+"{\"step\":99,") {
			t.Errorf("cut at %d: %q, %v", c.step, got, err)
		}
	}
}

// TestForeignLinesOfALog has lines in a log that no training wrote: they are named, not cut off in silence.
func TestForeignLinesOfALog(t *testing.T) {
	out := t.TempDir()
	path := filepath.Join(out, logName)
	for _, line := range []string{`{"note":"mine"}`, `{"step":"four"}`, `{"step":null}`} {
		text := "{\"event\":\"start\",\"step\":0}\n{\"step\":4}\n" + line + "\n{\"step\":8}\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, opened := openLog(path, 4)
		_, _, read := ReadLog(out)
		for _, err := range []error{opened, read} {
			if err == nil || !strings.Contains(err.Error(), path+": line 3: not a record of training; remove the line") {
				t.Errorf("%s: %v", line, err)
			}
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("%s: the log is %q, error %v", line, now, err)
		}
	}
	if err := os.WriteFile(path, []byte("{\"event\":\"superbatch\",\"step\":4}\n{\"event\":\"superbatch\",\"step\":8}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, records, err := ReadLog(out); err != nil || len(records) != 2 || records[0].Step != 4 {
		t.Errorf("without its first line: %+v, %v", records, err)
	}
}

// TestLogWithoutChecksums reads and goes on with a log of a version that wrote none.
func TestLogWithoutChecksums(t *testing.T) {
	out := t.TempDir()
	old, err := os.ReadFile("testdata/log-without-checksums.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(out, logName)
	if err := os.WriteFile(path, old, 0o644); err != nil {
		t.Fatal(err)
	}
	if start, records, err := ReadLog(out); err != nil || start.Steps != 12 || len(records) != 3 || records[2].Loss <= 0 {
		t.Fatalf("start %+v, %d records, error %v", start, len(records), err)
	}
	l, err := openLog(path, 8)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.Append(SuperbatchRecord{Event: "superbatch", Step: 12, Loss: 0.5}), l.Close()); err != nil {
		t.Fatal(err)
	}
	start, records, err := ReadLog(out)
	if err != nil || start.Steps != 12 || len(records) != 3 || records[1].Step != 8 || records[2].Loss != 0.5 {
		t.Errorf("after going on: start %+v, %d records, error %v", start, len(records), err)
	}
	text, err := os.ReadFile(path)
	if kept := len(records[:2]) + 1; err != nil || !bytes.HasPrefix(text, bytes.Join(bytes.SplitAfter(old, []byte("\n"))[:kept], nil)) {
		t.Errorf("old lines were rewritten, error %v", err)
	}
}

func TestReadLog(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	mustTrain(t, c, cfg, out, Options{Threads: 2})
	start, records, err := ReadLog(out)
	if err != nil {
		t.Fatal(err)
	}
	if start.Event != "start" || start.Config != cfg || start.ContentHash != "synthetic" || start.Steps != 12 ||
		start.LabelScales["synthetic/synthetic"].K != 250 || start.Parts["train"].Kept != uint64(start.Samples) {
		t.Errorf("start record %+v", start)
	}
	var steps []int64
	for _, r := range records {
		steps = append(steps, r.Step)
		if r.Event != "superbatch" || r.Loss <= 0 || r.GradNorm <= 0 || r.MaxGradNorm < r.GradNorm || r.Validation == nil ||
			r.WeightNorms["l0.weight"] <= 0 || r.PositionsPerSecond <= 0 {
			t.Errorf("record %+v", r)
		}
	}
	if !slices.Equal(steps, []int64{4, 8, 12}) {
		t.Errorf("records of steps %v", steps)
	}
	if !records[2].Quantised || records[1].Quantised || !records[2].Best {
		t.Errorf("quantised %v %v, best %v: the last tenth should be, and its best start anew",
			records[1].Quantised, records[2].Quantised, records[2].Best)
	}
}
