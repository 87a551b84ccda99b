package responses_test

import (
	"testing"

	"github.com/toolparser/toolparser/gateway/openai/responses"
)

func TestRequests(t *testing.T) {
	const tools = `"tools":[{"type":"function","name":"a"},{"type":"function","name":"b","parameters":null},{"type":"web_search"},{"type":"custom","name":"c"}]`
	for name, test := range map[string]struct {
		request    string
		tools      string // those of a, b and c that can be called
		prior      int
		markupOnly bool
	}{
		"tools":            {`{` + tools + `}`, "ab", 0, false},
		"a choice of none": {`{` + tools + `,"tool_choice":"none"}`, "", 0, false},
		"a choice of one":  {`{` + tools + `,"tool_choice":{"type":"function","name":"a"}}`, "a", 0, false},
		"allowed tools":    {`{` + tools + `,"tool_choice":{"type":"allowed_tools","tools":[{"type":"function","name":"b"}]}}`, "b", 0, false},
		"none is allowed":  {`{` + tools + `,"tool_choice":{"type":"allowed_tools"}}`, "", 0, false},
		"earlier calls": {
			`{` + tools + `,"input":[{"role":"user","content":"Hi"},{"type":"function_call","call_id":"1"},{"type":"function_call_output","call_id":"1"},{"type":"function_call"},7]}`,
			"ab", 2, false,
		},
		"a format":               {`{` + tools + `,"text":{"format":{"type":"json_object"}}}`, "ab", 0, true},
		"the format of text":     {`{` + tools + `,"text":{"format":{"type":"text"}}}`, "ab", 0, false},
		"no tools":               {`{"input":"Hi"}`, "", 0, false},
		"tools of another shape": {`{"tools":{"name":"a"}}`, "", 0, false},
		"no JSON":                {`{`, "", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := responses.ReadRequest(test.request)
			got := ""
			for _, name := range []string{"a", "b", "c", "web_search"} {
				if r.Tools.Declared(name) {
					got += name
				}
			}
			if got != test.tools || r.Tools.Given() != (test.tools != "") || r.PriorCalls != test.prior || r.MarkupOnly != test.markupOnly {
				t.Errorf("the tools are %q, %d calls before, markup only: %v", got, r.PriorCalls, r.MarkupOnly)
			}
		})
	}
}
