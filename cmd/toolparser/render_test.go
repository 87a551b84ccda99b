package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/prototext"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// Every kind of segment; repairs in the middle, at the start and at the end of a call.
const renderedOutput = "think<x>a{f,}b{gtail"

const renderedResponse = `
result { tool_calls { function { name: "f" arguments: "{}" } } tool_calls { function { name: "g" arguments: "{}" } } }
invalid_tool_calls { reason: INVALID_REASON_MALFORMED message: "tail\x1b" repairs { kind: REPAIR_KIND_COMMENT offset: 18 } }
diagnostics {
  family: "any" confidence: 0.8
  tool_calls { format: "any/a" confidence: 0.8 repairs { kind: REPAIR_KIND_TRAILING_COMMA offset: 11 } }
  tool_calls {
    format: "any/b" confidence: 1 unknown_tool: true
    repairs { kind: REPAIR_KIND_QUOTE_STYLE offset: 14 } repairs { kind: REPAIR_KIND_MISSING_CLOSER offset: 16 }
    schema_violations { pointer: "/a" message: "missing" }
  }
  segments { kind: SEGMENT_KIND_REASONING span { start: 0 end: 5 } }
  segments { kind: SEGMENT_KIND_MARKUP span { start: 5 end: 8 } }
  segments { kind: SEGMENT_KIND_TEXT span { start: 8 end: 9 } }
  segments { kind: SEGMENT_KIND_TOOL_CALL span { start: 9 end: 13 } index: 0 }
  segments { kind: SEGMENT_KIND_TEXT span { start: 13 end: 14 } }
  segments { kind: SEGMENT_KIND_TOOL_CALL span { start: 14 end: 16 } index: 1 }
  segments { kind: SEGMENT_KIND_INVALID_TOOL_CALL span { start: 16 end: 20 } index: 0 }
}`

const renderedSummary = `

family any, confidence 0.8, calls: 2, invalid: 1
call 0: f {} (any/a, confidence 0.8, TRAILING_COMMA at 11)
call 1: g {} (any/b, confidence 1, QUOTE_STYLE at 14, MISSING_CLOSER at 16, unknown tool)
  violation at "/a": missing
invalid 0: (no name): MALFORMED: tail\u001b, COMMENT at 18
`

func label(text string) string { return reverse + text + forward }

// repaired is a repair inside of a part of that color.
func repaired(kind, color string) string { return yellow + reverse + kind + plain + color }

func TestRenderText(t *testing.T) {
	response := new(toolparserv1.ParseToolCallsResponse)
	if err := prototext.Unmarshal([]byte(renderedResponse), response); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		marks marks
		want  string
	}{
		{"plain", plainMarks, "[reasoning: think][markup: <x>]a[call 0: {f[repair: TRAILING_COMMA],}]b" +
			"[call 1: [repair: QUOTE_STYLE]{g[repair: MISSING_CLOSER]][invalid 0: ta[repair: COMMENT]il]"},
		{"color", colorMarks, blue + "think" + plain + dim + "<x>" + plain + "a" +
			green + label("call 0") + "{f" + repaired("TRAILING_COMMA", green) + ",}" + plain + "b" +
			green + label("call 1") + repaired("QUOTE_STYLE", green) + "{g" + repaired("MISSING_CLOSER", "") + plain +
			red + label("invalid 0") + "ta" + repaired("COMMENT", red) + "il" + plain},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want+renderedSummary, renderText(renderedOutput, response, test.marks)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRenderNothingAccepted(t *testing.T) {
	response := &toolparserv1.ParseToolCallsResponse{Diagnostics: &toolparserv1.Diagnostics{Family: "any", Confidence: 1}}
	if got, want := renderText("", response, plainMarks), "\n\nfamily any, calls: 0, invalid: 0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"tab\t, newline\n, ünïcode, 🎉": "tab\t, newline\n, ünïcode, 🎉",
		"\x1b[2J\a\r\x7f\u009b":        `\u001b[2J\u0007\u000d\u007f\u009b`,
		"a\u202eb\u2066c":              `a\u202eb\u2066c`,
	} {
		if got := visible(in); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestUseColor(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	if useColor(colorAuto, nil) || !useColor(colorAlways, nil) || useColor(colorNever, nil) {
		t.Error("NO_COLOR only decides for auto")
	}
	t.Setenv("NO_COLOR", "")
	if useColor(colorAuto, nil) {
		t.Error("what is no terminal is not coloured")
	}
}

func TestPieces(t *testing.T) {
	for _, test := range []struct {
		text string
		n    int
		want []string
	}{
		{"", 3, nil},
		{"abcdefg", 3, []string{"abc", "def", "g"}},
		{"aüb€c", 2, []string{"aü", "b€", "c"}},
		{"🎉🎉", 1, []string{"🎉", "🎉"}},
	} {
		if diff := cmp.Diff(test.want, pieces(test.text, test.n)); diff != "" {
			t.Errorf("%q: %s", test.text, diff)
		}
	}
}
