package openai_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/openai"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) { parsertest.Run(t, openai.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, openai.Family(), "testdata") }
