package ksi_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/ksi"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) { parsertest.Run(t, ksi.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, ksi.Family(), "testdata") }
