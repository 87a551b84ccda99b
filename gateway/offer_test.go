package gateway_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

// A spoken API is one in which a text comes in a body.
type spoken struct {
	api         gateway.API
	tools       string // with one %s for more tools
	body        string // with %s for the text, in JSON
	named, only string // a request may call only "a"
	single      string // or only one tool
}

var apis = map[string]spoken{
	"chat completions": {
		openai.Chat{}, `"tools":[%{"type":"function","function":{"name":"a"}},{"type":"function","function":{"name":"b"}}]`,
		`{"model":"qwen3","choices":[{"index":0,"message":{"content":%},"finish_reason":"stop"}]}`,
		`"tool_choice":{"type":"function","function":{"name":"a"}}`,
		`"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"a"}}]}}`,
		`"parallel_tool_calls":false`,
	},
	"responses": {
		responses.API{}, `"tools":[%{"type":"function","name":"a"},{"type":"function","name":"b"}]`,
		`{"model":"qwen3","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":%}]}]}`,
		`"tool_choice":{"type":"function","name":"a"}`, `"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"a"}]}`,
		`"parallel_tool_calls":false`,
	},
	"messages": {
		anthropic.Messages{}, `"tools":[%{"name":"a","input_schema":{"type":"object"}},{"name":"b","input_schema":{"type":"object"}}]`,
		`{"model":"qwen3","content":[{"type":"text","text":%}],"stop_reason":"end_turn"}`,
		`"tool_choice":{"type":"tool","name":"a"}`, "",
		`"tool_choice":{"type":"auto","disable_parallel_tool_use":true}`,
	},
}

func callOf(name string) string {
	return `<tool_call>{"name": "` + name + `", "arguments": {"of_` + name + `": 1}}</tool_call>`
}

// fix fixes a response with a text.
func (s *spoken) fix(t *testing.T, request, text string) (fixed string, report gateway.Report) {
	t.Helper()
	return s.api.ReadRequest("{"+request+"}").FixBody(apitest.Fixer(t, gateway.Policy{}), strings.Replace(s.body, "%", apitest.Quote(text), 1))
}

// A request may say which tools the model may call: text that calls another one stays text.
func TestCallsOfOtherToolsThanTheChosenOnesStayText(t *testing.T) {
	for name, s := range apis {
		for _, choice := range []string{s.named, s.only} {
			if choice == "" {
				continue
			}
			request := strings.Replace(s.tools, "%", "", 1) + "," + choice
			if fixed, report := s.fix(t, request, callOf("b")); report.Calls != 0 || report.Changed {
				t.Errorf("%s, %s: got %s", name, choice, fixed)
			}
			if fixed, report := s.fix(t, request, callOf("a")); report.Calls != 1 {
				t.Errorf("%s, %s: got %s", name, choice, fixed)
			}
		}
	}
}

// A request may ask for one call: of several ones in text, the first one counts, and the rest stays text.
func TestOnlyOneCallCountsWhereARequestAsksForOne(t *testing.T) {
	for name, s := range apis {
		request := strings.Replace(s.tools, "%", "", 1)
		fixed, report := s.fix(t, request+","+s.single, callOf("a")+"\n"+callOf("b"))
		if report.Calls != 1 || !strings.Contains(fixed, "tool_call>") || strings.Count(fixed, "of_b") != 1 {
			t.Errorf("%s: got %s", name, fixed)
		}
		if fixed, report = s.fix(t, request, callOf("a")+"\n"+callOf("b")); report.Calls != 2 {
			t.Errorf("%s: got %s", name, fixed)
		}
	}
}

// A tool that can't be read costs only its own calls.
func TestOddToolsCostOnlyTheirOwnCalls(t *testing.T) {
	for name, s := range apis {
		for _, odd := range []string{`null,`, `7,`, `{},`, `{"type":"function"},`, `{"type":"function","function":{"name":7}},`, `{"name":"odd","input_schema":7},`, `{"type":"function","name":"odd","parameters":[]},`} {
			if fixed, report := s.fix(t, strings.Replace(s.tools, "%", odd, 1), callOf("a")); report.Calls != 1 {
				t.Errorf("%s, with the tool %s: got %s", name, odd, fixed)
			}
		}
	}
}
