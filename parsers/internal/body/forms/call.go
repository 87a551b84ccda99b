package forms

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// The formats of calls in the forms.
const (
	FormatTag     = "common/tool_tag"
	FormatElement = "common/elements"
	FormatInvoke  = "common/invoke"
	FormatHash    = "common/hash"
	FormatRecord  = "common/record"
	FormatKey     = "common/only_key"
	FormatFence   = "common/tool_fence"
	FormatReact   = "common/react"
)

// Formats describe them.
var Formats = []parsers.Format{{
	Name:        FormatTag,
	Description: "A tag that is named after the tool, with an attribute, or a tag, for each argument, or around JSON.",
	Example:     "<get_weather>\n<city>Oslo</city>\n</get_weather>",
}, {
	Name:        FormatElement,
	Description: "Elements with the name and with JSON, in a wrapper.",
	Example:     "<tool_call>\n<name>get_weather</name>\n<parameters>{\"city\": \"Oslo\"}</parameters>\n</tool_call>",
}, {
	Name:        FormatInvoke,
	Description: "A tag that names the tool in an attribute, with an attribute, or a tag, for each argument, or with JSON.",
	Example:     `<invoke name="get_weather" city="Oslo"/>`,
}, {
	Name:        FormatHash,
	Description: "A hash, as in Perl or Ruby, between [TOOL_CALL] and [/TOOL_CALL].",
	Example:     `[TOOL_CALL]{tool => "get_weather", args => {--city "Oslo"}}[/TOOL_CALL]`,
}, {
	Name:        FormatRecord,
	Description: "A record of a call, such as one in brackets, at the end of the output.",
	Example:     `[Calling tool: get_weather({"city": "Oslo"})]`,
}, {
	Name:        FormatKey,
	Description: "A JSON object with one key, the tool's name, or an array of such objects.",
	Example:     `[{"get_weather": {"city": "Oslo"}}]`,
}, {
	Name:        FormatFence,
	Description: "A Markdown fence that names the tool, around its arguments as JSON.",
	Example:     fenceSign + "tool get_weather\n{\"city\": \"Oslo\"}\n" + fenceSign,
}, {
	Name:        FormatReact,
	Description: "An action and its input, a JSON object, at the end of the output.",
	Example:     "Action: get_weather\nAction Input: {\"city\": \"Oslo\"}",
}}

// NonJSON are the formats whose arguments aren't written as JSON.
var NonJSON = []string{FormatTag, FormatInvoke, FormatHash}

// Names are the formats' names.
var Names = []string{FormatTag, FormatElement, FormatInvoke, FormatHash, FormatRecord, FormatKey, FormatFence, FormatReact}

// A found is a call of a form.
type found struct {
	format     string
	name       string
	args       []byte
	start, end int // from the form's first byte
}

// A reader reads the form with which text begins.
type reader struct {
	env   *body.Env
	text  []byte
	final bool
	calls []found
	end   int // of the form
	far   int // up to here the text was looked at
	*progress
}

// progress is where searches ended for want of text. A form that is read anew goes on there.
type progress struct {
	sought match.Sought // the last text that wasn't there
	object openObject
}

// openObject is the object at index at, up to index to.
type openObject struct {
	at, to, depth int
	quoted        bool
}

// Call is the body for a form. It is opened where Opens says that one may begin.
type Call struct {
	// Left: there is no call. Something else may begin there.
	Left bool

	start int
	tried int // how much of the text was there when the form was read last
	seen  int // up to here a byte was looked for that may end the form
	ends  bool
	done  progress
	reader
}

// Open begins a form at offset at.
func (c *Call) Open(at int) { *c = Call{start: at} }

// Step reads on, and returns true when the call is reported, or Left. The form is read anew only if more of it is there that may end it, and enough more, so that
// the work is linear.
func (c *Call) Step(env *body.Env) bool {
	text := env.Rest(c.start)
	if !env.Final && c.waits(env, text) {
		return false
	}
	c.tried = len(text)
	c.reader = reader{env: env, text: text, final: env.Final, calls: c.calls[:0], progress: &c.done}
	a, budget := match.No, env.Penalties.Budget()
	if !budget.Exhausted() {
		a = c.read()
	}
	switch {
	case a == match.More:
		return false
	case a == match.No || !c.counts():
		budget.SpendInVain(c.far, c.start+c.far)
		c.Left = true
		return true
	}
	c.report()
	return true
}

// waits reports whether the form needn't be read yet.
func (c *Call) waits(env *body.Env, text []byte) bool {
	from := min(c.seen, len(text))
	if c.seen = len(text); !c.ends && c.tried > 0 {
		for _, b := range text[from:] {
			c.ends = c.ends || b == '>' || b == '}' || b == ']' || b == ')' || fence.Begins[b]
		}
		env.Visits.Add(len(text) - from)
	}
	if c.tried == 0 {
		return false
	}
	if !c.ends || len(text)-c.tried < c.tried/8 {
		return true
	}
	c.ends = false
	return false
}

// read reads the form.
func (r *reader) read() match.Answer {
	switch r.text[0] {
	case TagOpens:
		return r.element()
	case '[':
		if a := r.record(); a != match.No {
			return a
		}
	case LinesOpen[0], LinesOpen[1]:
		return r.record()
	}
	if fence.Begins[r.text[0]] {
		return r.fenced()
	}
	return r.keyed()
}

// counts reports whether calls in the form's format count.
func (r *reader) counts() bool {
	for i := range r.calls {
		if !r.env.Config.Counts(r.calls[i].format) {
			return false
		}
	}
	return len(r.calls) > 0
}

// report reports the calls, and what is around them if there are several.
func (c *Call) report() {
	env := c.env
	env.Text(c.start)
	end := c.start + c.end
	grouped := len(c.calls) > 1
	for i := range c.calls {
		call := &c.calls[i]
		from, to := c.start, end
		if grouped {
			from, to = c.start+call.start, c.start+call.end
			if role := parsers.RoleOpen; i == 0 {
				env.Markup(from, role)
			} else if between := env.Slice(env.Mark, from); match.SpaceLen(between) < len(between) {
				env.Markup(from, parsers.RoleBetween)
			} else {
				env.Text(from)
			}
		}
		env.Calls.WholeCall(to, parsers.Begin{At: from, Name: env.Intern([]byte(call.name)), Format: call.format, FreeText: true}, call.args, parsers.End{})
	}
	if grouped {
		env.Markup(end, parsers.RoleClose)
	}
	env.Seek(end)
	env.Calls.Called()
}
