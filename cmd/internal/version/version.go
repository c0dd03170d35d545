package version

import (
	"runtime/debug"

	"jieqi/engine/bench"
)

// Generator names this program in the shards it writes: another search plays other games.
func Generator() string { return "jieqi, " + bench.Signature() }

// Version returns the version of this program's module, such as v1.2.0 or one made from a commit, or "devel" where the build left none.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// Revision returns the commit that this program was built from, or else the version of its module, or "unknown".
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return info.Main.Version
}
