package longcat_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/longcat"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("longcat/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, longcat.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, longcat.Family(), "testdata", written) }
