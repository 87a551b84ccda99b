package pythonic_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/pythonic"
)

var codeFormats = parsertest.NonJSONFormats(
	"pythonic/list", "pythonic/tool_tokens", "pythonic/function_calls", "pythonic/text", "pythonic/fenced",
)

func TestFamily(t *testing.T) { parsertest.Run(t, pythonic.Family(), "testdata", codeFormats) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, pythonic.Family(), "testdata", codeFormats) }
