package cohere_test

import (
	"slices"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/cohere"
)

// Ids are made as the template counts: the smallest number that no call bears.
func TestMadeIDs(t *testing.T) {
	output := `<|START_ACTION|>[{"tool_name":"f","parameters":{}},{"tool_call_id":"5","tool_name":"g","parameters":{}},` +
		`{"tool_call_id":"5","tool_name":"h","parameters":{}}]<|END_ACTION|>`
	r := parsers.Parse(cohere.Family(), output, parsers.Config{PriorToolCalls: 4}, parsers.FinishStop)
	var ids []string
	for _, call := range r.ToolCalls {
		ids = append(ids, call.ID)
	}
	if want := []string{"4", "5", "6"}; !slices.Equal(ids, want) {
		t.Errorf("the ids are %q, want %q", ids, want)
	}
}
