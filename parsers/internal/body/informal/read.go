package informal

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Call is what was read.
type Call struct {
	Name string
	// Arguments are JSON.
	Arguments []byte
	Repairs   []parsers.Repair
	// SecondReading: the text could also be read in another way.
	SecondReading bool
	// Certain: the call is read as the family writes it, but for the repairs. It has no other penalty.
	Certain bool
	// Closed: the text shows where the call ends, so the closer may be missing.
	Closed bool
}

// Read reads the text from offset at to end, which is all that is between the tags with the word.
func Read(env *body.Env, word string, at, end int) (Call, bool) {
	text := env.Slice(at, end)
	env.Visits.Add(len(text))
	n := match.SpaceLen(text)
	f := form{env: env, at: at + n, text: match.TrimSpaceRight(text[n:])}
	if !f.read(word) {
		return Call{}, false
	}
	f.call.SecondReading = f.call.SecondReading || f.doubt
	return f.call, true
}

// A form is the text of a call.
type form struct {
	env  *body.Env
	at   int // the offset of the text
	text []byte
	call Call
	arguments
}

// read reads the text in the form that its first bytes show.
func (f *form) read(wrapper string) bool {
	if rest, ok := bytes.CutPrefix(f.text, []byte(lostColon)); ok {
		return f.lostColon(rest)
	}
	if rest, ok := bytes.CutPrefix(f.text, []byte(nameOpen)); ok {
		name, behind, ok := bytes.Cut(rest, []byte(nameClose))
		name = bytes.TrimSpace(name)
		if !ok || !f.env.Declared(string(name)) {
			return false
		}
		f.opens(f.env, string(name))
		return f.inside(behind)
	}
	if tool, n, a := opensCall(f.env, wrapper, f.text, true); a.Yes() {
		f.opens(f.env, tool)
		return f.parameters(f.text[n:])
	}
	rest, keyed := bytes.CutPrefix(f.text, []byte(nameKey))
	if keyed {
		rest = rest[match.SpaceLen(rest):]
	}
	tagged := !keyed && len(rest) > 0 && rest[0] == tagBegin
	if tagged {
		rest = rest[1:]
	}
	tool, n, a := ToolAt(f.env, rest, true)
	if !a.Yes() {
		return false
	}
	word := rest[:n]
	f.opens(f.env, tool)
	rest = rest[n:]
	switch {
	case keyed:
		return f.lines(rest)
	case tagged:
		return f.tag(word, rest)
	case len(rest) == 0:
		return false
	case rest[0] == '(':
		return f.python(rest)
	case rest[0] == '>':
		return f.only(rest[1:])
	case rest[0] == tagBegin:
		return f.joined(rest)
	}
	if bytes.IndexByte(rest[:match.SpaceLen(rest)], '\n') >= 0 && f.lines(rest) {
		return true
	}
	f.restart()
	return f.attributes(rest)
}

// opens begins the call of a tool.
func (f *form) opens(env *body.Env, tool string) {
	f.call.Name = tool
	f.arguments = arguments{env: env, tool: env.Rules.Properties(tool)}
}
