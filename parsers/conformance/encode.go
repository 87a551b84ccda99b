package conformance

import (
	"encoding/json"
	"fmt"
	"strings"
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
	if len(parts) == 0 {
		return []byte("{}\n")
	}
	return []byte("{\n" + strings.Join(parts, ",\n") + "\n}\n")
}

func encodeList[T any](key string, list []T, encode func(T) string) string {
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
