package gpt_oss_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/gpt_oss"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

func TestFamily(t *testing.T) { parsertest.Run(t, gpt_oss.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, gpt_oss.Family(), "testdata") }
