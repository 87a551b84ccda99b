package pythoncall

import (
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A Where says where calls stand.
type Where uint8

const (
	// InText is a list in running text.
	InText Where = iota
	// AtStart is the start of the output.
	AtStart
	// OnLine is calls alone on their lines.
	OnLine
	// InFence is the body of a fence.
	InFence
	// InBlock is what a marker begins and another one ends.
	InBlock
	// whole is a text that is nothing but calls.
	whole
)

// anyName reports whether calls there may have names that aren't declared.
func (w Where) anyName(g *grammar.Python) bool {
	return g.Names != grammar.AllDeclared && (w == InBlock || w == AtStart || w == InText && g.Echoed() != nil)
}

// Opens reports whether calls begin with b, in a block and in a fence behind
// white space and comments. A list, which begins with its bracket, is looked
// for at every '[' ([OpensList]), so at the start of the output and of a line
// it is none here; bare calls there are calls alone on their line.
func Opens(e *place.Around, g *grammar.Python, where Where, b []byte) match.Answer {
	inside := where == InBlock || where == InFence
	if inside {
		b = b[leadingSpace(b):]
	}
	if where == InBlock && len(b) > 0 && fence.Begins[b[0]] {
		_, a := fenceLine(e, b)
		if !a.Yes() {
			return a
		}
		b = b[a:]
		b = b[leadingSpace(b):]
	}
	if len(b) == 0 {
		return match.End(e.Final)
	}
	switch c := b[0]; {
	case c == '[':
		if !inside || g.Calls == grammar.PythonLines {
			return match.No
		}
		return OpensList(e, g, where, b)
	case c == '{':
		return match.No // JSON, as a rule
	case isQuote(c):
		switch {
		case inside:
			return quotedName(e, b)
		case g.Calls != grammar.PythonLists || where != AtStart:
			return match.No
		}
		return opensQuoted(e, g, where, b)
	case where == AtStart:
		where = OnLine
	}
	if b[0] == names.Typographic && where == OnLine {
		return match.No // a line that begins with a quotation
	}
	if g.Printed { // its marker reads it
		if a := Prints(g, b, e.Final); a != match.No {
			return min(a, match.No)
		}
	}
	return opensCall(e, g, where, b)
}

const (
	// labelEnds end the label of a fence between the markers, maxLabel bounds it.
	labelEnds = "\n[(<" + string(fence.Code)
	maxLabel  = 32
	// maxRun bounds the run that opens it.
	maxRun = 256
)

// fenceLine reports whether a fence around what stands between markers begins with b: the run
// that opens it, and the length of its line.
func fenceLine(e *place.Around, b []byte) (fence.Run, match.Answer) {
	run := fence.At(b[:min(len(b), maxRun)])
	e.Visits.Add(run.Len)
	switch {
	case run.Len == len(b):
		return run, match.End(e.Final)
	case !run.Fences() || run.Len == maxRun || e.Prose.InFence():
		return run, match.No
	}
	b = b[run.Len:]
	n := e.Visits.IndexAny(b[:min(len(b), maxLabel)], labelEnds)
	switch {
	case n < 0 && len(b) < maxLabel:
		return run, match.End(e.Final)
	case n < 0 || b[n] != '\n':
		return run, match.No
	}
	return run, match.Answer(run.Len + n)
}

// Prints reports whether what begins a printed call begins b: print, its parenthesis and
// the grammar's Prefix, white space before that or not.
func Prints(g *grammar.Python, b []byte, final bool) match.Answer {
	a := match.Text(grammar.PrintOpens, b, final)
	if !a.Yes() || g.Prefix == "" {
		return a
	}
	n := a.Len() + printSpace(b[a:])
	return match.Text(g.Prefix, b[n:], final).Plus(n)
}

// printSpace is the length of the white space at the start of b, but no more than may
// stand in a print's parenthesis.
func printSpace(b []byte) int { return match.SpaceLen(b[:min(len(b), maxPrintSpace)]) }

const maxPrintSpace = 64

// MayBegin reports whether a line that begins with b may begin with a call, as far as
// that shows at once: a parenthesis stands behind a name, or may.
func MayBegin(e *place.Around, b []byte) bool {
	n := wordLength(b)
	return n == len(b) || b[n] == '(' || len(e.Config.Tools.Spaced()) > 0
}

// MayList is the same for the '[' before b, and the list that it may open.
func MayList(e *place.Around, b []byte) bool {
	c := b[0]
	return !(isNameByte(c) && c < utf8.RuneSelf) && c != ']' && c != '!' && c != '^' || MayBegin(e, b)
}

// A quoting tells what stands in a string, where a call that failed is passed over: a
// string ends with its line.
type quoting struct {
	quote   byte // of the string that is open; 0: none is
	escaped bool
}

// takes reports whether c belongs to a string.
func (q *quoting) takes(c byte) bool {
	switch {
	case c == '\n':
		*q = quoting{}
		return false
	case q.escaped:
		q.escaped = false
	case q.quote != 0:
		q.escaped = c == '\\'
		if c == q.quote {
			q.quote = 0
		}
	case isQuote(c):
		q.quote = c
	default:
		return false
	}
	return true
}

func isQuote(c byte) bool { return c == '"' || c == '\'' }

// maxSpace bounds what is looked over for a name.
const maxSpace = 1 << 10

// leadingSpace is the length of the white space and the comments at the start of b.
func leadingSpace(b []byte) int {
	b = b[:min(len(b), maxSpace)]
	comment := false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case comment:
			comment = c != '\n'
		case c == '#':
			comment = true
		case c >= utf8.RuneSelf:
			n := match.WideSpace(b[i:], false)
			switch n {
			case match.More:
				return len(b)
			case match.No:
				return i
			}
			i += n.Len() - 1
		case !match.IsSpace(c):
			return i
		}
	}
	return len(b)
}

// OpensList reports whether the '[' that b begins with opens a list of calls: the
// first one's name must be declared, if names there must.
func OpensList(e *place.Around, g *grammar.Python, where Where, b []byte) match.Answer {
	for range 2 { // one may be too many
		b = b[1:]
		n := leadingSpace(b)
		e.Visits.Add(n)
		if b = b[n:]; len(b) == 0 {
			return match.End(e.Final)
		}
		if n == maxSpace {
			return match.No
		}
		if b[0] != '[' {
			break
		}
	}
	if isQuote(b[0]) {
		return opensQuoted(e, g, where, b)
	}
	return opensCall(e, g, where, b)
}

// opensQuoted tells the same of a call, or a list, that is written as a
// string, or of one whose name is in quotes.
func opensQuoted(e *place.Around, g *grammar.Python, where Where, b []byte) match.Answer {
	quote := b[0]
	b = b[1:]
	if len(b) > 0 && b[0] == '[' {
		b = b[1:]
	}
	n := nameLength(e, b)
	if n == len(b) || n == 0 || b[n] != quote {
		return opensCall(e, g, where, b)
	}
	if n+1 == len(b) {
		return match.End(e.Final)
	}
	return called(e, g, where, b[:n], b[n+1])
}

// quotedName reports whether b begins with a name in quotes, and a parenthesis behind it.
func quotedName(e *place.Around, b []byte) match.Answer {
	n := nameLength(e, b[1:]) + 2 // with its quotes
	switch {
	case n >= len(b) && n <= maxName:
		return match.End(e.Final)
	case n >= len(b) || n == 2 || b[n-1] != b[0] || b[n] != '(':
		return match.No
	}
	return match.Answer(n + 1)
}

// opensCall reports whether b begins with a call, or with one that is printed.
func opensCall(e *place.Around, g *grammar.Python, where Where, b []byte) match.Answer {
	if where.anyName(g) {
		return matchName(e, b)
	}
	n := nameLength(e, b)
	if n == len(b) {
		if n > maxName || !mayBeDeclared(e, g, b) {
			return match.No
		}
		return match.End(e.Final)
	}
	if a := called(e, g, where, b[:n], b[n]); a.Yes() || string(b[:n+1]) != grammar.PrintOpens {
		return a
	}
	b = b[n+1:]
	b = b[printSpace(b):]
	if n = nameLength(e, b); n == len(b) {
		return match.End(e.Final)
	}
	return called(e, g, where, b[:n], b[n])
}

// called reports whether the name can be that of a call, and a parenthesis follows it.
func called(e *place.Around, g *grammar.Python, where Where, name []byte, next byte) match.Answer {
	if next != '(' {
		return match.No
	}
	if _, _, ok := declared(e, g, name); !ok && !where.anyName(g) {
		return match.No
	}
	return match.Answer(len(name) + 1)
}
