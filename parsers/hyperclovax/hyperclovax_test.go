package hyperclovax_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/hyperclovax"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("hyperclovax/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, hyperclovax.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, hyperclovax.Family(), "testdata", written) }
