package informal

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// arguments makes JSON of keys and values.
type arguments struct {
	env     *body.Env
	tool    *schema.Properties
	out     []byte
	n       int // members
	keys    map[string]bool
	repairs []parsers.Repair
	doubt   bool
}

// restart drops the members.
func (ar *arguments) restart() { *ar = arguments{env: ar.env, tool: ar.tool} }

// add adds a member. It returns false if the tool has no such property, or the call has it already, or the value isn't of its
// type. quoted: the value was in quotes.
func (ar *arguments) add(key, value []byte, quoted bool) bool {
	if !ar.tool.Names(key) || ar.keys[string(key)] {
		return false
	}
	if ar.keys == nil {
		ar.keys = make(map[string]bool)
	}
	ar.keys[string(key)] = true
	sign := byte(',')
	if ar.n == 0 {
		sign = '{'
	}
	ar.n++
	ar.out = append(values.AppendString(append(ar.out, sign), key), ':')
	types := ar.tool.Property(key).Types
	if quoted && (types == schema.Any || types&schema.String != 0) {
		ar.out = values.AppendString(ar.out, value)
		return true
	}
	typing := values.Typing{Pythons: true}
	typing.Start(types, 0, ar.env.Rules.MaxDepth()-1)
	switch typing.Read(&jsonscan.Window{Win: value, Final: true, Visits: ar.env.Visits}) {
	case values.JSON:
		ar.out = values.AppendCompact(ar.out, value)
	case values.Python:
		ar.out, _ = typing.AppendPython(ar.env.Visits, ar.out, value)
	case values.Text:
		ar.out = values.AppendString(ar.out, value)
	default:
		return false
	}
	return !typing.Odd
}
