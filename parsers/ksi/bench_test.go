package ksi_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/ksi"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = ksi.Family()

// benchmark parses an output whole, and in pieces of 4 bytes, as tokens come.
func benchmark(b *testing.B, output string, calls int) {
	b.Run("unary", func(b *testing.B) {
		b.SetBytes(int64(len(output)))
		b.ReportAllocs()
		for b.Loop() {
			want(b, parsers.Parse(benchFamily, output, parsers.Config{}, parsers.FinishStop), calls)
		}
	})
	b.Run("stream", func(b *testing.B) {
		b.SetBytes(int64(len(output)))
		b.ReportAllocs()
		for b.Loop() {
			s := parsers.NewStream(benchFamily, parsers.Config{})
			for i := 0; i < len(output); i += 4 {
				s.Feed(output[i:min(i+4, len(output))])
			}
			_, r := s.Finish(parsers.FinishStop)
			want(b, r, calls)
		}
	})
}

func want(b *testing.B, r *parsers.Result, calls int) {
	if len(r.ToolCalls) != calls {
		b.Fatalf("%d calls, want %d", len(r.ToolCalls), calls)
	}
}

const event = `{"event": "agent:status", "data": {"agent_id": "a1", "status": "initialized"}}`

func BenchmarkText(b *testing.B) { benchmark(b, "Starting. "+event+" Ready.", 1) }

func BenchmarkFence(b *testing.B) { benchmark(b, "Starting.\n\n```json\n"+event+"\n```\n", 1) }

// BenchmarkComponent is an event whose data holds a hundred kibibytes of Markdown.
func BenchmarkComponent(b *testing.B) {
	benchmark(b, `{"event": "composition:create_component", "data": {"content": "`+
		strings.Repeat("## A \\\"heading\\\"\\n\\n```json\\n{}\\n```\\n", 3000)+`"}}`, 1)
}
