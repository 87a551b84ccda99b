package anthropic_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

func TestBodies(t *testing.T) { suite.Bodies(t) }

func TestBodiesThatAreNotUnderstoodStay(t *testing.T) {
	request := anthropic.ReadRequest(defaultRequest)
	f := apitest.Fixer(t, gateway.Policy{})
	for name, body := range map[string]string{
		"nothing":           "",
		"HTML":              "<html><body>502 <tool_call></body></html>",
		"cut off":           `{"content":[{"type":"text","text":"<tool_call>`,
		"another shape":     `{"choices":[{"message":{"content":"x"}}]}`,
		"an error":          `{"type":"error","error":{"type":"overloaded_error","message":"<tool_call>"}}`,
		"no content":        `{"type":"message","content":null,"stop_reason":"end_turn"}`,
		"no blocks":         `{"type":"message","content":[],"stop_reason":"end_turn"}`,
		"content as text":   `{"type":"message","content":"<tool_call>","stop_reason":"end_turn"}`,
		"blocks of nothing": `{"content":[null,1,"x",{},{"type":"text"},{"type":"text","text":7},{"type":"thinking"},{"type":7}]}`,
		"deep":              strings.Repeat("[", 1<<20),
		"a list":            `[{"content":[{"type":"text","text":"x"}]}]`,
	} {
		t.Run(name, func(t *testing.T) {
			got, report := request.FixBody(f, body)
			if got != body || report.Fault != nil || report.Changed {
				t.Errorf("got %.200s, %+v", got, report)
			}
		})
	}
}

// One block of many takes no longer than one of few.
func TestManyBlocks(t *testing.T) {
	const call = `{"type":"text","text":"A <tool_call>{\"name\": \"run_shell\", \"arguments\": {\"command\": \"ls\"}}</tool_call> B"}`
	body := `{"content":[` + strings.Repeat(call+",", 999) + call + `],"stop_reason":"end_turn"}`
	got, report := anthropic.ReadRequest(defaultRequest).FixBody(apitest.Fixer(t, gateway.Policy{}), body)
	if n := strings.Count(got, `{"type":"tool_use","id":"toolu_`); n != 1000 || report.Calls != 1000 {
		t.Errorf("%d calls, %d are reported", n, report.Calls)
	}
	if n := strings.Count(got, `{"type":"text","text":"`); n != 1000 {
		t.Errorf("%d texts", n)
	}
}

func TestInvalidUTF8Stays(t *testing.T) {
	body := "{\"content\":[{\"type\":\"text\",\"text\":\"\xff <b>\xf0\x9f\"}]}"
	got, report := anthropic.ReadRequest(defaultRequest).FixBody(apitest.Fixer(t, gateway.Policy{}), body)
	if got != body || report.Changed {
		t.Errorf("got %q", got)
	}
}

func TestRequests(t *testing.T) {
	const tool = `{"name":"f","input_schema":{"type":"object"}}`
	for name, test := range map[string]struct {
		body string
		want gateway.Offer // Tools aside
		f    bool          // a tool is offered
	}{
		"a tool":              {`{"model":"m","tools":[` + tool + `]}`, gateway.Offer{Model: "m"}, true},
		"no tools":            {`{"model":"m"}`, gateway.Offer{Model: "m"}, false},
		"no choice":           {`{"tools":[` + tool + `],"tool_choice":{"type":"none"}}`, gateway.Offer{}, false},
		"any choice":          {`{"tools":[` + tool + `],"tool_choice":{"type":"any"}}`, gateway.Offer{}, true},
		"only a server's":     {`{"tools":[{"type":"web_search_20250305","name":"f"},{"type":"bash_20250124","name":"bash"}]}`, gateway.Offer{}, false},
		"an answer in JSON":   {`{"tools":[` + tool + `],"output_config":{"format":{"type":"json_schema","schema":{}}}}`, gateway.Offer{MarkupOnly: true}, true},
		"the same, as a beta": {`{"tools":[` + tool + `],"output_format":{"type":"json_schema","schema":{}}}`, gateway.Offer{MarkupOnly: true}, true},
		"earlier calls": {
			`{"tools":[` + tool + `],"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"tool_use","id":"1"},{"type":"tool_use","id":"2"}]},{"role":"user","content":[{"type":"tool_result"}]}]}`,
			gateway.Offer{PriorCalls: 2}, true,
		},
		"no JSON": {`{`, gateway.Offer{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := anthropic.ReadRequest(test.body)
			if got := r.Tools.Given() && r.Tools.Declared("f"); got != test.f {
				t.Errorf("offered: %v", got)
			}
			got := r.Offer
			got.Tools = nil
			if got != test.want {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	api := anthropic.Messages{}
	const want = `{"type":"error","error":{"type":"api_error","message":"a \"b\""}}`
	if got := api.Error(`a "b"`); got != want {
		t.Errorf("got %s", got)
	}
	if got := anthropic.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{})).ErrorEvent(`a "b"`); got != "event: error\ndata: "+want+"\n\n" {
		t.Errorf("got %s", got)
	}
}
