package conformance_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

// A slowParser says that it looks again at all earlier bytes with every chunk, or so often at each byte.
type slowParser struct {
	atParser
	cfg        *parsers.Config
	fed, often int
}

func (p *slowParser) Reset(cfg *parsers.Config, h parsers.Handler) {
	p.atParser.Reset(cfg, h)
	p.cfg, p.fed = cfg, 0
}

func (p *slowParser) Parse(piece []byte) {
	p.fed += len(piece)
	if p.often > 0 {
		p.cfg.Work.Add(p.often * len(piece))
	} else {
		p.cfg.Work.Add(p.fed)
	}
}

func TestSlowParsersAreFound(t *testing.T) {
	for name, tc := range map[string]struct {
		often int
		want  string
	}{
		"often":       {40, "whole, repeated to "},
		"quadratic":   {0, "in pieces of 4 bytes, repeated to "},
		"fast enough": {30, ""},
	} {
		f := atFamily()
		f.NewParser = func() parsers.Parser { return &slowParser{often: tc.often} }
		proof := conformance.New(f).Doubled(&conformance.Case{Output: "text"})
		if got := strings.Join(proof.Problems, "\n"); !strings.HasPrefix(got, tc.want) || (got == "") != (tc.want == "") {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
