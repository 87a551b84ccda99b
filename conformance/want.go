package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
)

// encode writes want.json for a person: a call, an invalid call and a segment
// a line each.
func (w *want) encode() []byte {
	var parts []string
	if len(w.Calls) > 0 {
		parts = append(parts, encodeList("calls", w.Calls, wantCall.encode))
	}
	if w.Content != nil {
		parts = append(parts, `  "content": `+quote(*w.Content))
	}
	if w.Reasoning != nil {
		parts = append(parts, `  "reasoning": `+quote(*w.Reasoning))
	}
	if len(w.Invalid) > 0 {
		parts = append(parts, encodeList("invalid", w.Invalid, wantCall.encode))
	}
	if len(w.Segments) > 0 {
		parts = append(parts, encodeList("segments", w.Segments, quote))
	}
	if w.Leaks != nil {
		parts = append(parts, encodeList("leaks", *w.Leaks, quote))
	}
	if len(parts) == 0 {
		return []byte("{}\n")
	}
	return []byte("{\n" + strings.Join(parts, ",\n") + "\n}\n")
}

func encodeList[T any](key string, list []T, encode func(T) string) string {
	if len(list) == 0 {
		return fmt.Sprintf("  %q: []", key)
	}
	lines := make([]string, len(list))
	for i, v := range list {
		lines[i] = "    " + encode(v)
	}
	return fmt.Sprintf("  %q: [\n%s\n  ]", key, strings.Join(lines, ",\n"))
}

func (c wantCall) encode() string {
	var o objectLine
	o.text("reason", c.Reason)
	o.text("message", c.Message)
	o.text("id", c.ID)
	o.text("name", c.Name)
	if c.Arguments != "" {
		o.raw("arguments", c.Arguments.encode())
	}
	o.text("format", c.Format)
	o.text("key", c.Key)
	o.text("span", c.Span)
	if c.Confidence != nil {
		o.raw("confidence", fmt.Sprint(*c.Confidence))
	}
	if len(c.Repairs) > 0 {
		list, _ := json.Marshal(c.Repairs) // strings always encode
		o.raw("repairs", strings.ReplaceAll(string(list), `","`, `", "`))
	}
	if c.UnknownTool {
		o.raw("unknown_tool", "true")
	}
	return "{" + strings.Join(o, ", ") + "}"
}

// An objectLine is a JSON object on one line. Empty texts are left out.
type objectLine []string

func (o *objectLine) raw(key, value string) { *o = append(*o, fmt.Sprintf("%q: %s", key, value)) }

func (o *objectLine) text(key, value string) {
	if value != "" {
		o.raw(key, quote(value))
	}
}

// A want is a result as want.json writes it.
type want struct {
	Calls     []wantCall `json:"calls,omitempty"`
	Content   *string    `json:"content,omitempty"`
	Reasoning *string    `json:"reasoning,omitempty"`
	Invalid   []wantCall `json:"invalid,omitempty"`
	Segments  []string   `json:"segments,omitempty"`
	// Leaks are compared where they are there; an empty list says that there are none.
	Leaks *[]string `json:"leaks,omitempty"`
}

// A wantCall is a call, or an invalid one, which has a reason and a message. What is empty
// is left out.
type wantCall struct {
	Reason      string        `json:"reason,omitempty"`
	Message     string        `json:"message,omitempty"`
	ID          string        `json:"id,omitempty"`
	Name        string        `json:"name,omitempty"`
	Arguments   wantArguments `json:"arguments,omitempty"`
	Format      string        `json:"format,omitempty"`
	Key         string        `json:"key,omitempty"`
	Span        string        `json:"span,omitempty"`
	Confidence  *float64      `json:"confidence,omitempty"`
	Repairs     []string      `json:"repairs,omitempty"`
	UnknownTool bool          `json:"unknown_tool,omitempty"`
}

// wantArguments are JSON text that stands for itself or, if it isn't an
// object on one line, for the string that it is.
type wantArguments string

// UnmarshalJSON keeps an object's own bytes.
func (a *wantArguments) UnmarshalJSON(data []byte) error {
	if data[0] == '{' {
		*a = wantArguments(data)
		return nil
	}
	var s string
	err := json.Unmarshal(data, &s)
	*a = wantArguments(s)
	return err
}

func (a wantArguments) encode() string {
	if strings.HasPrefix(string(a), "{") && !strings.Contains(string(a), "\n") && json.Valid([]byte(a)) && utf8.ValidString(string(a)) {
		return string(a)
	}
	return quote(string(a))
}

// newWant writes a result as want.json does: its leaks only if they are asked for.
func newWant(r *parsers.Result, leaks bool) *want {
	w := new(want)
	if leaks {
		list := []string{}
		for i := range r.Leaks {
			list = append(list, leakText(&r.Leaks[i]))
		}
		w.Leaks = &list
	}
	for i := range r.ToolCalls {
		w.Calls = append(w.Calls, newWantCall(&r.ToolCalls[i]))
	}
	for i := range r.InvalidToolCalls {
		w.Invalid = append(w.Invalid, newWantInvalid(r.InvalidToolCalls[i]))
	}
	for _, s := range r.Segments {
		w.Segments = append(w.Segments, segmentText(s))
	}
	w.Content, w.Reasoning = wantText(r.Content), wantText(r.Reasoning)
	return w
}

// wantText leaves out what is empty.
func wantText(s string) *string {
	if s == "" {
		return nil
	}
	s = printable(s)
	return &s
}

func newWantCall(c *parsers.ToolCall) wantCall {
	return wantCall{
		ID:          printable(settledID(c)),
		Name:        printable(c.Name),
		Arguments:   wantArguments(printable(c.Arguments)),
		Format:      c.Format,
		Key:         c.Key,
		Span:        spanText(c.Span),
		Confidence:  wantConfidence(c.Confidence),
		Repairs:     wantRepairs(c.Repairs),
		UnknownTool: c.UnknownTool,
	}
}

func wantRepairs(repairs []parsers.Repair) []string {
	var list []string
	for _, r := range repairs {
		list = append(list, fmt.Sprintf("%s@%d", r.Kind, r.Offset))
	}
	return list
}

func newWantInvalid(c *parsers.InvalidToolCall) wantCall {
	return wantCall{
		Reason:     c.Reason.String(),
		Message:    printable(c.Message),
		ID:         printable(c.ID),
		Name:       printable(c.Name),
		Arguments:  wantArguments(printable(c.Arguments)),
		Format:     c.Format,
		Key:        c.Key,
		Span:       spanText(c.Span),
		Confidence: wantConfidence(c.Confidence),
		Repairs:    wantRepairs(c.Repairs),
	}
}

// wantConfidence leaves a full confidence out.
func wantConfidence(confidence float64) *float64 {
	if confidence == parsers.ConfidenceFull {
		return nil
	}
	return &confidence
}

func spanText(s parsers.Span) string { return fmt.Sprintf("%d:%d", s.Start, s.End) }

func segmentText(s parsers.Segment) string {
	text := s.Kind.String() + " " + spanText(s.Span)
	if s.Kind == parsers.SegmentToolCall || s.Kind == parsers.SegmentInvalidToolCall {
		text += fmt.Sprintf(" #%d", s.Index)
	}
	return text
}

// leakText is a leak's kind and span, and the family of its marker or the name.
func leakText(l *parsers.Leak) string {
	return l.Kind.String() + " " + spanText(l.Span) + " " + l.Family + l.Name
}

// settledID is a call's id without what comes from chance.
func settledID(c *parsers.ToolCall) string {
	if !c.IDSynthesized || isKimiID(c.ID) {
		return c.ID
	}
	return "(made)"
}

// isKimiID reports whether an id is functions.NAME:N.
func isKimiID(id string) bool {
	_, err := strconv.ParseUint(id[strings.LastIndexByte(id, ':')+1:], 10, 32)
	return err == nil && strings.HasPrefix(id, "functions.")
}

// printable is text that JSON can hold.
func printable(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strconv.Quote(s)
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
