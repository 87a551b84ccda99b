package step_audio_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/step_audio"
)

func TestFamily(t *testing.T) { parsertest.Run(t, step_audio.Family(), "testdata") }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, step_audio.Family(), "testdata") }
