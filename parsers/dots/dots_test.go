package dots_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/dots"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("dots/function_call")

func TestFamily(t *testing.T) { parsertest.Run(t, dots.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, dots.Family(), "testdata", written) }
