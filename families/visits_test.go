package families

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
)

// Text without a sign of a call is looked at few times: for the family's formats, for the common formats, for what it quotes, and
// for leaks.
func TestPlainTextIsLookedAtFewTimes(t *testing.T) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and all is well. ", 400)
	markdown := strings.Repeat(parsertest.Markdown, 80)
	markers := Registry().Markers()
	for _, tools := range []*parsers.Tools{nil, parsers.NewTools([]parsers.Tool{{Name: "get_weather"}})} {
		for _, f := range All() {
			for _, test := range []struct {
				name, text     string
				whole, chunked float64 // looks at each byte, at most
			}{{"prose", prose, 4, 1.5}, {"Markdown", markdown, 3, 1.7}} {
				work := new(parsers.Work)
				cfg := parsers.Config{Tools: tools, Work: work, Markers: markers}
				parsers.Parse(f, test.text, cfg, parsers.FinishStop)
				if n := float64(work.Visits()) / float64(len(test.text)); n > test.whole {
					t.Errorf("%s, %s, %d tools: %.2f looks at each byte", f.Name, test.name, tools.Len(), n)
				}
				work = new(parsers.Work)
				cfg.Work = work
				s := parsers.NewStream(f, cfg)
				for i := 0; i < len(test.text); i += 4 {
					s.Feed(test.text[i:min(i+4, len(test.text))])
				}
				s.Finish(parsers.FinishStop)
				if n := float64(work.Visits()) / float64(len(test.text)); n > test.chunked {
					t.Errorf("%s, %s in chunks, %d tools: %.2f looks at each byte", f.Name, test.name, tools.Len(), n)
				}
			}
		}
	}
}
