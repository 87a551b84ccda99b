package families

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/parsers"
)

// A family is used by many goroutines at a time. The race detector watches this test: families'
// own tests run without it.
func TestFamiliesAreSafeForConcurrentUse(t *testing.T) {
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			parse := func() (calls []string) {
				for _, format := range f.Formats {
					for _, size := range []int{3, len(format.Example)} {
						s := parsers.NewStream(f, parsers.Config{})
						for text := format.Example; text != ""; {
							n := min(size, len(text))
							s.Feed(text[:n])
							text = text[n:]
						}
						_, result := s.Finish(parsers.FinishStop)
						for i := range result.ToolCalls {
							calls = append(calls, result.ToolCalls[i].Name+result.ToolCalls[i].Arguments)
						}
					}
				}
				return calls
			}
			want := parse()
			var wait sync.WaitGroup
			for range 4 {
				wait.Go(func() {
					for range 5 {
						if diff := cmp.Diff(want, parse()); diff != "" {
							t.Error(diff)
							return
						}
					}
				})
			}
			wait.Wait()
		})
	}
}
