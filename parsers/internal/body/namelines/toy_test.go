package namelines_test

import (
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// toy is a family whose outputs consist of such calls only.
var toy = family.New(&parsers.Family{
	Name:    "toy",
	Formats: []parsers.Format{{Name: "toy/lines", Example: "get_weather\n{\"city\": \"Oslo\"}"}},
}, &grammar.Grammar{NameLines: "toy/lines"})

func TestNameLines(t *testing.T) { parsertest.Run(t, toy, "testdata") }

func FuzzNameLines(f *testing.F) { parsertest.Fuzz(f, toy, "testdata") }
