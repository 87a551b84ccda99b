package adversarial

import (
	"flag"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/toolparser/toolparser/internal/cputime"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/families"
)

const (
	size = 1 << 20
	// maxRatio is how many times more twice the text may cost.
	maxRatio = 2.2
	// maxTime is what 1 MiB of the inputs that the issue names may cost.
	maxTime = 100 * time.Millisecond
	// giveUp: a smaller text that costs as much shows enough.
	giveUp = 2 * time.Second
	// tooFast is what is too short to be compared with half of it; what isn't
	// linear is longer at the next size.
	tooFast = 20 * time.Millisecond
	// piece is what a delta of a stream holds.
	piece = 16
	// memory is where the garbage collector sets in; below, it would add to
	// some runs and not to others.
	memory = 1 << 30
)

// tools make the parser look keys and names up.
var tools = parsers.NewTools([]parsers.Tool{
	{Name: "a", Parameters: `{"type":"object","properties":{"content":{"type":"string"},"b":{"type":"string"}}}`},
	{Name: "f", Parameters: `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}}}`},
})

// A mode is one way to use a parser.
type mode struct {
	name  string
	parse func(f *parsers.Family, text string)
}

var modes = []mode{
	{"unary", func(f *parsers.Family, text string) {
		parsers.Parse(f, text, parsers.Config{}, parsers.FinishUnspecified)
	}},
	{"tools", func(f *parsers.Family, text string) {
		parsers.Parse(f, text, parsers.Config{Tools: tools}, parsers.FinishUnspecified)
	}},
	{"stream", func(f *parsers.Family, text string) { streamed(f, text) }},
}

// streamed is the result of a text that came in pieces.
func streamed(f *parsers.Family, text string) *parsers.Result {
	s := parsers.NewStream(f, parsers.Config{Tools: tools})
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

// cost is the least processor time that some runs took.
func cost(m mode, f *parsers.Family, text string, runs int) time.Duration {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	least := time.Duration(1<<63 - 1)
	for range runs {
		start := cputime.Used()
		m.parse(f, text)
		least = min(least, cputime.Used()-start)
		if least > giveUp {
			break
		}
	}
	return least
}

// TestStream: hostile or not, a stream gives what the whole text gives.
func TestStream(t *testing.T) {
	const size = 8 << 10
	for _, f := range families.All() {
		for _, in := range inputsFor(f) {
			text := in.text(size)
			whole := parsers.Parse(f, text, parsers.Config{Tools: tools}, parsers.FinishUnspecified)
			if r := streamed(f, text); r.Content != whole.Content || len(r.ToolCalls) != len(whole.ToolCalls) {
				t.Errorf("%s/%s: streamed, the result is another one", f.Name, in.name)
			}
		}
	}
}

var linearly = flag.Bool("linear", false, "check that twice the text costs at most 2.2 times the time")

// TestLinear: twice the text costs at most 2.2 times the time. It takes minutes,
// and other work on the machine disturbs it, so it runs with -linear only.
func TestLinear(t *testing.T) {
	if !*linearly {
		t.Skip("without -linear")
	}
	each(func(name string, m mode, f *parsers.Family, in input) {
		switch {
		case in.named:
			t.Run(name, func(t *testing.T) { linear(t, m, f, in, size/2) })
		case m.name != "unary": // nearly the same as with tools
			t.Run(name, func(t *testing.T) { linear(t, m, f, in, size/4) })
		}
	})
}

// linear compares n bytes with twice as many; only a ratio that stays too high
// through several attempts counts.
func linear(t *testing.T, m mode, f *parsers.Family, in input, n int) {
	half, whole := in.text(n), in.text(2*n)
	var a, b time.Duration
	for attempt := range 7 {
		a, b = cost(m, f, half, 1+attempt), cost(m, f, whole, 1+attempt)
		slow := in.named && m.name != "stream" && 2*n == size && b > maxTime
		if float64(b) <= maxRatio*float64(a) && !slow || b < tooFast {
			return
		}
		if b > giveUp {
			break
		}
	}
	t.Errorf("%d KiB cost %v, %d KiB %v: ratio %.1f", n>>10, a, n>>9, b, float64(b)/float64(a))
}

// BenchmarkAdversarial reports what 1 MiB costs, and the ratio to half of it.
func BenchmarkAdversarial(b *testing.B) {
	each(func(name string, m mode, f *parsers.Family, in input) {
		b.Run(name, func(b *testing.B) {
			half, whole := in.text(size/2), in.text(size)
			b.SetBytes(int64(len(whole)))
			for b.Loop() {
				m.parse(f, whole)
			}
			perOp := cost(m, f, whole, 3)
			b.ReportMetric(float64(perOp)/float64(cost(m, f, half, 3)), "ratio")
			b.ReportMetric(float64(perOp)/1e6, "ms/MiB")
		})
	})
}
