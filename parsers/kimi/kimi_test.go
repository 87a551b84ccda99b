package kimi_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/kimi"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) {
	parsertest.Run(t, kimi.Family(), "testdata", parsertest.NonJSONFormats("kimi/k3_xtml"))
}

func FuzzFamily(f *testing.F) {
	parsertest.Fuzz(f, kimi.Family(), "testdata", parsertest.NonJSONFormats("kimi/k3_xtml"))
}
