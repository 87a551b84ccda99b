package solar2_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/solar2"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("solar2/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, solar2.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, solar2.Family(), "testdata", written) }
