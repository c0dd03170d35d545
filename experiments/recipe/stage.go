package recipe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"jieqi/dataset/durable"
)

// tell is told how far a stage has come.
type tell func(done, total int64, note string)

// stage is a piece of the study whose outcome is kept.
type stage interface {
	name() string
	wanted() bool
	// folder returns where the outcome belongs, "" while an earlier stage that it depends on is missing.
	folder(store string) (string, error)
	// load reads the outcome, and reports whether it was there.
	load(store string) (bool, error)
	// do makes the outcome, keeps it and loads it.
	do(ctx context.Context, store string, progress tell) error
}

// task is a stage with an outcome of type T.
type task[T any] struct {
	kind    string      // of stage: the folder within the store
	subject string      // what it is done for
	needed  func() bool // nil: always
	inputs  func() any  // everything the outcome depends on; nil while something of it is not there yet
	last    string      // name of the file with the outcome, written last
	work    func(ctx context.Context, folder string, progress tell) (*T, error)
	outcome **T
}

func (t *task[T]) name() string {
	if t.subject == "" {
		return t.kind
	}
	return t.kind + " " + t.subject
}

func (t *task[T]) wanted() bool { return t.needed == nil || t.needed() }

func (t *task[T]) folder(store string) (string, error) {
	inputs := t.inputs()
	if inputs == nil {
		return "", nil
	}
	hash, err := hashOf(inputs)
	return filepath.Join(store, t.kind, hash), err
}

func (t *task[T]) load(store string) (bool, error) {
	folder, err := t.folder(store)
	if folder == "" || err != nil {
		return false, err
	}
	outcome, err := durable.ReadJSON[T](filepath.Join(folder, t.last))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if unread := (*fs.PathError)(nil); errors.As(err, &unread) { // not what the file says: removing it would not help
		return false, err
	}
	if err != nil {
		return false, fmt.Errorf("%w; remove the file to do the stage again", err)
	}
	*t.outcome = outcome
	return true, nil
}

func (t *task[T]) do(ctx context.Context, store string, progress tell) error {
	folder, err := t.folder(store)
	if err != nil {
		return err
	}
	if folder == "" {
		panic("recipe: " + t.name() + " before what it depends on")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := durable.WriteJSON(filepath.Join(folder, inputsFile), t.inputs()); err != nil {
		return err
	}
	outcome, err := t.work(ctx, folder, progress)
	if err != nil {
		return err
	}
	*t.outcome = outcome
	return durable.WriteJSON(filepath.Join(folder, t.last), outcome)
}

// The files of stages: what the outcome depends on, and the last one of most.
const (
	inputsFile  = "inputs.json"
	outcomeFile = "outcome.json"
)

// hashOf returns the first 16 hexadecimal digits of the SHA-256 of v as JSON.
func hashOf(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8]), nil
}
