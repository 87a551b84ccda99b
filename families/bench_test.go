package families

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// BenchmarkProse streams 64 KiB of prose in chunks of four bytes, as of a model that was
// offered a tool and doesn't call it.
func BenchmarkProse(b *testing.B) {
	const paragraph = "The quick brown fox (who is not lazy; not at all) jumps over 13 dogs, and says: “well, well”. " +
		"It had been raining since Tuesday, and nobody expected that it would stop before the week was over.\n\n"
	prose := strings.Repeat(paragraph, 64<<10/len(paragraph))
	var pieces []string
	for at := 0; at < len(prose); at += 4 {
		pieces = append(pieces, prose[at:min(at+4, len(prose))])
	}
	config := parsers.Config{Tools: parsers.NewTools([]parsers.Tool{{Name: "get_weather"}})}
	for _, f := range All() {
		b.Run(f.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := parsers.NewStream(f, config)
				for _, piece := range pieces {
					s.Feed(piece)
				}
				s.Finish(parsers.FinishStop)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(pieces)), "ns/piece")
		})
	}
}
