package deepseek_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/deepseek"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) {
	parsertest.Run(t, deepseek.Family(), "testdata", parsertest.NonJSONFormats("deepseek/dsml"))
}

func FuzzFamily(f *testing.F) {
	parsertest.Fuzz(f, deepseek.Family(), "testdata", parsertest.NonJSONFormats("deepseek/dsml"))
}
