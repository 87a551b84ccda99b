package gemini

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// maxName bounds a name, in bytes.
const maxName = 128

// api is the module in which models call tools.
const api = "default_api"

// apiOpeners are how such a call begins, with a sign between the module and the tool. Models glue words in front of it:
// rests of a token and of code. Each word makes text slower to read.
func apiOpeners(sign string, glued ...string) []string {
	all := []string{api + sign}
	for _, word := range glued {
		all = append(all, word+api+sign)
	}
	return all
}

// apiBodies read such calls: with an object in braces, or as Python.
var apiBodies = []family.Body{{
	Format: formatAPI, Kind: family.LineWords, NonJSON: true, Markers: grammar.Markers{Open: apiOpeners(":", "call:", "call")},
	New: func() family.Reader { return new(apiCall) },
}, {
	Format: formatPython, Kind: family.LineWords, NonJSON: true, Markers: grammar.Markers{Open: apiOpeners(".", "print")},
	New: func() family.Reader { return &apiCall{python: true} },
}}

// apiCall reads a call behind its module.
type apiCall struct {
	python  bool
	scanned int  // of Python: read up to here, behind the module; 0: not started
	depth   int  // of the brackets that are open there
	quote   byte // of the string that is open there; 0: none
	escaped bool
	closed  bool // the parentheses around the arguments are closed there
}

// Read implements [family.Reader].
func (a *apiCall) Read(c *family.Call) {
	rest := c.Rest(c.Start())
	rest = rest[:min(len(rest), maxName+1)]
	n := c.IndexAny(rest, "{(<> \t\r\n")
	switch spaced := names.Spaced(c.Config().Tools.Spaced(), rest, c.Final()); {
	case spaced == match.More && len(rest) <= maxName:
		return
	case spaced.Yes():
		n = spaced.Len()
	}
	if n == len(rest) && !c.Final() {
		return
	}
	if n < 0 && len(rest) <= maxName && !c.Final() {
		return
	}
	if n <= 0 || n == len(rest) {
		c.Leave()
		return
	}
	name, kind := names.True(nil, c.Config(), rest[:n])
	sign := byte('{')
	if a.python {
		sign = '('
	}
	if !c.Config().Tools.Declared(string(name)) || rest[n] != sign || kind != 0 && c.Config().Options.DisableRepair {
		c.Leave()
		return
	}
	if a.python {
		a.code(c, n)
		return
	}
	c.Repaired(parsers.RepairMissingMarker, c.Start())
	c.Object(string(rest[:n]), "", c.Start()+n)
}

// code leaves the call, whose name is n bytes long, to the engine, if it is alone on its line.
func (a *apiCall) code(c *family.Call, n int) {
	rest := c.Rest(c.Start())
	from := max(a.scanned, n)
	for a.scanned = from; a.scanned < len(rest) && !a.closed; a.scanned++ {
		a.closed = a.ends(rest[a.scanned])
	}
	c.Count(a.scanned - from)
	if !a.closed {
		if c.Final() {
			c.Penalize(c.Start())
			c.Code(nil, c.Start())
		}
		return
	}
	behind := rest[a.scanned:]
	line := c.IndexAny(behind[:min(len(behind), maxName)], "\n")
	switch {
	case line < 0 && len(behind) < maxName && !c.Final() && match.SpaceLen(behind) == len(behind):
		return
	case line < 0:
		line = len(behind)
	}
	if s := match.SpaceLen(behind[:line]); s < line && behind[s] != ';' {
		c.Leave()
		return
	}
	c.Penalize(c.Start())
	c.Code(nil, c.Start())
}

// ends reports whether the byte closes the parentheses around the arguments.
func (a *apiCall) ends(b byte) bool {
	switch {
	case a.escaped:
		a.escaped = false
	case a.quote != 0:
		a.escaped = b == '\\'
		if b == a.quote {
			a.quote = 0
		}
	case b == '"' || b == '\'':
		a.quote = b
	case b == '(' || b == '[' || b == '{':
		a.depth++
	case b == ')' || b == ']' || b == '}':
		a.depth--
		return a.depth == 0
	}
	return false
}
