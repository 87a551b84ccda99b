package functionary_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/functionary"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) { parsertest.Run(t, functionary.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, functionary.Family(), "testdata") }

func BenchmarkFamily(b *testing.B) {
	parsertest.Benchmarks(b, functionary.Family(), ">>>write_file\n{\"content\": \"", "\"}")
}
