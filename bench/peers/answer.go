package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// A Call is what a subject found: a tool's name, and its arguments as JSON.
type Call struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// An Answer is what a subject made of an output.
type Answer struct {
	Calls []Call `json:"calls"`
	// Text is what was left next to the calls.
	Text string `json:"text"`
	// Fault is an error that the subject returned.
	Fault string `json:"fault"`
	// Late: it was stopped, as it took longer than lateAfter.
	Late bool `json:"late"`
}

// wrong says what of an answer isn't what the output says; empty if it is right.
// Calls count by their names and by their arguments as JSON values. If an output has no
// calls, its text counts, ignoring white space: how text is cut around calls is
// a matter of taste.
func (a *Answer) wrong(want *Answer) string {
	switch {
	case a.Fault != "":
		return "an error"
	case len(a.Calls) != len(want.Calls):
		return fmt.Sprintf("%d of %d calls", len(a.Calls), len(want.Calls))
	}
	for i := range a.Calls {
		if what := a.Calls[i].wrong(&want.Calls[i]); what != "" {
			return what
		}
	}
	if len(want.Calls) == 0 && !sameText(a.Text, want.Text) {
		return "text lost"
	}
	return ""
}

func (c *Call) wrong(want *Call) string {
	switch {
	case c.Name != want.Name:
		return "the name"
	case !sameJSON(c.Arguments, want.Arguments):
		return "the arguments"
	}
	return ""
}

func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

func sameText(a, b string) bool {
	return strings.Join(strings.Fields(a), "") == strings.Join(strings.Fields(b), "")
}
