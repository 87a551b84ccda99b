package beam_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/beam"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) {
	parsertest.Run(t, beam.Family(), "testdata", parsertest.NonJSONFormats("beam/rfl"))
}

func FuzzFamily(f *testing.F) {
	parsertest.Fuzz(f, beam.Family(), "testdata", parsertest.NonJSONFormats("beam/rfl"))
}
