package qwen3_coder_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/qwen3_coder"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("qwen3_coder/xml")

func TestFamily(t *testing.T) { parsertest.Run(t, qwen3_coder.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, qwen3_coder.Family(), "testdata", written) }
