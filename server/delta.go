package server

import (
	"slices"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

// functionType is toolType where the contract wants a pointer; never changed.
var functionType = toolType

// A deltaMessage is a DeltaMessage, and the memory of its fields that may be unset.
type deltaMessage struct {
	message            toolparserv1.DeltaMessage
	content, reasoning string
}

// fill makes m the delta as the contract gives it.
func (m *deltaMessage) fill(d *parsers.Delta) *toolparserv1.DeltaMessage {
	m.content, m.reasoning = d.Content, d.Reasoning
	m.message.Content, m.message.Reasoning = set(&m.content), set(&m.reasoning)
	if n := len(d.ToolCalls); n > 0 {
		calls := make([]deltaCall, n)
		m.message.ToolCalls = calls[0].only[:0] // nearly all deltas have one
		for i := range calls {
			m.message.ToolCalls = append(m.message.ToolCalls, calls[i].fill(&d.ToolCalls[i]))
		}
	}
	for _, w := range d.Withdrawn {
		m.message.InvalidToolCalls = append(m.message.InvalidToolCalls, &toolparserv1.DeltaInvalidToolCall{
			Index:   offset(w.Index),
			Reason:  toolparserv1.InvalidReason(w.Reason),
			Message: w.Message,
		})
	}
	return &m.message
}

// protoDelta is the delta as the contract gives it; nil where nothing is new.
func protoDelta(d *parsers.Delta) *toolparserv1.DeltaMessage {
	if d.Empty() {
		return nil
	}
	return new(deltaMessage).fill(d)
}

// A deltaCall is a DeltaToolCall, and the memory of its fields that may be unset.
type deltaCall struct {
	message             toolparserv1.DeltaToolCall
	function            toolparserv1.DeltaFunctionCall
	id, name, arguments string
	only                [1]*toolparserv1.DeltaToolCall
}

// fill makes m the delta of a call as the contract gives it.
func (m *deltaCall) fill(d *parsers.ToolCallDelta) *toolparserv1.DeltaToolCall {
	call := &m.message
	call.Index, call.Complete = offset(d.Index), d.Complete
	if d.Begin || d.Arguments != "" {
		m.arguments = d.Arguments
		m.function.Arguments = set(&m.arguments)
		call.Function = &m.function
	}
	if d.Begin {
		m.id, m.name = d.ID, d.Name
		call.Id, call.Type, m.function.Name = &m.id, &functionType, &m.name
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
