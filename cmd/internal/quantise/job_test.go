package quantise

import (
	"path/filepath"
	"strings"
	"testing"

	"jieqi/nnue"
	"jieqi/trainer"
)

// TestJobNamesWhatIsMissing asks for parameters and for a hold-out that are not there.
func TestJobNamesWhatIsMissing(t *testing.T) {
	cfg, err := trainer.Preset("quick")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	there := filepath.Join(dir, "there.safetensors")
	if err := nnue.NewParams(3).Save(there, nil); err != nil {
		t.Fatal(err)
	}
	for want, job := range map[string]Job{
		"missing.safetensors": {Parameters: filepath.Join(dir, "missing.safetensors"), Config: cfg},
		"no-games":            {Parameters: there, Holdout: []string{filepath.Join(dir, "no-games")}, Config: cfg},
	} {
		if _, _, _, err := job.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to name %s", err, want)
		}
	}
}
