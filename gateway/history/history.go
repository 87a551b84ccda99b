package history

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/complete"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/internal/panics"
)

// A Mode says what becomes of the calls of earlier turns.
type Mode uint8

const (
	// Default is Heal, or what another setting says.
	Default Mode = iota
	// Heal changes arguments that aren't JSON.
	Heal
	// Pass changes nothing.
	Pass
	// Complete also answers calls that have no result, and removes results that have no call. Several APIs refuse both.
	Complete
)

// An Empty says what becomes of calls without arguments.
type Empty uint8

const (
	// EmptyPass leaves them as they are.
	EmptyPass Empty = iota
	// EmptyObject gives them the arguments {}, for servers that need some.
	EmptyObject
)

// A Policy says how requests are healed. The zero value is ready for use. It is safe for concurrent use.
type Policy struct {
	Mode  Mode
	Empty Empty
}

// A Report says what was healed.
type Report struct {
	// Calls is how many calls got other arguments. Answered is how many calls got a result, Dropped how many results were removed.
	Calls, Answered, Dropped int
	// Fault is the panic for which the request was left as it is; nil if there was none.
	Fault error
}

// Changed reports whether the request was changed.
func (r *Report) Changed() bool { return r.Calls > 0 || r.Answered > 0 || r.Dropped > 0 }

// Heal is the body of a request to an API, healed. A body that isn't understood stays as it is, and so does one in which nothing is wrong.
func (p Policy) Heal(api gateway.API, body string) (healed string, report Report) {
	shape := shapeOf(api)
	if p.Mode == Pass || shape == nil || !shape.mayHaveCalls(body) {
		return body, report
	}
	defer func() {
		if v := recover(); v != nil {
			healed, report = body, Report{Fault: panics.Error(v)}
		}
	}()
	root, ok := jsonedit.Parse(body)
	if !ok {
		return body, report
	}
	h := &healing{Policy: p, root: root, edits: jsonedit.New(body)}
	for c := range shape.calls(root) {
		h.heal(&c)
	}
	if p.Mode == Complete {
		shape.complete(h)
	}
	return h.edits.String(), h.report
}

// A healing is the work on one request.
type healing struct {
	Policy
	root    jsonedit.Value
	edits   *jsonedit.Text
	schemas map[string]string // of the tools, once they are needed
	report  Report
}

// heal heals the arguments of a call.
func (h *healing) heal(c *call) {
	text := c.arguments.Str
	switch {
	case !c.arguments.Exists() || c.arguments.Raw == "null" || c.arguments.Type == jsonedit.String && strings.Trim(text, jsonedit.Space) == "":
		if h.Empty == EmptyObject {
			h.set(c, "{}")
		}
	case c.arguments.Type != jsonedit.String, json.Valid([]byte(text)):
	default:
		literal, lossless := literalOf(c.arguments)
		if schema := h.schema(c.name); lossless && schema != "" {
			if repaired, _, ok := complete.Repair(text, schema); ok {
				h.set(c, repaired)
				return
			}
		}
		h.set(c, `{"invalid_arguments": `+literal+`}`)
	}
}

// set gives a call an object as its arguments.
func (h *healing) set(c *call, object string) {
	if !c.wantsObject {
		object = quote(object)
	}
	h.edits.Put(c.holder, c.key, c.arguments, object)
	h.report.Calls++
}

// schema is the schema of a tool; empty if the request has none for it, or two.
func (h *healing) schema(tool string) string {
	if h.schemas == nil {
		h.schemas = map[string]string{}
		for _, list := range []string{"tools", "functions"} {
			for _, t := range gateway.Functions(h.root.Member(list)) {
				if _, twice := h.schemas[t.Name]; twice {
					t.Parameters = ""
				}
				h.schemas[t.Name] = t.Parameters
			}
		}
	}
	return h.schemas[tool]
}

// literalOf is a string as the JSON of a string. It is spelled in one way for each text, but for texts that can't be decoded without
// a loss: those keep the spelling that they have.
func literalOf(value jsonedit.Value) (literal string, lossless bool) {
	if utf8.ValidString(value.Str) && !strings.ContainsRune(value.Str, utf8.RuneError) {
		return jsonedit.Quote(value.Str), true
	}
	return value.Raw, false
}

// quote is JSON in a JSON string. It keeps bytes that are no UTF-8, which JSON has nowhere but in its strings.
func quote(text string) string {
	if utf8.ValidString(text) {
		return jsonedit.Quote(text)
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}
