package once

import (
	"path/filepath"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/families"
)

// The result of each case is what its want.json says.
func TestCases(t *testing.T) {
	for _, f := range families.All() {
		t.Run(f.Name, func(t *testing.T) {
			cases, err := conformance.Load(filepath.Join("..", "..", "..", "parsers", f.Name, "testdata"))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				if diff := c.Diff(f); diff != "" {
					t.Fatalf("%s:\n%s", c.Name, diff)
				}
			}
		})
	}
}
