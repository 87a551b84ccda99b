package iquest_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/iquest"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("iquest/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, iquest.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, iquest.Family(), "testdata", written) }
