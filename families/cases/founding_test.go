package cases

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// founding are the examples of the document that the project began with. They can be read in another way only if that
// document changes.
var founding = []string{"kimi/testdata/json_action_alone.txtar", "kimi/testdata/json_alternate_call.txtar"}

// TestFoundingExamples checks that these cases are there, and say what they are.
func TestFoundingExamples(t *testing.T) {
	for _, name := range founding {
		text, err := os.ReadFile(filepath.Join("..", "..", "parsers", filepath.FromSlash(name)))
		if err != nil || !strings.HasPrefix(string(text), "Founding example: ") {
			t.Errorf("%s: it is no founding example any more: %v", name, err)
		}
	}
}
