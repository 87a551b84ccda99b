package claude_test

import (
	"testing"

	"github.com/toolparser/toolparser/parsers/claude"
	"github.com/toolparser/toolparser/parsers/parsertest"
)

// written are the formats whose arguments aren't JSON text in the output.
var written = parsertest.NonJSONFormats("claude/invoke_xml", "claude/legacy_xml", "claude/sse")

func TestFamily(t *testing.T) { parsertest.Run(t, claude.Family(), "testdata", written) }

func FuzzFamily(f *testing.F) { parsertest.Fuzz(f, claude.Family(), "testdata", written) }
