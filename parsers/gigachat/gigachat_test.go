package gigachat_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/gigachat"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("gigachat/gcml")

func TestFamily(t *testing.T) { parsertest.Run(t, gigachat.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, gigachat.Family(), "testdata", written) }
