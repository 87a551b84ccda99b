package gemini_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/gemini"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

var keywordFormats = parsertest.NonJSONFormats("gemini/python_text")

func TestFamily(t *testing.T) { parsertest.Run(t, gemini.Family(), "testdata", keywordFormats) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, gemini.Family(), "testdata", keywordFormats) }
