package step3_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/step3"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("step3/steptml")

func TestFamily(t *testing.T) { parsertest.Run(t, step3.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, step3.Family(), "testdata", written) }
