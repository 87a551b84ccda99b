package web

import (
	"context"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
)

// TestJSONAnswersGiveWay: to encode an answer takes as many turns as it is work, and no long turn.
func TestJSONAnswersGiveWay(t *testing.T) {
	c := &Config{Turns: admit.NewTurns(2), Memory: new(admit.Memory), Listed: 1}
	methods := toolparserv1.File_toolparser_v1_tool_parser_service_proto.Services().ByName("ToolParserService").Methods()
	m, err := newJSONMethod(methods.ByName("ParseToolCalls"), c)
	if err != nil {
		t.Fatal(err)
	}
	busy(t, c.Turns.LongTurn(t.Context()))
	for _, test := range []struct {
		segments, least, most int
	}{{500, 1, 1}, {50_000, 20, 200}} {
		response := &toolparserv1.ParseToolCallsResponse{Diagnostics: &toolparserv1.Diagnostics{}}
		for i := range test.segments {
			response.Diagnostics.Segments = append(response.Diagnostics.Segments, &toolparserv1.Segment{Span: &toolparserv1.Span{Start: int32(i)}})
		}
		answer, err := proto.Marshal(response)
		if err != nil {
			t.Fatal(err)
		}
		before := c.Turns.Count()
		if err := m.encode(t.Context(), &frame{answer}); err != nil {
			t.Fatal(err)
		}
		if n := int(c.Turns.Count() - before); n < test.least || n > test.most {
			t.Errorf("%d segments, of %d bytes, take %d turns", test.segments, len(answer), n)
		}
	}
}

// TestJSONTakesTurns: what is short, or gives way, has those of parsing, and a long request one of its own kind,
// so that neither a crowd of decoders nor a long one has all processors.
func TestJSONTakesTurns(t *testing.T) {
	c := &Config{Turns: admit.NewTurns(2), Memory: new(admit.Memory), Listed: 1}
	methods := toolparserv1.File_toolparser_v1_tool_parser_service_proto.Services().ByName("ToolParserService").Methods()
	m, err := newJSONMethod(methods.ByName("ParseToolCalls"), c)
	if err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	shortText, longText := `{"modelOutput": "x"}`, `{"modelOutput": "`+strings.Repeat("x", admit.TurnBytes)+`"}`
	answer, err := proto.Marshal(&toolparserv1.ParseToolCallsResponse{InvalidToolCalls: []*toolparserv1.InvalidToolCall{{Arguments: longText}}})
	if err != nil {
		t.Fatal(err)
	}
	// waits reports whether each waits for its turn: if it does, it ends with its caller.
	waits := func(text string) (decoding, encoding bool) {
		wait := func(do func(context.Context, *frame) error, data []byte) bool {
			err := do(gone, &frame{data})
			if err != nil && connect.CodeOf(err) != connect.CodeCanceled {
				t.Error(err)
			}
			return err != nil
		}
		return wait(m.decode, []byte(text)), wait(m.encode, answer)
	}
	if decoding, encoding := waits(longText); decoding || encoding {
		t.Error("with free turns they wait")
	}
	long := c.Turns.LongTurn(t.Context())
	busy(t, long)
	if decoding, encoding := waits(longText); !decoding || encoding {
		t.Errorf("while a long one is decoded, decoding another waits: %v, encoding: %v", decoding, encoding)
	}
	if decoding, _ := waits(shortText); decoding {
		t.Error("a short one waits for long ones")
	}
	long.End()
	for range c.Turns.Slots() {
		busy(t, c.Turns.Turn(t.Context()))
	}
	if decoding, _ := waits(shortText); !decoding {
		t.Error("a short one has no turn")
	}
	if decoding, encoding := waits(longText); decoding || !encoding {
		t.Errorf("while others parse, decoding a long one waits: %v, encoding: %v", decoding, encoding)
	}
	if held := c.Memory.Total(); held != 0 {
		t.Errorf("%d bytes are held", held)
	}
}

// busy begins a turn.
func busy(t *testing.T, turn *admit.Turn) {
	t.Helper()
	if err := turn.Begin(); err != nil {
		t.Fatal(err)
	}
}
