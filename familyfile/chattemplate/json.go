package chattemplate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/nikolalohinski/gonja/v2/exec"
)

// A jsonStyle is how Python writes JSON.
type jsonStyle struct {
	indent       string // a newline, and what one level is indented by
	comma, colon string
	ascii        bool
}

// toJSON is the filter tojson as Transformers has it: json.dumps, its keys in the order
// in which they came, nothing escaped for HTML.
func (e *engine) toJSON(_ *exec.Evaluator, in *exec.Value, params *exec.VarArgs) *exec.Value {
	if in.IsError() {
		return in
	}
	style := jsonStyle{comma: ", ", colon: ": "}
	named := params.KwArgs
	if v := named["indent"]; v == nil && len(params.Args) > 0 {
		named = map[string]*exec.Value{"indent": params.Args[0]}
	}
	if v := named["indent"]; v != nil && v.IsInteger() {
		style.indent, style.comma = "\n"+strings.Repeat(" ", min(max(v.Integer(), 0), 16)), ","
	}
	if v := named["separators"]; v != nil && v.IsList() && v.Len() == 2 {
		style.comma, style.colon = v.Index(0).String(), v.Index(1).String()
	}
	if v := named["ensure_ascii"]; v != nil {
		style.ascii = v.IsTrue()
	}
	var out strings.Builder
	if err := e.writeJSON(&out, in, style, 1); err != nil {
		return exec.AsValue(err)
	}
	return exec.AsValue(out.String())
}

func (e *engine) writeJSON(out *strings.Builder, v *exec.Value, style jsonStyle, depth int) error {
	if err := e.step(); err != nil {
		return err
	}
	if out.Len() > maxOutput || depth > maxNesting {
		return errTooMuch
	}
	switch {
	case v.IsNil():
		out.WriteString("null")
	case v.IsError():
		return v
	case v.IsBool():
		out.WriteString(strings.ToLower(v.String()))
	case v.IsNumber():
		out.WriteString(v.String())
	case v.IsString():
		out.WriteString(quoteJSON(v.String(), style.ascii))
	case v.IsDict():
		return e.writeMembers(out, '{', '}', style, depth, pairsOf(v))
	case v.IsList():
		items := make([][2]*exec.Value, v.Len())
		for i := range items {
			items[i][1] = v.Index(i)
		}
		return e.writeMembers(out, '[', ']', style, depth, items)
	default:
		out.WriteString(quoteJSON(v.String(), style.ascii))
	}
	return nil
}

// writeMembers writes a list, or an object, whose members have keys.
func (e *engine) writeMembers(out *strings.Builder, open, end byte, style jsonStyle, depth int, members [][2]*exec.Value) error {
	out.WriteByte(open)
	line := func(depth int) {
		if style.indent != "" && len(members) > 0 {
			out.WriteString("\n" + strings.Repeat(style.indent[1:], depth))
		}
	}
	for i, m := range members {
		if i > 0 {
			out.WriteString(style.comma)
		}
		line(depth)
		if m[0] != nil {
			out.WriteString(quoteJSON(m[0].String(), style.ascii) + style.colon)
		}
		if err := e.writeJSON(out, m[1], style, depth+1); err != nil {
			return err
		}
	}
	line(depth - 1)
	out.WriteByte(end)
	return nil
}

// pairsOf are the members of a dict, in their order.
func pairsOf(v *exec.Value) (pairs [][2]*exec.Value) {
	v.Iterate(func(_, _ int, key, value *exec.Value) bool {
		pairs = append(pairs, [2]*exec.Value{key, value})
		return true
	}, func() {})
	return pairs
}

// quoteJSON is a string in JSON.
func quoteJSON(text string, ascii bool) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return `""`
	}
	quoted := strings.TrimSuffix(b.String(), "\n")
	if !ascii {
		return quoted
	}
	var out strings.Builder
	for _, r := range quoted {
		if r < 0x80 {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}
