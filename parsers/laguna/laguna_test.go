package laguna_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/laguna"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("laguna/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, laguna.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, laguna.Family(), "testdata", written) }
