package engine

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A pythonPlace is where calls stand.
type pythonPlace uint8

const (
	// pythonText is a list in running text.
	pythonText pythonPlace = iota
	// pythonStart is the start of the output.
	pythonStart
	// pythonLine is calls alone on their line.
	pythonLine
	// pythonBody is the body of a fence.
	pythonBody
	// pythonBlock is what a marker begins and another one ends.
	pythonBlock
	// pythonWhole is a text that is nothing but calls.
	pythonWhole
)

// pythonPlaces are where Python calls may stand in the output.
type pythonPlaces struct {
	on    bool // they count in this output
	code  bool // what follows is code for an interpreter
	place pythonPlace
	at    int // calls may begin here; -1: nowhere
	free  int // a list that begins here costs nothing, as one did before it

	thought bool // the thought that is open begins the output
	chained bool // behind white space, the next list costs nothing, either
}

func newPythonPlaces(e *Engine) pythonPlaces {
	g := e.grammar.Python
	on := g != nil && e.Config.Tools.Given() && e.Config.Counts(g.Format)
	return pythonPlaces{on: on, at: -1, free: -1}
}

// Code says that what follows, up to the end of the block, is code.
func (e *Engine) Code() { e.python.code = true }

// mayBegin notes that calls may begin at the position.
func (p *pythonPlaces) mayBegin(at int, place pythonPlace) {
	if p.on && !p.code {
		p.at, p.place = at, place
	}
}

// pythonHere looks for calls at the position, at which they may begin; false
// if more bytes must tell.
func (e *Engine) pythonHere() bool {
	place := e.python.place
	if e.quote.quoted() || e.nested || e.quote.think != 0 && place != pythonBlock {
		e.python.at = -1
		return true
	}
	if e.python.chained {
		at, more := e.Space(e.Pos)
		if more {
			e.Text(e.Pos)
			return false
		}
		e.Pos, e.python.at = at, at
		e.python.behind(at)
	}
	n := e.opensPython(e.Pos, place)
	if n < 0 {
		e.Text(e.Pos)
		return false
	}
	e.python.at = -1
	if n == 0 {
		return true
	}
	if c := e.Rest(e.Pos)[0]; place == pythonStart && c != '"' && c != '\'' {
		place = pythonLine
	}
	e.openPython(place)
	return true
}

// pythonInThought handles a marker behind which calls may begin, in a thought:
// they end it there. False if more bytes must tell.
func (e *Engine) pythonInThought(m *Marker, n int) bool {
	switch calls := e.opensPython(e.Pos+n, pythonBlock); {
	case calls < 0:
		e.Text(e.Pos)
		return false
	case calls > 0:
		e.leaveThought()
	}
	e.takeMarker(m, n)
	return true
}

// openPython begins the candidate at the position.
func (e *Engine) openPython(place pythonPlace) {
	if place != pythonBody {
		e.Text(e.Pos)
	}
	e.candidate = newPythonCalls(e.Pos, place)
}

// opensPython tells whether calls begin at offset at: positive if so, -1 if
// more bytes must tell.
func (e *Engine) opensPython(at int, place pythonPlace) int {
	rest := e.Rest(at)
	if place == pythonBlock || place == pythonBody {
		rest = rest[leadingSpace(rest):]
	}
	if len(rest) == 0 {
		return int(match.End(e.Final))
	}
	switch c := rest[0]; {
	case c == '[':
		if !e.grammar.Python.Lists || place == pythonLine || place == pythonStart {
			return 0 // a list is found by its bracket
		}
		return e.opensList(rest)
	case c == '"' || c == '\'':
		if !e.grammar.Python.Lists || place != pythonStart {
			return 0
		}
		return e.opensQuoted(rest)
	}
	if opened := e.grammar.Python.Opened; opened != "" {
		if n := MatchText(opened, rest, e.Final); n != 0 {
			return min(n, 0)
		}
	}
	return e.opensCall(rest)
}

// listAtBracket tells whether the '[' at the position begins a list of calls,
// and opens it; more if that takes more bytes.
func (e *Engine) listAtBracket() (opened, more bool) {
	if !e.python.on || e.python.code || !e.grammar.Python.Lists || e.quote.quoted() || e.quote.think != 0 || e.nested {
		return false, false
	}
	switch n := e.opensList(e.Rest(e.Pos)); {
	case n < 0:
		e.Text(e.Pos)
		return false, true
	case n == 0:
		return false, false
	}
	place := pythonText
	if e.AtStart(e.Pos) || e.python.free == e.Pos {
		place = pythonStart
	}
	e.openPython(place)
	return true, false
}

// behind notes that the position is behind a call and what may follow one.
func (p *pythonPlaces) behind(at int) {
	if p.chained {
		p.chained, p.free = false, at
	}
}

// maxPythonSpace bounds what is looked over for a name.
const maxPythonSpace = 1 << 10

// leadingSpace is the length of the white space and the comments at the start of b.
func leadingSpace(b []byte) int {
	b = b[:min(len(b), maxPythonSpace)]
	comment := false
	for i := range b {
		switch {
		case comment:
			comment = b[i] != '\n'
		case b[i] == '#':
			comment = true
		case !isSpaceAt(b[i:]):
			return i
		}
	}
	return len(b)
}

// opensList tells whether the '[' that b begins with opens a list whose first
// call is that of a declared tool; -1 if more bytes must tell.
func (e *Engine) opensList(b []byte) int {
	for range 2 { // one may be too many
		b = b[1:]
		n := leadingSpace(b)
		if b = b[n:]; len(b) == 0 {
			return int(match.End(e.Final))
		}
		if n == maxPythonSpace {
			return 0
		}
		if b[0] != '[' {
			break
		}
	}
	if b[0] == '"' || b[0] == '\'' {
		return e.opensQuoted(b)
	}
	return e.opensCall(b)
}

// opensQuoted tells the same of a call, or a list, that is written as a
// string, or of one whose name is in quotes.
func (e *Engine) opensQuoted(b []byte) int {
	quote := b[0]
	b = b[1:]
	if len(b) > 0 && b[0] == '[' {
		b = b[1:]
	}
	n := PythonNameLength(b)
	if n < len(b) && b[n] == quote && n > 0 {
		if n+1 == len(b) {
			return int(match.End(e.Final))
		}
		if _, _, ok := e.PythonName(b[:n]); ok && b[n+1] == '(' {
			return 1
		}
		return 0
	}
	return e.opensCall(b)
}

const printOpens = "print("

// opensCall tells whether b begins with the call of a declared tool, or with
// one that is printed; -1 if more bytes must tell.
func (e *Engine) opensCall(b []byte) int {
	n := PythonNameLength(b)
	if n == len(b) {
		if n > maxPythonName || !e.mayBeName(b) {
			return 0
		}
		return int(match.End(e.Final))
	}
	if b[n] != '(' {
		return 0
	}
	if _, _, ok := e.PythonName(b[:n]); ok {
		return 1
	}
	if string(b[:n+1]) != printOpens {
		return 0
	}
	b = b[n+1:]
	n = PythonNameLength(b)
	if n == len(b) {
		return int(match.End(e.Final))
	}
	if _, _, ok := e.PythonName(b[:n]); ok && b[n] == '(' {
		return 1
	}
	return 0
}

// maxPythonName bounds a name, in bytes.
const maxPythonName = 256

// PythonNameLength is the length of the name at the start of b, which is written
// as code: more than it may be if that is too much.
func PythonNameLength(b []byte) int {
	n := 0
	for n < len(b) && n <= maxPythonName && isPythonNameByte(b[n]) {
		n++
	}
	return n
}

func isPythonNameByte(c byte) bool {
	return isNameByte(c) || c == ':' || c == '/' || c == '\\'
}

// prefixes are what models put before the names of declared tools.
var prefixes = [...]string{"functions.", "tools.", "default_api."}

// mayBeName tells whether a declared name, or what may stand before one, can
// begin with b.
func (e *Engine) mayBeName(b []byte) bool {
	text := string(b)
	if strings.Contains(text, `\`) || strings.HasPrefix(printOpens, text) || strings.HasPrefix(e.grammar.Python.Prefix, text) {
		return true
	}
	for _, prefix := range append(prefixes[:], e.grammar.Python.Prefix) {
		if strings.HasPrefix(prefix, text) || prefix != "" && strings.HasPrefix(text, prefix) {
			return true
		}
	}
	for i := range e.Config.Tools.Len() {
		if strings.HasPrefix(e.Config.Tools.At(i).Name, text) {
			return true
		}
	}
	return false
}

// PythonName is the declared tool's name that is written as raw, and whether
// that had to be repaired; ok is false if there is none.
func (e *Engine) PythonName(raw []byte) (name string, repaired, ok bool) {
	tools := e.Config.Tools
	if tools.Declared(string(raw)) {
		return tools.Intern(raw), false, true
	}
	if prefix := e.grammar.Python.Prefix; prefix != "" {
		if bare, cut := bytes.CutPrefix(raw, []byte(prefix)); cut {
			name, repaired, ok = e.PythonName(bare)
			return name, repaired, ok
		}
	}
	bare := bytes.ReplaceAll(raw, []byte(`\_`), []byte(`_`))
	for _, prefix := range prefixes {
		if cut, ok := bytes.CutPrefix(bare, []byte(prefix)); ok && tools.Declared(string(cut)) {
			bare = cut
			break
		}
	}
	return tools.Intern(bare), true, e.Repairs() && tools.Declared(string(bare))
}

// isNameByte tells whether c can stand in a name that is written as code.
func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '-' || c >= 0x80
}
