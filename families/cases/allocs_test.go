package cases

import (
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// mostAllocations is how many times memory may be allocated for the example of a format that comes in
// chunks of 4 bytes. Each chunk has its turn: what is allocated for a chunk would be many times more.
const mostAllocations = 12

func TestStreamsAllocateLittle(t *testing.T) {
	for _, f := range tested {
		for _, format := range f.Formats {
			allocations := testing.AllocsPerRun(20, func() {
				s := parsers.NewStream(f, parsers.Config{})
				for rest := format.Example; rest != ""; {
					n := min(len(rest), 4)
					s.Feed(rest[:n])
					rest = rest[n:]
				}
				s.Finish(parsers.FinishStop)
			})
			if allocations > mostAllocations {
				t.Errorf("%s: %v allocations, want %d at most", format.Name, allocations, mostAllocations)
			}
		}
	}
}

// What is said about the tools is prepared once, and not for each output.
func TestDeclaredToolsAllocateNothing(t *testing.T) {
	const text = "The weather in Oslo is fine today, and so it was."
	tools := parsers.NewTools([]parsers.Tool{{Name: "get_weather"}, {Name: "search"}})
	for _, f := range tested {
		count := func(c parsers.Config) float64 {
			return testing.AllocsPerRun(20, func() { parsers.Parse(f, text, c, parsers.FinishStop) })
		}
		if without, with := count(parsers.Config{}), count(parsers.Config{Tools: tools}); with > without {
			t.Errorf("%s: %v allocations with tools, and %v without", f.Name, with, without)
		}
	}
}
