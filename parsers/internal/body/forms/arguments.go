package forms

import (
	"encoding/json"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// arguments are those of a call, as they are put together.
type arguments struct {
	r     *reader
	tool  *schema.Properties
	name  string
	keys  []string
	json  []byte
	wrong bool // one is no property of the tool, or is given twice, or is nested too deeply
}

// of are the arguments of a tool.
func (r *reader) of(name string) *arguments {
	return &arguments{r: r, tool: r.env.Rules.Properties(name), name: name}
}

// names reports whether the tool has a property of this name, as far as its schema is known.
func (a *arguments) names(key string) bool { return a.tool == nil || a.tool.Names([]byte(key)) }

// add adds an argument, whose value is text that may be JSON.
func (a *arguments) add(key string, text []byte) {
	if !a.names(key) || slices.Contains(a.keys, key) {
		a.wrong = true
		return
	}
	a.keys = append(a.keys, key)
	if len(a.json) == 0 {
		a.json = append(a.json, '{')
	} else {
		a.json = append(a.json, ", "...)
	}
	a.json = append(values.AppendString(a.json, []byte(key)), ": "...)
	var ok bool
	if a.json, ok = values.Append(a.r.env.Visits, a.json, text, a.tool.Property([]byte(key)).Types, a.r.env.Rules.MaxDepth()-1); !ok {
		a.wrong = true
	}
}

// object takes all arguments from a JSON object.
func (a *arguments) object(text []byte) {
	text = a.r.env.Visits.TrimSpace(text)
	var members map[string]json.RawMessage
	a.r.env.Visits.Add(len(text))
	if len(a.keys) > 0 || !isObject(text, a.r.env.Rules.MaxDepth()) || json.Unmarshal(text, &members) != nil {
		a.wrong = true
		return
	}
	for key := range members {
		a.wrong = a.wrong || !a.names(key)
		a.keys = append(a.keys, key)
	}
	a.json = append(a.json, text...)
}

// fit reports whether the arguments are some of the tool's properties, with all required ones.
func (a *arguments) fit() bool {
	if a.wrong || len(a.keys) == 0 {
		return false
	}
	for _, key := range a.tool.Required() {
		if !slices.Contains(a.keys, key) {
			return false
		}
	}
	return true
}

// whole are the arguments as JSON, once all are there.
func (a *arguments) whole() []byte {
	if n := len(a.json); n > 0 && a.json[n-1] == '}' && a.json[0] == '{' && json.Valid(a.json) {
		return a.json
	}
	return append(a.json, '}')
}

// onlyText is the only property of the tool, or the only required one, if that is a string; else "".
func (a *arguments) onlyText() string {
	required := a.tool.Required()
	if len(required) != 1 || a.tool.Property([]byte(required[0])).Types&schema.String == 0 {
		return ""
	}
	return required[0]
}

// add adds a call, if its arguments fit.
func (r *reader) add(format string, args *arguments, start, end int) (int, match.Answer) {
	if !args.fit() {
		return 0, match.No
	}
	r.calls = append(r.calls, found{format, args.name, args.whole(), start, end})
	return end, 1
}

// isObject reports whether the text is a JSON object that nests as deep as allowed.
func isObject(text []byte, depth int) bool {
	if len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		return false
	}
	n, most, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			n++
			most = max(most, n)
		case c == '}' || c == ']':
			n--
		}
	}
	return most <= depth
}

// objectAt is the end of the JSON object at index i.
func (r *reader) objectAt(i int) (end int, a match.Answer) {
	if i == len(r.text) || r.text[i] != '{' {
		return 0, r.ended(i)
	}
	depth, quoted, from := 0, false, i
	if o := r.object; o.at == i && o.to > 0 {
		depth, quoted, from = o.depth, o.quoted, o.to
	}
	j := from
	defer func() { r.look(from, max(min(j, len(r.text)-1)+1-from, 0)) }()
	for ; j < len(r.text); j++ {
		switch c := r.text[j]; {
		case quoted && c == '\\':
			j++
		case quoted:
			if n := jsonscan.PlainLen(r.text[j:]); n > 1 {
				j += n - 1
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return j + 1, 1
			}
		}
	}
	r.object = openObject{i, j, depth, quoted}
	return 0, match.End(r.final)
}
