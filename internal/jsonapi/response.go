package jsonapi

import (
	"bytes"
	"encoding/json"

	"github.com/toolparser/toolparser/parsers"
)

// What follows has the names of the contract's fields. Fields that are zero or empty are left out, but for those that
// the contract calls optional.

type response struct {
	Result      result        `json:"result"`
	Invalid     []invalidCall `json:"invalid_tool_calls,omitempty"`
	Diagnostics diagnostics   `json:"diagnostics"`
}

type result struct {
	ToolsCalled bool   `json:"tools_called,omitempty"`
	ToolCalls   []call `json:"tool_calls,omitempty"`
	Content     string `json:"content,omitempty"`
	Reasoning   string `json:"reasoning,omitempty"`
}

type call struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments,omitempty"`
}

type invalidCall struct {
	ID         string   `json:"id,omitempty"`
	Name       string   `json:"name,omitempty"`
	Arguments  string   `json:"arguments,omitempty"`
	Reason     string   `json:"reason"`
	Message    string   `json:"message,omitempty"`
	Span       span     `json:"span"`
	Confidence float64  `json:"confidence,omitempty"`
	Format     string   `json:"format,omitempty"`
	Repairs    []repair `json:"repairs,omitempty"`
}

type span struct {
	Start int `json:"start,omitempty"`
	End   int `json:"end,omitempty"`
}

type repair struct {
	Kind   string `json:"kind"`
	Offset int    `json:"offset,omitempty"`
}

type diagnostics struct {
	Family     string            `json:"family,omitempty"`
	Confidence float64           `json:"confidence,omitempty"`
	ToolCalls  []callDiagnostics `json:"tool_calls,omitempty"`
	Segments   []segment         `json:"segments,omitempty"`
	Attempts   []attempt         `json:"attempts,omitempty"`
	Leaks      []leak            `json:"leaks,omitempty"`
	LooksLike  string            `json:"looks_like,omitempty"`
}

type leak struct {
	Kind   string `json:"kind"`
	Span   span   `json:"span"`
	Family string `json:"family,omitempty"`
	Name   string `json:"name,omitempty"`
}

type callDiagnostics struct {
	Format        string   `json:"format,omitempty"`
	Span          span     `json:"span"`
	Confidence    float64  `json:"confidence,omitempty"`
	Repairs       []repair `json:"repairs,omitempty"`
	IDSynthesized bool     `json:"id_synthesized,omitempty"`
	UnknownTool   bool     `json:"unknown_tool,omitempty"`
}

type segment struct {
	Kind  string `json:"kind"`
	Span  span   `json:"span"`
	Index *int   `json:"index,omitempty"`
}

type attempt struct {
	Family          string  `json:"family,omitempty"`
	Confidence      float64 `json:"confidence,omitempty"`
	ToolCallCount   int     `json:"tool_call_count,omitempty"`
	RejectedBecause string  `json:"rejected_because,omitempty"`
}

type delta struct {
	Content   string          `json:"content,omitempty"`
	ToolCalls []deltaCall     `json:"tool_calls,omitempty"`
	Withdrawn []withdrawnCall `json:"invalid_tool_calls,omitempty"`
	Reasoning string          `json:"reasoning,omitempty"`
}

type deltaCall struct {
	Index    int       `json:"index,omitempty"`
	ID       string    `json:"id,omitempty"`
	Type     string    `json:"type,omitempty"`
	Function *function `json:"function,omitempty"`
	Complete bool      `json:"complete,omitempty"`
}

type withdrawnCall struct {
	Index   int    `json:"index,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message,omitempty"`
}

// toolType is the only type of tools and calls.
const toolType = "function"

// encode makes JSON of a value that is made of the types above.
func encode(value any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // none of the types can fail
	}
	return b.Bytes()
}

func responseOf(r *parsers.Result) response {
	out := response{
		Result:      result{ToolsCalled: len(r.ToolCalls) > 0, Content: r.Content, Reasoning: r.Reasoning},
		Diagnostics: diagnostics{Family: r.Family, Confidence: r.Confidence, LooksLike: r.LooksLike},
	}
	for _, c := range r.ToolCalls {
		out.Result.ToolCalls = append(out.Result.ToolCalls, call{c.ID, toolType, function{c.Name, c.Arguments}})
		out.Diagnostics.ToolCalls = append(out.Diagnostics.ToolCalls, callDiagnostics{
			c.Format, span(c.Span), c.Confidence, repairsOf(c.Repairs), c.IDSynthesized, c.UnknownTool,
		})
	}
	for _, c := range r.InvalidToolCalls {
		out.Invalid = append(out.Invalid, invalidCall{
			c.ID, c.Name, c.Arguments, reasonOf(c.Reason), c.Why(), span(c.Span), c.Confidence, c.Format, repairsOf(c.Repairs),
		})
	}
	for _, s := range r.Segments {
		made := segment{Kind: "SEGMENT_KIND_" + s.Kind.String(), Span: span(s.Span)}
		if s.Kind == parsers.SegmentToolCall || s.Kind == parsers.SegmentInvalidToolCall {
			made.Index = &s.Index
		}
		out.Diagnostics.Segments = append(out.Diagnostics.Segments, made)
	}
	for _, l := range r.Leaks {
		out.Diagnostics.Leaks = append(out.Diagnostics.Leaks, leak{"LEAK_KIND_" + l.Kind.String(), span(l.Span), l.Family, l.Name})
	}
	for _, a := range r.Attempts {
		out.Diagnostics.Attempts = append(out.Diagnostics.Attempts, attempt(a))
	}
	return out
}

func repairsOf(list []parsers.Repair) (out []repair) {
	for _, r := range list {
		out = append(out, repair{"REPAIR_KIND_" + r.Kind.String(), r.Offset})
	}
	return out
}

func reasonOf(r parsers.Reason) string {
	if r == parsers.ReasonUnspecified {
		return ""
	}
	return "INVALID_REASON_" + r.String()
}

func deltaOf(d *parsers.Delta) delta {
	out := delta{Content: d.Content, Reasoning: d.Reasoning}
	for _, c := range d.ToolCalls {
		made := deltaCall{Index: c.Index, Complete: c.Complete}
		if c.Begin || c.Arguments != "" {
			made.Function = &function{Arguments: c.Arguments}
		}
		if c.Begin {
			made.ID, made.Type, made.Function.Name = c.ID, toolType, c.Name
		}
		out.ToolCalls = append(out.ToolCalls, made)
	}
	for _, w := range d.Withdrawn {
		out.Withdrawn = append(out.Withdrawn, withdrawnCall{w.Index, reasonOf(w.Reason), w.Message})
	}
	return out
}
