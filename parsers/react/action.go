package react

import (
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

const (
	// maxName bounds a name and the white space around it, in bytes.
	maxName = 128
	input   = "Action Input:"
)

// steps begin the lines that end an input which is a text.
var steps = []string{"Observation:", "Thought:", "Action:", "Final Answer:"}

// action reads a call behind its word.
type action struct {
	name    string
	input   int // behind the word that announces the input; 0: not known yet
	scanned int // the text up to here doesn't end the input; 0: the input isn't a text
}

// Read implements [family.Reader].
func (a *action) Read(c *family.Call) {
	if a.input == 0 && !a.named(c) {
		return
	}
	if a.scanned == 0 && !a.begin(c) {
		return
	}
	a.text(c)
}

// named reads the name of the tool, and the word that announces the input on a later line.
func (a *action) named(c *family.Call) bool {
	rest := c.Rest(c.Start())
	line := c.IndexAny(rest[:min(len(rest), maxName)], "\n")
	switch {
	case line < 0 && (len(rest) >= maxName || c.Final()):
		c.Leave()
		return false
	case line < 0:
		return false
	}
	name := match.TrimWideSpace(nil, rest[:line])
	declared, _ := names.True(nil, c.Config(), name)
	if !c.Config().Tools.Declared(string(declared)) {
		c.Leave()
		return false
	}
	at := line + match.SpaceLen(rest[line:])
	if at == len(rest) && !c.Final() {
		return false
	}
	switch n := match.Text(input, rest[at:], c.Final()); {
	case n == match.More:
		return false
	case n == match.No:
		c.Leave()
		return false
	default:
		a.name, a.input = string(name), c.Start()+at+n.Len()
	}
	return true
}

// begin begins the call, once it is known what the input is. An object is left to the engine.
func (a *action) begin(c *family.Call) bool {
	at := a.input + match.SpaceLen(c.Rest(a.input))
	rest := c.Rest(at)
	switch {
	case len(rest) == 0 && !c.Final():
		return false
	case len(rest) == 0:
		c.Leave()
		return false
	case rest[0] == '{':
		c.Object(a.name, "", at)
		return false
	}
	if declared, _ := names.True(nil, c.Config(), []byte(a.name)); !takesText(c, string(declared)) {
		c.Leave()
		return false
	}
	c.Begin(a.name, "", at)
	a.input, a.scanned = at, at
	return true
}

func takesText(c *family.Call, tool string) bool {
	_, ok := c.TextProperty(tool)
	return ok
}

// text reads an input that is a text, up to the line of another step or the end of the output.
func (a *action) text(c *family.Call) {
	for {
		rest := c.Rest(a.scanned)
		n := c.IndexAny(rest, "\n")
		if n < 0 {
			a.scanned += len(rest)
			break
		}
		next := n + match.SpaceLen(rest[n:])
		c.Count(next - n)
		if next == len(rest) && !c.Final() {
			a.scanned += n
			return
		}
		switch m := match.Any(steps, rest[next:], c.Final()); {
		case m == match.More:
			a.scanned += n
			return
		case m.Yes():
			a.scanned += n
			a.end(c, parsers.End{})
			return
		}
		a.scanned += next
	}
	switch {
	case c.CutOff() && c.Config().Options.AcceptIncomplete:
		a.end(c, parsers.End{Weak: true})
	case c.Final() && !c.CutOff():
		a.end(c, parsers.End{})
	}
}

// end ends the call with the text up to the offset up to which it was read.
func (a *action) end(c *family.Call, how parsers.End) {
	text := match.TrimWideSpace(nil, c.Rest(a.input)[:a.scanned-a.input])
	var unquoted string
	if strings.HasPrefix(string(text), `"`) && json.Unmarshal(text, &unquoted) == nil {
		text = []byte(unquoted)
	}
	c.Text(text)
	c.End(a.scanned, how)
}
