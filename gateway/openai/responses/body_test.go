package responses_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

func TestBodies(t *testing.T) { suite.Bodies(t) }

func TestBodiesThatAreNotUnderstoodStay(t *testing.T) {
	request := responses.ReadRequest(defaultRequest)
	f := apitest.Fixer(t, gateway.Policy{})
	for name, body := range map[string]string{
		"nothing":       "",
		"HTML":          "<html><body>502 <tool_call></body></html>",
		"cut off":       `{"output":[{"type":"message","content":[{"type":"output_text","text":"<tool_call>`,
		"another shape": `{"choices":[{"message":{"content":"<tool_call>"}}]}`,
		"an output of nothing": `{"output":[null,1,"x",{},{"type":"message"},{"type":"message","content":null},{"type":"message","content":[null,1,{"type":"output_text"},{"type":"output_text","text":7}]},` +
			`{"type":"reasoning","summary":null,"content":{}},{"type":["function_call"]}]}`,
		"no output":     `{"output":null,"status":"completed"}`,
		"deep":          strings.Repeat("[", 1<<20),
		"a list":        `[{"output":[]}]`,
		"invalid UTF-8": "{\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"\xff <b>\xf0\x9f\"}]}]}",
	} {
		t.Run(name, func(t *testing.T) {
			got, report := request.FixBody(f, body)
			if got != body || report.Fault != nil || report.Changed {
				t.Errorf("got %.200s, %v", got, report.Fault)
			}
		})
	}
}
