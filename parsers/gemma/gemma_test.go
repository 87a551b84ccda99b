package gemma_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/gemma"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written are the formats whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats(
	"gemma/tool_call", "gemma/function_call", "gemma/bare_call", "gemma/tool_code", "gemma/pythonic",
)

func TestFamily(t *testing.T) { parsertest.Run(t, gemma.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, gemma.Family(), "testdata", written) }
