package repair

import (
	"testing"
)

// The names are those of toolparser.v1.RepairKind.
func TestNames(t *testing.T) {
	for kind, want := range map[Kind]string{
		Unspecified: "UNSPECIFIED", TrailingComma: "TRAILING_COMMA", Repeated: "REPEATED", Repeated + 1: "UNSPECIFIED",
	} {
		if got := kind.String(); got != want {
			t.Errorf("Kind(%d) is %s; want %s", kind, got, want)
		}
	}
	seen := map[string]bool{}
	for kind := Unspecified; kind <= Repeated; kind++ {
		if seen[kind.String()] || kind.String() == "" {
			t.Errorf("Kind(%d) has no name of its own: %q", kind, kind)
		}
		seen[kind.String()] = true
	}
}
