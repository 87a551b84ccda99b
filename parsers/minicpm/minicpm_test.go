package minicpm_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/minicpm"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("minicpm/function")

func TestFamily(t *testing.T) { parsertest.Run(t, minicpm.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, minicpm.Family(), "testdata", written) }

func BenchmarkFamily(b *testing.B) {
	parsertest.Benchmarks(b, minicpm.Family(), `<function name="f"><param name="code"><![CDATA[`, `]]></param></function>`)
}
