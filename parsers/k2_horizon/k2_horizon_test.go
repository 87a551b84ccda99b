package k2_horizon_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/k2_horizon"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("k2_horizon/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, k2_horizon.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, k2_horizon.Family(), "testdata", written) }
