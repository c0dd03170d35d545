package trainer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jieqi/dataset/durable"
	"jieqi/dataset/lineage"
	"jieqi/nnue"
	"jieqi/nnue/safetensors"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

// A checkpoint is a safetensors file with three tensors for each of the network's (parameters and
// both moments), a fourth if the run keeps an average, and, as metadata, the state below. It is written whole,
// then renamed.
const (
	checkpointFormat = "jieqi-checkpoint-1"
	checkpointPrefix = "checkpoint-"
	tensorExt        = ".safetensors"
	keptCheckpoints  = 2 // the newest ones; older ones are deleted

	maxNumbers = 4 * nnue.NumParams // in a checkpoint with an average; parameters alone have fewer
)

// state is everything but the vectors that a run needs to go on to the same bits.
type state struct {
	Step     int64       `json:"step"`  // steps taken
	Steps    int64       `json:"steps"` // of the whole run
	Cursor   feed.Cursor `json:"cursor"`
	Config   Config      `json:"config"`
	Content  string      `json:"content"` // content hash of the data
	Initial  string      `json:"initial"` // what training began from: "" for fresh parameters, or the hash of a file
	Kernel   string      `json:"kernel"`  // kernel.Set.Bits: sets with others would go on to other bits
	Quantise bool        `json:"quantised"`
	Best     float64     `json:"best"`      // lowest validation loss at λ = 0.5 in the present phase
	BestStep int64       `json:"best_step"` // 0: none yet
	Judged   int64       `json:"judged"`    // validations in the present phase

	lineage lineage.Lineage // of the parameters, in the metadata too
}

// averageName is the prefix of the average's tensors.
const averageName = "average."

// vectorNames returns the prefixes of the tensors' names, in the order of Optimiser.Vectors.
func (c *Config) vectorNames() []string {
	names := []string{"", "m.", "v."}
	if c.Average > 0 {
		names = append(names, averageName)
	}
	return names
}

// writeCheckpoint writes a checkpoint of o to folder dir and deletes old ones.
func writeCheckpoint(dir string, o *backprop.Optimiser, s *state) (path string, err error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	origin, err := s.lineage.Text()
	if err != nil {
		return "", err
	}
	var tensors []safetensors.Tensor
	names := s.Config.vectorNames()
	for i, p := range o.Vectors() {
		for _, t := range p.Tensors() {
			t.Name = names[i] + t.Name
			tensors = append(tensors, t)
		}
	}
	var file bytes.Buffer
	err = safetensors.Write(&file, tensors, map[string]string{
		"format": checkpointFormat, "state": string(text), nnue.LineageKey: origin,
	})
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, fmt.Sprintf("%s%09d%s", checkpointPrefix, s.Step, tensorExt))
	if err := durable.WriteFile(path, file.Bytes()); err != nil {
		return "", fmt.Errorf("write checkpoint: %w", err)
	}
	return path, deleteOld(dir)
}

// checkpoints lists the checkpoint files of a folder, the oldest first.
func checkpoints(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found []string
	for _, e := range entries {
		number, ok := strings.CutPrefix(strings.TrimSuffix(e.Name(), tensorExt), checkpointPrefix)
		if _, bad := strconv.Atoi(number); ok && bad == nil && strings.HasSuffix(e.Name(), tensorExt) {
			found = append(found, filepath.Join(dir, e.Name()))
		}
	}
	slices.Sort(found)
	return found, err
}

func deleteOld(dir string) error {
	files, err := checkpoints(dir)
	if err != nil {
		return err
	}
	for len(files) > keptCheckpoints {
		if err := os.Remove(files[0]); err != nil {
			return fmt.Errorf("delete old checkpoint: %w", err)
		}
		files = files[1:]
	}
	return nil
}

// readCheckpoint reads the state in a checkpoint and its vectors, as Optimiser.Restore wants them.
func readCheckpoint(path string) (*state, []*nnue.Params, error) {
	tensors, metadata, err := safetensors.ReadFile(path, maxNumbers)
	if err != nil {
		return nil, nil, fmt.Errorf("checkpoint: %w", err)
	}
	s, err := decodeState(metadata)
	var vectors []*nnue.Params
	if err == nil {
		vectors, err = s.Config.vectors(tensors, metadata)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("checkpoint %s: %w", path, err)
	}
	s.lineage = vectors[0].Lineage
	return s, vectors, nil
}

// decodeState reads what a checkpoint's metadata say.
func decodeState(metadata map[string]string) (*state, error) {
	if metadata["format"] != checkpointFormat {
		return nil, fmt.Errorf("format %q, not %q", metadata["format"], checkpointFormat)
	}
	if metadata[safetensors.SumKey] == "" {
		return nil, fmt.Errorf("no %s in its metadata: damage could not be seen", safetensors.SumKey)
	}
	var s state
	d := json.NewDecoder(strings.NewReader(metadata["state"]))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return &s, nil
}

// vectors sorts the tensors of a checkpoint of a run with this configuration.
func (c *Config) vectors(tensors []safetensors.Tensor, metadata map[string]string) ([]*nnue.Params, error) {
	names := c.vectorNames()
	if want := len(names) * nnue.NumTensors; len(tensors) != want {
		return nil, fmt.Errorf("%d tensors, its configuration has %d", len(tensors), want)
	}
	var vectors []*nnue.Params
	for _, name := range names {
		p, err := nnue.ParamsOf(vectorTensors(tensors, name), metadata)
		if err != nil {
			return nil, fmt.Errorf("vector %q: %w", name, err)
		}
		vectors = append(vectors, p)
	}
	return vectors, nil
}

// vectorTensors returns the tensors of one vector under their plain names.
func vectorTensors(tensors []safetensors.Tensor, prefix string) []safetensors.Tensor {
	var own []safetensors.Tensor
	for _, t := range tensors {
		if name, ok := strings.CutPrefix(t.Name, prefix); ok && strings.HasPrefix(name, "l") {
			t.Name = name
			own = append(own, t)
		}
	}
	return own
}

// LoadParams returns the parameters in a safetensors file: those that a run leaves behind, or the
// ones in a checkpoint, the average if there is one.
func LoadParams(path string) (*nnue.Params, error) {
	tensors, metadata, err := safetensors.ReadFile(path, maxNumbers)
	if err != nil {
		return nil, fmt.Errorf("parameters: %w", err)
	}
	own := vectorTensors(tensors, averageName)
	if len(own) == 0 {
		own = vectorTensors(tensors, "")
	}
	p, err := nnue.ParamsOf(own, metadata)
	if err != nil {
		return nil, fmt.Errorf("parameters: %s: %w", path, err)
	}
	return p, nil
}
