package hunyuan_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/hunyuan"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("hunyuan/tool_calls")

func TestFamily(t *testing.T) { parsertest.Run(t, hunyuan.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, hunyuan.Family(), "testdata", written) }
