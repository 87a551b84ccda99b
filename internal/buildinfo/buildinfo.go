// Package buildinfo knows which version of the project a program was built from.
package buildinfo

import "runtime/debug"

// Release is the version that the code in this tree becomes when it is released. The clients'
// packages have the same one.
const Release = "0.1.0"

// Info says what a program was built from.
type Info struct {
	// Version is the module's version; Release with the suffix "-devel" where the build
	// recorded none, as `go run` does.
	Version string
	// Revision is the commit; empty where the build recorded none.
	Revision string
	// Date is the time of the commit, as in RFC 3339; empty where the build recorded none.
	Date string
	// Modified: the work tree had changes that weren't committed.
	Modified bool
}

// Read returns what this program was built from.
func Read() Info {
	info, _ := debug.ReadBuildInfo()
	return of(info)
}

// of reads what Go recorded; info may be nil.
func of(info *debug.BuildInfo) Info {
	known := Info{Version: Release + "-devel"}
	if info == nil {
		return known
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		known.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			known.Revision = s.Value
		case "vcs.time":
			known.Date = s.Value
		case "vcs.modified":
			known.Modified = s.Value == "true"
		}
	}
	return known
}
