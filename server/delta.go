package server

import (
	"slices"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

// functionType is toolType where the contract wants a pointer; never changed.
var functionType = toolType

// deltaResponse answers a piece of the output.
func deltaResponse(d *parsers.Delta) *toolparserv1.StreamToolCallsResponse {
	message := protoDelta(d)
	if message == nil {
		return nothing
	}
	return &toolparserv1.StreamToolCallsResponse{Delta: message}
}

// protoDelta is the delta as the contract gives it; nil where nothing became certain.
func protoDelta(d *parsers.Delta) *toolparserv1.DeltaMessage {
	if d.Empty() {
		return nil
	}
	message := &toolparserv1.DeltaMessage{Content: optional(d.Content), Reasoning: optional(d.Reasoning)}
	for i := range d.ToolCalls {
		message.ToolCalls = append(message.ToolCalls, deltaToolCall(&d.ToolCalls[i]))
	}
	for _, w := range d.Withdrawn {
		message.InvalidToolCalls = append(message.InvalidToolCalls, &toolparserv1.DeltaInvalidToolCall{
			Index:   offset(w.Index),
			Reason:  toolparserv1.InvalidReason(w.Reason),
			Message: w.Message,
		})
	}
	return message
}

func deltaToolCall(d *parsers.ToolCallDelta) *toolparserv1.DeltaToolCall {
	call := &toolparserv1.DeltaToolCall{Index: offset(d.Index), Complete: d.Complete}
	if d.Begin || d.Arguments != "" {
		call.Function = &toolparserv1.DeltaFunctionCall{Arguments: optional(d.Arguments)}
	}
	if d.Begin {
		id, name := d.ID, d.Name
		call.Id, call.Type = &id, &functionType
		call.Function.Name = &name
	}
	return call
}

// joinDeltas makes one delta of two that follow each other.
func joinDeltas(a, b *toolparserv1.DeltaMessage) *toolparserv1.DeltaMessage {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	dropWithdrawn(a, b)
	a.Content = optional(a.GetContent() + b.GetContent())
	a.Reasoning = optional(a.GetReasoning() + b.GetReasoning())
	a.ToolCalls = append(a.ToolCalls, b.GetToolCalls()...)
	a.InvalidToolCalls = append(a.InvalidToolCalls, b.GetInvalidToolCalls()...)
	return a
}

// dropWithdrawn removes the calls that a begins and b withdraws: as one delta
// they never began.
func dropWithdrawn(a, b *toolparserv1.DeltaMessage) {
	b.InvalidToolCalls = slices.DeleteFunc(b.InvalidToolCalls, func(w *toolparserv1.DeltaInvalidToolCall) bool {
		ofCall := func(d *toolparserv1.DeltaToolCall) bool { return d.GetIndex() == w.GetIndex() }
		begun := slices.ContainsFunc(a.ToolCalls, func(d *toolparserv1.DeltaToolCall) bool { return ofCall(d) && d.Id != nil })
		if begun {
			a.ToolCalls = slices.DeleteFunc(a.ToolCalls, ofCall)
		}
		return begun
	})
}
