package families_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
)

// A result that a model invents after its call is content, or markup if Config.CutResults asks for that,
// however the text is cut. A result after other text is content.
func TestInventedResults(t *testing.T) {
	seen := 0
	for _, f := range families.Named() {
		for _, opener := range f.ResultOpeners {
			seen++
			if strings.HasSuffix(opener, ":") {
				opener += "word>"
			}
			call := f.Formats[0].Example
			cfg := parsers.Config{Tools: family.ExampleTools(call)}
			for text, cut := range map[string]bool{
				call + "\n" + opener + "\n21 degrees":            true,
				call + "\nSo it is.\n" + opener + "\n21 degrees": false,
			} {
				if got := parsers.Parse(f, text, cfg, parsers.FinishStop); !strings.HasSuffix(got.Content, "21 degrees") || len(got.ToolCalls) != 1 {
					t.Errorf("%s, %q: %d calls and the content %q, want the result in it", f.Name, text, len(got.ToolCalls), got.Content)
				}
				cfg.CutResults = true
				for size := 1; size <= len(text); size++ {
					s := parsers.NewStream(f, cfg)
					for i := 0; i < len(text); i += size {
						s.Feed(text[i:min(i+size, len(text))])
					}
					_, got := s.Finish(parsers.FinishStop)
					if strings.Contains(got.Content, "21 degrees") == cut || len(got.ToolCalls) != 1 {
						t.Errorf("%s, %q in chunks of %d: %d calls and the content %q", f.Name, text, size, len(got.ToolCalls), got.Content)
					}
				}
				cfg.CutResults = false
			}
		}
	}
	if seen == 0 {
		t.Error("no family marks results")
	}
}
