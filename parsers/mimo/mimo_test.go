package mimo_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/mimo"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("mimo/xml")

func TestFamily(t *testing.T) { parsertest.Run(t, mimo.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, mimo.Family(), "testdata", written) }
