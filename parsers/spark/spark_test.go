package spark_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/parsertest"
	"github.com/toolparser/toolparser/parsers/spark"
)

// written is the format whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("spark/tool_call")

func TestFamily(t *testing.T) { parsertest.Run(t, spark.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, spark.Family(), "testdata", written) }
