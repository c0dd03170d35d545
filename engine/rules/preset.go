package rules

import (
	"fmt"
	"strings"
)

// Rules are the conventions a game is played under, beyond the moves themselves.
type Rules struct {
	Name           string // as Preset knows it
	NoCaptureLimit int    // plies since the last capture at which the game is drawn; 0 or less: never
}

// The named presets.
var (
	Tiantian  = Rules{Name: "tiantian", NoCaptureLimit: 80}   // 40 moves of each side
	Guangdong = Rules{Name: "guangdong", NoCaptureLimit: 120} // 60 moves of each side
)

// Preset returns the rules called name: "tiantian" or "guangdong", in any letter case.
func Preset(name string) (Rules, error) {
	for _, r := range [...]Rules{Tiantian, Guangdong} {
		if strings.EqualFold(name, r.Name) {
			return r, nil
		}
	}
	return Rules{}, fmt.Errorf("rules preset %q: want %s or %s", name, Tiantian.Name, Guangdong.Name)
}
