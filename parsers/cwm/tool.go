package cwm

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// maxName bounds a name and the white space around it, in bytes.
const maxName = 128

// tool reads a call, behind the beginning of its tag.
type tool struct {
	label   string // the word in the tag
	text    int    // where the text in the element begins; 0: not known yet
	name    string // of the tool
	payload int    // where what the tool gets begins; 0: not known yet
	scanned int    // the text up to here doesn't end the call
	begun   bool
}

// Read implements [family.Reader].
func (t *tool) Read(c *family.Call) {
	if t.text == 0 && !t.tag(c) || t.payload == 0 && !t.named(c) {
		return
	}
	if !t.begun {
		if t.payload += match.SpaceLen(c.Rest(t.payload)); !t.begin(c) {
			return
		}
	}
	t.value(c)
}

// tag reads the rest of the tag. It returns false if it takes more of the output, or if this is no tag of a call.
func (t *tool) tag(c *family.Call) bool {
	at := c.Start()
	rest := c.Rest(at)
	rest = rest[:min(len(rest), maxName)]
	from := match.SpaceLen(rest)
	n := c.IndexAny(rest[from:], "> \t\r\n</")
	switch a := names.Spaced(c.Config().Tools.Spaced(), rest[from:], c.Final()); {
	case a == match.More && len(rest) < maxName:
		return false
	case a.Yes():
		n = a.Len()
	case n < 0:
		n = len(rest) - from
	}
	end := from + n
	cut := end == len(rest)
	switch {
	case cut && len(rest) < maxName && !c.Final():
		return false
	case cut || n == 0:
		c.Leave()
		return false
	}
	t.label = string(rest[from:end])
	behind := end + match.SpaceLen(rest[end:])
	switch {
	case behind == len(rest) && len(rest) < maxName && !c.Final():
		return false
	case behind < len(rest) && rest[behind] == '>':
		t.text = at + behind + 1
	case rest[end] == ' ' && behind < len(rest) && c.Config().Tools.Given() && !c.Config().Options.DisableRepair:
		c.Repaired(parsers.RepairMissingMarker, at+end) // models leave out the '>'
		t.text = at + behind
	default:
		c.Leave()
		return false
	}
	return true
}

// named finds the tool: the declared name that begins the text, or else the tag's word.
func (t *tool) named(c *family.Call) bool {
	at := t.text + match.SpaceLen(c.Rest(t.text))
	rest := c.Rest(at)
	rest = rest[:min(len(rest), maxName)]
	tools := c.Config().Tools
	n := c.IndexAny(rest, " \t\r\n{<")
	spaced := names.Spaced(tools.Spaced(), rest, c.Final())
	if !c.Final() && len(rest) < maxName && (n < 0 || spaced == match.More) {
		return false
	}
	switch {
	case spaced.Yes():
		n = spaced.Len()
	case n < 0:
		n = len(rest)
	}
	t.name, t.payload = t.label, at
	if n > 0 {
		if name, _ := names.True(nil, c.Config(), rest[:n]); tools.Declared(string(name)) {
			t.name, t.payload = string(rest[:n]), at+n
		}
	}
	return true
}

// begin begins the call, once it is known what the tool gets. A JSON object is left to the engine.
func (t *tool) begin(c *family.Call) bool {
	rest := c.Rest(t.payload)
	if !c.Final() && (len(rest) == 0 || rest[0] == '{' && match.SpaceLen(rest[1:]) == len(rest)-1) {
		return false
	}
	if t.isObject(c, rest) {
		c.Object(t.name, "", t.payload)
		return false
	}
	if name, _ := names.True(nil, c.Config(), []byte(t.name)); !c.Config().Tools.Declared(string(name)) || len(rest) == 0 {
		c.Leave() // it can't be known which argument the text is
		return false
	}
	c.Begin(t.name, "", t.payload)
	t.begun, t.scanned = true, t.payload
	return true
}

// isObject reports whether the text begins as a JSON object does. Behind the brace of other text, no quote follows. If
// the tool takes no text, what begins with a brace is a damaged object.
func (t *tool) isObject(c *family.Call, b []byte) bool {
	if len(b) == 0 || b[0] != '{' {
		return false
	}
	b = b[1:]
	b = b[match.SpaceLen(b):]
	if len(b) > 0 && (names.BeginsQuote(b[0]) || b[0] == '}') {
		return true
	}
	name, _ := names.True(nil, c.Config(), []byte(t.name))
	_, ok := c.TextProperty(string(name))
	return !ok
}

// value reads the text up to the end of the call.
func (t *tool) value(c *family.Call) {
	for {
		rest := c.Rest(t.scanned)
		n := c.IndexAny(rest, "<")
		if n < 0 {
			t.scanned += len(rest)
			break
		}
		t.scanned += n
		ends, more := c.Marker(t.scanned)
		switch {
		case more:
			return
		case ends:
			t.end(c, parsers.End{})
			return
		}
		t.scanned++
	}
	if c.Final() && c.Config().Options.AcceptIncomplete {
		t.end(c, parsers.End{Weak: true})
	}
}

// end ends the call before the offset up to which it was read.
func (t *tool) end(c *family.Call, how parsers.End) {
	text := match.TrimWideSpace(nil, c.Rest(t.payload)[:t.scanned-t.payload])
	switch {
	case len(text) == 0:
		c.Arguments([]byte("{}"))
	case !c.Text(text):
		c.Fail(t.payload, parsers.ReasonMalformed, "no property of the tool takes a text alone")
		return
	}
	c.End(t.scanned, how)
}
