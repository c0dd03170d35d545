package round

import (
	"runtime"

	"golang.org/x/sys/cpu"

	"jieqi/cmd/internal/version"
	"jieqi/dataset/durable"
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

// note writes the machine into the round's folder unless an earlier process did.
func (m Machine) note(path string) error {
	if there, err := exists(path); there || err != nil {
		return err
	}
	return durable.WriteJSON(path, m)
}
