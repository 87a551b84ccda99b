package ksi_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/ksi"
)

// benchFamily is one for all, as in a server: what parsers keep is used again.
var benchFamily = ksi.Family()

func benchmark(b *testing.B, output string, calls int) {
	parsertest.Benchmark(b, benchFamily, parsers.Config{}, output, calls)
}

const event = `{"event": "agent:status", "data": {"agent_id": "a1", "status": "initialized"}}`

func BenchmarkText(b *testing.B) { benchmark(b, "Starting. "+event+" Ready.", 1) }

func BenchmarkFence(b *testing.B) { benchmark(b, "Starting.\n\n```json\n"+event+"\n```\n", 1) }

// BenchmarkComponent is an event whose data holds a hundred kibibytes of Markdown.
func BenchmarkComponent(b *testing.B) {
	benchmark(b, `{"event": "composition:create_component", "data": {"content": "`+
		strings.Repeat("## A \\\"heading\\\"\\n\\n```json\\n{}\\n```\\n", 3000)+`"}}`, 1)
}
