package telechat_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/telechat"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("telechat/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, telechat.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, telechat.Family(), "testdata", written) }
