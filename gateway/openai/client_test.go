package openai_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A seen is what a client made of a choice.
type seen struct {
	Content, Reasoning string
	Calls              []seenCall
	Finish             []string
}

type seenCall struct{ ID, Name, Arguments string }

type chunk struct {
	Choices []struct {
		Index int
		Delta struct {
			Content                     any
			Reasoning, ReasoningContent *string
			ToolCalls                   []struct {
				Index    *int
				ID       string
				Function struct{ Name, Arguments *string }
			} `json:"tool_calls"`
			FunctionCall *struct{ Name, Arguments *string } `json:"function_call"`
		}
		FinishReason *string `json:"finish_reason"`
	}
	Error any
}

// read reads a stream as a client does that insists on the rules: those of readAny, [DONE], and a finish_reason for each choice whose
// calls are complete.
func read(t *testing.T, stream string) map[int]*seen {
	t.Helper()
	choices, done := readAny(t, stream)
	if !done {
		t.Error("the stream has no [DONE]")
	}
	for i, choice := range choices {
		if len(choice.Finish) == 0 && choice.whole() {
			t.Errorf("choice %d has no finish reason", i)
		}
	}
	return choices
}

// check reads what became of an upstream's stream, which ends if that does.
func check(t *testing.T, upstream, stream string) {
	t.Helper()
	if strings.Contains(upstream, "[DONE]") {
		read(t, stream)
	} else if _, done := readAny(t, stream); done {
		t.Error("the upstream sent no [DONE]")
	}
}

// whole reports whether the arguments of all calls are JSON.
func (s *seen) whole() bool {
	return !slices.ContainsFunc(s.Calls, func(c seenCall) bool { return !json.Valid([]byte(c.Arguments)) })
}

// readAny reads a stream, which may have no end: one JSON an event, every call started with an index, an id and a name, at most one
// finish_reason for each choice and nothing after it, and nothing after [DONE].
func readAny(t *testing.T, stream string) (choices map[int]*seen, done bool) {
	t.Helper()
	choices = map[int]*seen{}
	for block := range strings.SplitSeq(strings.TrimPrefix(strings.ReplaceAll(stream, "\r\n", "\n"), "\ufeff"), "\n\n") {
		var data []string
		for line := range strings.Lines(block) {
			if text, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "data:"); ok {
				data = append(data, text)
			}
		}
		if len(data) == 0 {
			continue
		}
		if done {
			t.Errorf("an event behind [DONE]: %s", block)
		}
		text := strings.Join(data, "\n")
		if strings.TrimSpace(text) == "[DONE]" {
			done = true
			continue
		}
		var c chunk
		if err := json.Unmarshal([]byte(strings.ReplaceAll(text, `"reasoning_content"`, `"ReasoningContent"`)), &c); err != nil {
			t.Errorf("%v: %s", err, text)
		}
		readChunk(t, &c, choices)
	}
	for i, choice := range choices {
		if len(choice.Finish) > 1 {
			t.Errorf("choice %d has the finish reasons %q", i, choice.Finish)
		}
	}
	return choices, done
}

func readChunk(t *testing.T, c *chunk, choices map[int]*seen) {
	t.Helper()
	for _, part := range c.Choices {
		choice := choices[part.Index]
		if choice == nil {
			choice = &seen{}
			choices[part.Index] = choice
		}
		before := fmt.Sprint(choice.Content, choice.Reasoning, choice.Calls)
		if text, ok := part.Delta.Content.(string); ok {
			choice.Content += text
		}
		choice.Reasoning += value(part.Delta.Reasoning) + value(part.Delta.ReasoningContent)
		for _, call := range part.Delta.ToolCalls {
			if call.Index == nil {
				t.Error("a call without an index")
				continue
			}
			if call.ID == "" && call.Function.Name == nil && call.Function.Arguments == nil {
				continue // no call, or nothing new of one
			}
			if *call.Index == len(choice.Calls) {
				if call.ID == "" || value(call.Function.Name) == "" {
					t.Errorf("call %d begins without an id or a name", *call.Index)
				}
				choice.Calls = append(choice.Calls, seenCall{ID: call.ID})
			}
			if *call.Index > len(choice.Calls) {
				t.Errorf("call %d behind %d calls", *call.Index, len(choice.Calls))
				continue
			}
			own := &choice.Calls[*call.Index]
			own.Name += value(call.Function.Name)
			own.Arguments += value(call.Function.Arguments)
		}
		if f := part.Delta.FunctionCall; f != nil {
			if len(choice.Calls) == 0 {
				choice.Calls = []seenCall{{}}
			}
			choice.Calls[0].Name += value(f.Name)
			choice.Calls[0].Arguments += value(f.Arguments)
		}
		if len(choice.Finish) > 0 && fmt.Sprint(choice.Content, choice.Reasoning, choice.Calls) != before {
			t.Errorf("choice %d goes on behind its finish_reason", part.Index)
		}
		if part.FinishReason != nil {
			choice.Finish = append(choice.Finish, *part.FinishReason)
		}
	}
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
