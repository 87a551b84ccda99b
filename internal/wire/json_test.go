package wire

import (
	"testing"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

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
