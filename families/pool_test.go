package families

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/auto"
)

// What a family keeps for the next output leaves nothing of the one before: every
// case of a family gives the same through one pool, together with the other cases and after
// them, as alone. And no later output changes what an earlier one gave.
func TestPoolLeavesNothing(t *testing.T) {
	for i, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			cases, err := parsertest.Load(filepath.Join("..", "parsers", f.Name, "testdata"))
			if err != nil {
				t.Fatal(err)
			}
			var streams []*fed
			whole := make([]*parsers.Result, len(cases))
			for n, c := range cases {
				whole[n] = parsers.Parse(f, c.Output, c.Config, c.FinishReason)
				streams = feedAll(append(streams, &fed{Stream: parsers.NewStream(f, c.Config), n: n, rest: c.Output}))
			}
			for len(streams) > 0 {
				streams = feedAll(streams)
				for _, s := range streams {
					if s.rest != "" {
						continue
					}
					c := cases[s.n]
					_, s.result = s.Finish(c.FinishReason)
					alone := settled(parsers.Parse(anew(i), c.Output, c.Config, c.FinishReason))
					if diff := cmp.Diff(alone, settled(s.result)); diff != "" {
						t.Errorf("%s in chunks (-alone +with others):\n%s", c.Name, diff)
					}
				}
			}
			for n, c := range cases {
				alone := parsers.Parse(anew(i), strings.Clone(c.Output), c.Config, c.FinishReason)
				if diff := cmp.Diff(settled(alone), settled(whole[n])); diff != "" {
					t.Errorf("%s at once (-alone +with others):\n%s", c.Name, diff)
				}
			}
		})
	}
}

// anew is a family with nothing kept. That of all others, auto, takes longest to make, so all other families share one.
func anew(i int) *parsers.Family {
	named := Named()
	if i >= len(named) {
		return All()[i]
	}
	auto.Admit(shared(), named[i])
	return named[i]
}

var shared = sync.OnceValue(func() *parsers.Family { return auto.Family(Announced(Named())) })

// A fed stream gets the case's output piece by piece.
type fed struct {
	*parsers.Stream
	n      int // of the case
	rest   string
	result *parsers.Result
}

// feedAll gives every stream its next piece, and returns those that aren't finished.
func feedAll(streams []*fed) []*fed {
	var open []*fed
	for _, s := range streams {
		if s.result != nil {
			continue
		}
		n := min(len(s.rest), 5)
		s.Feed(s.rest[:n])
		s.rest = s.rest[n:]
		open = append(open, s)
	}
	return open
}

// settled is the result without ids that were made at random.
func settled(r *parsers.Result) *parsers.Result {
	for i := range r.ToolCalls {
		if call := &r.ToolCalls[i]; call.IDSynthesized {
			call.ID = ""
		}
	}
	return r
}
