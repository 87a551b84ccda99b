package llama3

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
)

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, Family(), "testdata", keywordFormats) }
