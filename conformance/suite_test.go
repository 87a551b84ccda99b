package conformance_test

import (
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
)

func TestAtFamily(t *testing.T) {
	parsertest.Run(t, atFamily(), "testdata")
}

func FuzzAtFamily(f *testing.F) {
	parsertest.Fuzz(f, atFamily(), "testdata")
}
