package parsers

import "testing"

// The message of a malformed call says where, also if no byte contradicts the format.
func TestWhyHasThePlace(t *testing.T) {
	span := Span{Start: 12, End: 40}
	for want, call := range map[string]InvalidToolCall{
		"x, at byte 20": {Reason: ReasonMalformed, FailedAt: 20},
		"x, at byte 40": {Reason: ReasonMalformed, FailedAt: 50},
		"x, at byte 12": {Reason: ReasonMalformed},
		"x":             {Reason: ReasonIncomplete},
	} {
		call.Message, call.Span = "x", span
		if got := call.Why(); got != want {
			t.Errorf("failed at %d: got %q, want %q", call.FailedAt, got, want)
		}
	}
}
