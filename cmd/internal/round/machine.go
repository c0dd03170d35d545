package round

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/cpu"

	"jieqi/cmd/internal/version"
	"jieqi/dataset/durable"
	"jieqi/dataset/settings"
	"jieqi/nnue"
)

// Machine says what a round was first run on: what one needs to know to get the same bits again.
type Machine struct {
	Version  string `json:"version"` // of this program
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Cores    int    `json:"cores"`
	AVX2     bool   `json:"avx2"`
	AVX512   bool   `json:"avx512"`
	Kernel   string `json:"inference_kernel"`
	Settings Config `json:"config"`
}

// thisMachine describes the machine at hand.
func thisMachine(c Config) Machine {
	return Machine{
		Version: version.Revision(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Cores: runtime.NumCPU(), AVX2: cpu.X86.HasAVX2, AVX512: cpu.X86.HasAVX512F,
		Kernel: nnue.Kernel(), Settings: c,
	}
}

// note writes down what the round is first run on and with which settings, unless an earlier process did. Then the settings
// must still be the same.
func (r RoundFolder) note(c Config) error {
	begun, err := r.checkSettings(c)
	if begun || err != nil {
		return err
	}
	return durable.WriteJSON(r.Machine(), thisMachine(c))
}

// checkSettings reports whether the round is begun, and an error if that was with other settings than c: the registry, which
// has what changed before the round, or run.toml is not what it was then.
func (r RoundFolder) checkSettings(c Config) (begun bool, err error) {
	was, err := readOutcome[Machine](r.Machine(), lossMachine)
	if was == nil || err != nil {
		return false, err
	}
	if d := settings.Differences(was.Settings, c); d != "" {
		return true, fmt.Errorf("%s: the round was begun with other settings: %s; lines of the registry are lost: restore it from a copy", r.Machine(), d)
	}
	return true, nil
}
