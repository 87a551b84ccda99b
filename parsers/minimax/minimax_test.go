package minimax_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/minimax"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("minimax/invoke_xml", "minimax/elements")

func TestFamily(t *testing.T) { parsertest.Run(t, minimax.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, minimax.Family(), "testdata", written) }
