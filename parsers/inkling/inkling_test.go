package inkling_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/inkling"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) { parsertest.Run(t, inkling.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, inkling.Family(), "testdata") }
