package server

import (
	"context"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// TestJSONTakesTurns: what is short has those of parsing, what is long one of its own kind,
// so that neither a crowd of decoders nor a long one has all processors.
func TestJSONTakesTurns(t *testing.T) {
	s := NewService(nil)
	methods := toolparserv1.File_toolparser_v1_tool_parser_service_proto.Services().ByName("ToolParserService").Methods()
	m, err := newJSONMethod(methods.ByName("ParseToolCalls"), s)
	if err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	short, long := `{"modelOutput": "x"}`, `{"modelOutput": "`+strings.Repeat("x", turnBytes)+`"}`
	answer, err := proto.Marshal(&toolparserv1.ParseToolCallsResponse{InvalidToolCalls: []*toolparserv1.InvalidToolCall{{Arguments: long}}})
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
	if decoding, encoding := waits(long); decoding || encoding {
		t.Error("with free turns they wait")
	}
	s.longTurns.free = 0
	if decoding, encoding := waits(long); !decoding || !encoding {
		t.Errorf("long ones wait: %v, %v", decoding, encoding)
	}
	if decoding, _ := waits(short); decoding {
		t.Error("a short one waits for long ones")
	}
	s.longTurns.free, s.turns.free = 1, 0
	if decoding, _ := waits(short); !decoding {
		t.Error("a short one has no turn")
	}
	if decoding, encoding := waits(long); decoding || encoding {
		t.Error("long ones wait for those of parsing")
	}
	if held := s.memory.total(); held != 0 {
		t.Errorf("%d bytes are held", held)
	}
}

// TestJSONCount compares with what protobuf decodes.
func TestJSONCount(t *testing.T) {
	d := new(toolparserv1.ParseToolCallsRequest).ProtoReflect().Descriptor()
	for text, want := range map[string]struct {
		total int
		full  string
	}{
		`{}`: {},
		`{"tools": [{}, {"function": {"name": "a, [\"{"}}], "options": {"formats": ["a", "b"]}}`: {total: 4},
		" {\t\"fallback_families\" :\r\n[ \"a\" , \"b\" ] , \"min\": [1, 2, 3]}":                 {total: 2},
		`{"fallbackFamilies": ["\\", "\"", "x\\\"]"], "tools": [{}, {}, {}]}`:                    {total: 6},
		`{"tools": [{}, {}, {}, {}]}`:                    {total: 4, full: "tools"},
		`{"\u0074ools": [{}, {}, {}, {}]}`:               {total: 4, full: "tools"},
		`{"options": {"formats": ["a", "b", "c", "d"]}}`: {total: 4, full: "options.formats"},
		`{"tools": null, "modelOutput": "[{},{},{},{},{}]", "finishReason": 2, "fallbackFamilies": ["a"]}`: {total: 1},
		`{"tools": [{}`: {total: 1}, `{"tools": [{"nope": [{}, {}]}]}`: {total: 1}, `["a"]`: {}, `{"tools": "a`: {}, ``: {},
	} {
		c := jsonCount{text: []byte(text), lists: listCount{most: 3}}
		if full := c.over(d); full != want.full || c.lists.total != want.total {
			t.Errorf("%s: %d elements, too many in %q; want %d, %q", text, c.lists.total, full, want.total, want.full)
		}
	}
}
