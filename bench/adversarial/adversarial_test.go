package adversarial

import (
	"slices"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

const (
	size = 1 << 20
	// piece is what a delta of a stream holds.
	piece = 16
	// mostVisits is how often a parse may look at each byte, on average; mostForTwice, how many
	// times as many bytes twice the text may make it look at.
	mostVisits   = 32
	mostForTwice = 2.1
	// leastLinear is the length of a text that is compared with twice the text. As what looks
	// ahead is bounded, a longer text may tell more, up to mostLinear.
	leastLinear, mostLinear = 2 << 10, 64 << 10
)

// tools make the parser look keys and names up.
var tools = parsers.NewTools([]parsers.Tool{
	{Name: "a", Parameters: `{"type":"object","properties":{"content":{"type":"string"},"b":{"type":"string"}}}`},
	{Name: "f", Parameters: `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}}}`},
	{Name: "Web Search", Parameters: `{"type":"object","properties":{"b":{"type":"string"}}}`},
	{Name: "get-the.f"},
})

// A mode is one way to use a parser.
type mode struct {
	name  string
	parse func(f *parsers.Family, text string, work *parsers.Work)
}

var modes = []mode{
	{"unary", func(f *parsers.Family, text string, work *parsers.Work) {
		parsers.Parse(f, text, parsers.Config{Work: work}, parsers.FinishUnspecified)
	}},
	{"tools", func(f *parsers.Family, text string, work *parsers.Work) {
		parsers.Parse(f, text, parsers.Config{Tools: tools, Work: work}, parsers.FinishUnspecified)
	}},
	{"stream", func(f *parsers.Family, text string, work *parsers.Work) { streamed(f, text, work) }},
}

// visits is how many bytes a parse looks at.
func (m mode) visits(f *parsers.Family, text string) int {
	var work parsers.Work
	m.parse(f, text, &work)
	return work.Visits()
}

// streamed is the result of a text that came in chunks.
func streamed(f *parsers.Family, text string, work *parsers.Work) *parsers.Result {
	s := parsers.NewStream(f, parsers.Config{Tools: tools, Work: work})
	for len(text) > 0 {
		n := min(piece, len(text))
		s.Feed(text[:n])
		text = text[n:]
	}
	_, r := s.Finish(parsers.FinishUnspecified)
	return r
}

// inputsFor are the inputs for a family.
func inputsFor(f *parsers.Family) []input {
	return slices.DeleteFunc(slices.Clone(inputs), func(in input) bool { return in.family != "" && in.family != f.Name })
}

// each runs f for every family, mode and input.
func each(run func(name string, m mode, f *parsers.Family, in input)) {
	for _, f := range families.All() {
		for _, in := range inputsFor(f) {
			for _, m := range modes {
				run(f.Name+"/"+in.name+"/"+m.name, m, f, in)
			}
		}
	}
}

// TestStream: hostile or not, a stream gives what the same text gives at once.
func TestStream(t *testing.T) {
	const size = 8 << 10
	for _, f := range families.All() {
		for _, in := range inputsFor(f) {
			text := in.text(size)
			whole := parsers.Parse(f, text, parsers.Config{Tools: tools}, parsers.FinishUnspecified)
			if r := streamed(f, text, nil); r.Content != whole.Content || len(r.ToolCalls) != len(whole.ToolCalls) {
				t.Errorf("%s/%s: streamed, the result is another one", f.Name, in.name)
			}
		}
	}
}

// TestLinear: twice the text takes at most 2.1 times the work, and at most 32 looks at each byte.
func TestLinear(t *testing.T) {
	each(func(name string, m mode, f *parsers.Family, in input) {
		for n := leastLinear; ; n *= 2 {
			half, whole := in.text(n), in.text(2*n)
			once, twice := m.visits(f, half), m.visits(f, whole)
			if twice <= mostVisits*len(whole) && float64(twice) <= mostForTwice*float64(once) {
				return
			}
			if n == mostLinear {
				t.Errorf("%s: of %d KiB %.1f times as many bytes are looked at, %.2f times as many as of half of it",
					name, len(whole)>>10, float64(twice)/float64(len(whole)), float64(twice)/float64(once))
				return
			}
		}
	})
}

// BenchmarkAdversarial reports what 1 MiB costs.
func BenchmarkAdversarial(b *testing.B) {
	each(func(name string, m mode, f *parsers.Family, in input) {
		b.Run(name, func(b *testing.B) {
			text := in.text(size)
			b.SetBytes(int64(len(text)))
			var work parsers.Work
			for b.Loop() {
				work = parsers.Work{}
				m.parse(f, text, &work)
			}
			b.ReportMetric(float64(work.Visits())/float64(len(text)), "visits/B")
		})
	})
}
