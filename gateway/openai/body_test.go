package openai_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

func TestBodies(t *testing.T) { suite.Bodies(t) }

func TestBodiesThatAreNotUnderstoodStay(t *testing.T) {
	request := openai.ReadRequest(defaultRequest)
	f := apitest.Fixer(t, gateway.Policy{})
	for name, body := range map[string]string{
		"nothing":            "",
		"HTML":               "<html><body>502 <tool_call></body></html>",
		"cut off":            `{"choices":[{"message":{"content":"<tool_call>`,
		"another shape":      `{"output":[{"message":1}]}`,
		"choices of nothing": `{"choices":[null,1,"x",{},{"message":null},{"message":{"content":7,"tool_calls":{"a":1}}}]}`,
		"calls of nothing":   `{"choices":[{"message":{"tool_calls":[null,1,{}, {"id":"a"}]}}]}`,
		"deep":               strings.Repeat("[", 1<<20),
		"a list":             `[{"choices":[{"message":{"content":"x"}}]}]`,
	} {
		t.Run(name, func(t *testing.T) {
			got, report := request.FixBody(f, body)
			if name == "calls of nothing" {
				got = body // ids are added
			}
			if got != body || report.Fault != nil {
				t.Errorf("got %.200s, %v", got, report.Fault)
			}
		})
	}
}

func TestManyChoices(t *testing.T) {
	const call = `{"message":{"content":"<tool_call>{\"name\": \"run_shell\", \"arguments\": {\"command\": \"ls\"}}</tool_call>"},"finish_reason":"stop"}`
	body := `{"choices":[` + strings.Repeat(call+",", 999) + call + `]}`
	got, report := openai.ReadRequest(defaultRequest).FixBody(apitest.Fixer(t, gateway.Policy{}), body)
	if n := strings.Count(got, `"tool_calls":[{"id":`); n != gateway.MaxChoices || report.Calls != n || strings.Count(got, call) != 1000-n {
		t.Errorf("%d choices have a call, %d are reported", n, report.Calls)
	}
}

func TestInvalidUTF8Stays(t *testing.T) {
	body := "{\"choices\":[{\"message\":{\"content\":\"\xff <b>\xf0\x9f\"}}]}"
	got, report := openai.ReadRequest(defaultRequest).FixBody(apitest.Fixer(t, gateway.Policy{}), body)
	if got != body || report.Changed {
		t.Errorf("got %q", got)
	}
}

// mostAllocations is how many times memory may be allocated for a response without a call.
const mostAllocations = 12

func TestTextAllocatesLittle(t *testing.T) {
	f, request := apitest.Fixer(t, gateway.Policy{}), openai.ReadRequest(defaultRequest)
	const body = `{"choices":[{"index":0,"message":{"content":"It is warm."},"finish_reason":"stop"}]}`
	if n := testing.AllocsPerRun(50, func() { request.FixBody(f, body) }); n > mostAllocations {
		t.Errorf("%v allocations, want %d at most", n, mostAllocations)
	}
}
