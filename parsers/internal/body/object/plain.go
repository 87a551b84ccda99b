package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// Most calls are short, are as they should be, and have come as a whole. What is read token
// by token otherwise, in many small steps, is read of these at one look: a short call takes
// 0.9 of its time. Whatever is the least bit odd is left to the steps. For what isn't, they
// come to the same end, and must: an output that is cut takes them, so that every test that
// cuts one compares the two.

// minPlain is how much must be at hand behind an opener for a look at it to be worth it:
// no piece of a token or two.
const minPlain = 16

// closesPlainly reads on to the closer of what was just opened, if it is plain.
func (j *Call) closesPlainly(e *place.Around, w *jsonscan.Window, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	switch {
	case w.End() < opener.End+minPlain || j.unit.hinted || j.s.Repaired > 0 || j.read:
		return closer, false
	case j.skip > 0:
		return j.skipPlain(w, opener)
	default:
		return j.plainUnit(e, w, opener)
	}
}

// skipPlain passes over a value in which nothing is of interest.
func (j *Call) skipPlain(w *jsonscan.Window, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	u := &j.unit
	if u.stage != schemaSettled && tellingKey(w.Slice(opener.End, w.End())) {
		return closer, false
	}
	n, last := jsonscan.Whole(w.Slice(opener.Start, w.End()), j.s.Room()+1)
	if n == 0 {
		return closer, false
	}
	u.stage = schemaSettled
	if last >= 0 && !j.suspect.frozen {
		j.suspect.skip(&j.s, opener.Start+last)
	}
	return j.s.CloseAt(opener.Start + n - 1), true
}

// plainMembers are as many as a plain call has: name, arguments, id, type.
const plainMembers = 4

// maxPlainKey bounds the key of one, in bytes, its quotes and colon included.
const maxPlainKey = 64

// A plainMember is one, its value from start to end.
type plainMember struct {
	field      *grammar.Field
	start, end int
	suspect    int // index of the last string in it whose end can be in doubt, or -1
}

// plainUnit reads the members of an object that is a call, or stands in a wrapper, if a
// name, arguments, and what tells id and type are all that it has.
func (j *Call) plainUnit(e *place.Around, w *jsonscan.Window, opener jsonscan.Token) (closer jsonscan.Token, ok bool) {
	top := &j.frames[j.n-1]
	if top.depth != j.s.Depth() || top.list || top.first || top.shape.Keyed || !j.unit.empty() {
		return closer, false
	}
	var members [plainMembers]plainMember
	b := w.Slice(opener.End, w.End())
	for i, k := 0, 0; k < plainMembers; k++ {
		i += match.SpaceLen(b[i:])
		m := &members[k]
		field, n := plainKey(top.shape, b[i:])
		m.field = field
		if m.field == nil || k == 0 && m.field.ID && wraps(top.shape) {
			return closer, false // a wrapper follows, as a rule
		}
		i += n
		i += match.SpaceLen(b[i:])
		if n, m.suspect = j.plainValue(m.field, b[i:]); n == 0 {
			return closer, false
		}
		m.start = opener.End + i
		i += n
		m.end = opener.End + i
		i += match.SpaceLen(b[i:])
		if i == len(b) {
			return closer, false
		}
		if b[i] == '}' {
			return j.takePlain(e, w, members[:k+1], opener.End+i)
		}
		if b[i] != ',' {
			return closer, false
		}
		i++
	}
	return closer, false
}

// plainKey is the field of the key that b begins with, and the length of that, its colon
// included; nil if the key says nothing, or isn't plain.
func plainKey(shape *grammar.Shape, b []byte) (f *grammar.Field, n int) {
	if len(b) == 0 || b[0] != '"' {
		return nil, 0
	}
	b = b[1:min(len(b), maxPlainKey)]
	if n = bytes.IndexByte(b, '"'); n < 0 || n+1 == len(b) || b[n+1] != ':' {
		return nil, 0
	}
	for i := range shape.Fields {
		if f = &shape.Fields[i]; f.Key == string(b[:n]) {
			return f, n + len(`"":`)
		}
	}
	return nil, 0
}

// wraps tells whether a key of the shape holds an object that is the call.
func wraps(shape *grammar.Shape) bool {
	for i := range shape.Fields {
		if shape.Fields[i].Object != nil {
			return true
		}
	}
	return false
}

// plainValue is the length of the value of f that b begins with, or 0, and the index of the
// last string in it whose end can be in doubt, or -1.
func (j *Call) plainValue(f *grammar.Field, b []byte) (n, suspect int) {
	switch {
	case len(b) == 0 || f.Object != nil || f.List != nil || f.First != nil:
		return 0, -1
	case f.Arguments != 0 && b[0] == '{':
		if f.Name != 0 || tellingKey(b[1:]) {
			return 0, -1
		}
		return jsonscan.Whole(b, j.s.Room())
	case b[0] != '"', f.Arguments != 0 && !plainlyEncoded(b[1:]):
		return 0, -1
	case f.Name != 0:
		return jsonscan.WholeString(b), -1
	}
	return jsonscan.WholeString(b), 0
}

// plainlyEncoded tells whether a string that holds text is that of an object whose first
// key is plain, and none that may tell a schema.
func plainlyEncoded(text []byte) bool {
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	text = text[1:]
	text = text[match.SpaceLen(text):]
	if len(text) < 3 || text[0] != '\\' || text[1] != '"' {
		return false
	}
	switch text[2] {
	case keySchema[0], keyProperties[0], keyType[0], '\\':
		return false
	}
	return true
}

// takePlain takes the members of the object, whose closer stands at offset at, as they
// would be taken one by one.
func (j *Call) takePlain(e *place.Around, w *jsonscan.Window, members []plainMember, at int) (closer jsonscan.Token, ok bool) {
	var named, args *grammar.Field
	for i := range members {
		switch f := members[i].field; {
		case f.Name != 0 && f.Arguments == 0 && named == nil:
			named = f
		case f.Arguments != 0 && f.Name == 0 && args == nil:
			args = f
		case f.Name != 0 || f.Arguments != 0:
			return closer, false
		}
	}
	if named == nil || args == nil || named.Name&args.Arguments == 0 {
		return closer, false
	}
	last := -1
	for i := range members {
		m := &members[i]
		j.field = m.field
		j.unit.sawKey(m.field)
		if w.Win[m.start-w.Base] == '{' {
			j.valueBegins(jsonscan.Token{Kind: jsonscan.ObjectOpen, Start: m.start, End: m.start + 1}, objectArguments)
		} else {
			text := jsonscan.Token{Kind: jsonscan.String, Start: m.start + 1, End: m.end - 1}
			text.Escaped = bytes.IndexByte(w.Slice(text.Start, text.End), '\\') >= 0
			j.valueBegins(jsonscan.Token{Kind: jsonscan.StringBegin, Start: m.start, End: m.start + 1}, stringArguments)
			j.stringValue(e, w, text)
		}
		j.valueEnds(m.end)
		if m.suspect >= 0 {
			last = m.start + m.suspect
		}
	}
	if last >= 0 && !j.suspect.frozen {
		j.suspect.skip(&j.s, last)
	}
	return j.s.CloseAt(at), true
}
