package recipe

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// kinds are the folders of a store.
var kinds = []string{kindHoldout, kindDeep, kindTrain, kindMean, kindQuantise, kindLosses, kindMatch}

// checkStore refuses a folder that has something in it, but no folder of a kind of stage: it is not ours to write to.
func checkStore(store string) error {
	entries, err := os.ReadDir(store)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() && slices.Contains(kinds, e.Name()) }) {
		return nil
	}
	return fmt.Errorf("%s holds something else than outcomes of studies (%s): give another folder", store, entries[0].Name())
}
