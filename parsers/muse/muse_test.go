package muse_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/muse"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("muse/atem")

func TestFamily(t *testing.T) { parsertest.Run(t, muse.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, muse.Family(), "testdata", written) }

func BenchmarkFamily(b *testing.B) {
	parsertest.Benchmarks(b, muse.Family(),
		` to=write_file<|message|><atem:function_calls><atem:invoke name="write_file"><atem:parameter name="content">`,
		"</atem:parameter></atem:invoke></atem:function_calls><|eot|>")
}
