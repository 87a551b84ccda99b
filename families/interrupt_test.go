package families_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// hostile are outputs that take much work, most of it where they end.
var hostile = []struct{ family, output string }{
	{"llama3", `{"name": "a", "parameters": {"content": "` + strings.Repeat(`"x", `, 40<<10)},
	{"gemma", strings.Repeat("call:f{a:1 b\n", 2<<10)},
	{"pythonic", "[" + strings.Repeat(`f(a="x`, 4<<10)},
	{"qwen3_coder", strings.Repeat("<tool_call>\n<function=f>\n<parameter=a", 4<<10)},
}

// TestWorkGivesWay: however much work an output is, the parse gives way after 64 KiB of it,
// or where the scan that it was in ends.
func TestWorkGivesWay(t *testing.T) {
	for _, h := range hostile {
		f := find(t, h.family)
		var work parsers.Work
		turns, last := 0, 0
		proceed := func() error {
			if turn := work.Visits() - last; turn > parsers.ChunkBytes+len(h.output) {
				t.Errorf("%s: a turn of %d bytes, of an output of %d", h.family, turn, len(h.output))
			}
			turns, last = turns+1, work.Visits()
			return nil
		}
		got, err := parsers.ParseChunks(f, h.output, parsers.Config{Work: &work}, parsers.FinishStop, proceed)
		if err != nil {
			t.Fatal(err)
		}
		if want := parsers.Parse(f, h.output, parsers.Config{}, parsers.FinishStop); got.Content != want.Content || !reflect.DeepEqual(got.Segments, want.Segments) {
			t.Errorf("%s: in turns, the result is another one", h.family)
		}
		if work.Visits() > 4*parsers.ChunkBytes && turns < 2 {
			t.Errorf("%s: %d turns for %d bytes looked at", h.family, turns, work.Visits())
		}
	}
}

// TestInterruptedParsesLeaveNothing: whatever scan an interruption ends, in an output or at its
// end, the next output of the family is parsed like the first one.
func TestInterruptedParsesLeaveNothing(t *testing.T) {
	enough := errors.New("enough")
	for _, h := range hostile {
		f := find(t, h.family)
		want := parsers.Parse(f, f.Formats[0].Example, parsers.Config{}, parsers.FinishStop)
		for _, times := range []int{0, 1, 2, 5, 9} {
			left := times
			proceed := func() error {
				if left--; left < 0 {
					return enough
				}
				return nil
			}
			if r, err := parsers.ParseChunks(f, h.output, parsers.Config{}, parsers.FinishStop, proceed); err != nil && (!errors.Is(err, enough) || r != nil) {
				t.Errorf("%s: %v", h.family, err)
			}
			left = times
			s := parsers.NewStream(f, parsers.Config{})
			s.Feed(h.output)
			if _, r, err := s.FinishChunks(parsers.FinishStop, proceed); err != nil && (!errors.Is(err, enough) || r != nil) {
				t.Errorf("%s, at its end: %v", h.family, err)
			}
			s.Close()
			if got := parsers.Parse(f, f.Formats[0].Example, parsers.Config{}, parsers.FinishStop); got.Content != want.Content || !reflect.DeepEqual(got.Segments, want.Segments) {
				t.Errorf("%s: interrupted after %d turns, the next output's result is another one", h.family, times)
			}
		}
	}
}

func find(t *testing.T, name string) *parsers.Family {
	t.Helper()
	f, err := families.Registry().Find(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}
