package gate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"jieqi/dataset/durable"
	"jieqi/dataset/settings"
	"jieqi/eval/match"
)

// checkFolder refuses a folder that holds anything but a gate: it is not ours. A plan is compared before anything is
// written; one that is lost is written again beside the match that it was for.
func checkFolder(dir string, m match.Manifest) error {
	_, err := os.Stat(filepath.Join(dir, planName))
	if errors.Is(err, fs.ErrNotExist) {
		if was, unread := match.ReadManifest(dir); unread == nil && reflect.DeepEqual(was, m) {
			return nil
		}
		err = durable.Unclaimed(dir, planName)
	}
	if err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	return nil
}

// settle writes the plan into dir, or checks that the one already there is the same.
func (p *Plan) settle(dir string) error {
	path := filepath.Join(dir, planName)
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("make the gate folder: %w", err)
		}
		return durable.WriteJSON(path, p)
	}
	if err != nil {
		return fmt.Errorf("read the gate's plan: %w", err)
	}
	text, err := durable.EncodeJSON(p)
	if err != nil || string(text) == string(old) {
		return err
	}
	var was Plan
	if err := json.Unmarshal(old, &was); err != nil || was.Candidate == "" || was.Incumbent == "" {
		return fmt.Errorf("%s is not the plan of a gate, or damaged: give another folder, or remove the file: "+
			"the gate goes on from the pairs it has played", path)
	}
	was.ErrorRates = p.ErrorRates // they follow from the rule
	if d := settings.Differences(was, *p); d != "" {
		return fmt.Errorf("%s: this folder holds another gate: %s; give another folder", path, d)
	}
	return fmt.Errorf("%s was written by another version, or changed; give another folder, or remove the file: "+
		"the gate goes on from the pairs it has played", path)
}
