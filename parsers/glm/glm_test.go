package glm_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/glm"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("glm/arg_tags")

func TestFamily(t *testing.T) { parsertest.Run(t, glm.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, glm.Family(), "testdata", written) }
