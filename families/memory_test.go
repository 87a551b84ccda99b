package families

import (
	"runtime"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// An open stream takes little memory, before its first text and in a call, because a server has
// thousands of them. Each bound is 5 to 20 % above what the streams of its families take, in bytes.
func TestStreamsAreSmall(t *testing.T) {
	const streams, usualIdle, usualInside = 500, 3720, 7700
	idle := map[string]int{"auto": 4400, "muse": 4100, "cohere": 3950, "passthrough": 2000}
	inside := map[string]int{
		"passthrough": 2000, "gpt_oss": 3900, "gemma": 4600, "solar": 4720, "pythonic": 5300, "xlam": 6500,
		"muse": 8750, "deepseek": 8000, "cohere": 10800, "gemini": 10000, "gigachat": 10000, "hyperclovax": 10000, "claude": 11050, "auto": 14000,
	}
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			var example string // up to where most are inside of the call
			if len(f.Formats) > 0 {
				example = f.Formats[0].Example[:len(f.Formats[0].Example)*2/3]
			}
			parsers.Parse(f, example, parsers.Config{}, parsers.FinishStop) // compiles the grammar
			open := make([]*parsers.Stream, streams)
			before := heap()
			for i := range open {
				open[i] = parsers.NewStream(f, parsers.Config{})
			}
			check(t, "an idle stream", (heap()-before)/streams, idle[f.Name], usualIdle)
			for _, s := range open {
				for at := 0; at < len(example); at += 16 {
					s.Feed(example[at:min(at+16, len(example))])
				}
			}
			check(t, "a stream inside a call", (heap()-before)/streams, inside[f.Name], usualInside)
			runtime.KeepAlive(open)
		})
	}
}

// heap is what is in use, in bytes, without what pools keep.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what was in a pool before the first one is gone
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func check(t *testing.T, what string, got, bound, usual int) {
	t.Helper()
	if bound == 0 {
		bound = usual
	}
	if got > bound {
		t.Errorf("%s takes %d bytes, at most %d are allowed: memory that most streams don't need can be made when it is needed", what, got, bound)
	}
}
