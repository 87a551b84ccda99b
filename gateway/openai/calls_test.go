package openai_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

// TestManyCalls: the arguments of the first 1,024 calls of a response are repaired, and those of more pass as they came, in all choices
// together.
func TestManyCalls(t *testing.T) {
	const n, damaged, repaired = gateway.MaxCalls + 10, `{\"city\": \"Oslo\",}`, `{\"city\": \"Oslo\"}`
	request := openai.Chat{}.ReadRequest(apitest.Ask)
	fixer := apitest.Fixer(t, gateway.Policy{})
	var calls, events strings.Builder
	for i := range n {
		call := fmt.Sprintf(`{"index":%d,"id":"c%d","type":"function","function":{"name":"get_weather","arguments":"%s"}}`, i/2, i, damaged)
		fmt.Fprintf(&events, `data: {"choices":[{"index":%d,"delta":{"tool_calls":[%s]}}]}`+"\n\n", i%2, call)
		if calls.WriteString(call); i < n-1 {
			calls.WriteString(",")
		}
	}
	for i := range 2 {
		fmt.Fprintf(&events, `data: {"choices":[{"index":%d,"delta":{},"finish_reason":"tool_calls"}]}`+"\n\n", i)
	}
	body, report := request.FixBody(fixer.ForResponse(nil), `{"choices":[{"index":0,"message":{"tool_calls":[`+calls.String()+`]},"finish_reason":"tool_calls"}]}`)
	if got := strings.Count(body, repaired); got != gateway.MaxCalls || report.Repairs != gateway.MaxCalls || strings.Count(body, damaged) != 10 {
		t.Errorf("of a body, %d are repaired, %d repairs, %d as they came", got, report.Repairs, strings.Count(body, damaged))
	}
	stream, report := apitest.Pipe(request, fixer.ForResponse(nil), events.String(), apitest.LiveDone)
	if got := strings.Count(stream, repaired); got != gateway.MaxCalls || strings.Count(stream, damaged) != 10 || report.Fault != nil {
		t.Errorf("of a stream, %d are repaired, %d as they came: fault %v", got, strings.Count(stream, damaged), report.Fault)
	}
}
