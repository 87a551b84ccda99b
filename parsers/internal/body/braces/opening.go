package braces

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// lookahead looks for the end of a value whose first delimiter is missing. All values and all calls of
// one output share what it found, so that a failed value doesn't cause another search of the same
// text.
type lookahead struct {
	opening *opening

	from   int  // the offset of the last search; the rest holds from here on
	scan   int  // up to here there is no token
	mark   mark // a token that is there
	asked  bool // before is known
	before byte // the last byte before the token, ignoring white space
	ends   int  // up to here nothing may end a value
}

// endsWord reports whether the text at offset at ends a literal before it.
func (la *lookahead) endsWord(env *body.Env, at int) (yes, more bool) {
	rest := env.Rest(at)
	switch {
	case len(rest) == 0 || strings.IndexByte(",}])", rest[0]) >= 0:
		return true, false
	case !env.Firsts[rest[0]]:
		return false, false
	}
	m, more := la.opening.markAt(env, at, rest)
	return m > delimiterMark, more
}

// nextEnd returns how far behind offset at a byte may end the value there, before the next token.
// It returns -1 if there is none.
func (la *lookahead) nextEnd(env *body.Env, at int) int {
	la.ends = max(la.ends, at)
	n := env.Visits.IndexAny(env.Slice(la.ends, la.scan), ",}])")
	if n < 0 {
		la.ends = la.scan
		return -1
	}
	la.ends += n
	return la.ends - at
}

// lookAhead looks, from offset at on, for the next token that means something in a call. It returns
// true if more bytes are needed.
func (la *lookahead) lookAhead(env *body.Env, at int) (more bool) {
	if at < la.from || la.scan < at {
		*la = lookahead{opening: la.opening, scan: at}
	}
	la.from = at
	for la.mark == noMark {
		rest := env.Rest(la.scan)
		n := bytetable.Index(rest, 0, env.Firsts)
		env.Visits.Add(n)
		if la.scan += n; n == len(rest) {
			return !env.Final
		}
		m, more := la.opening.markAt(env, la.scan, env.Rest(la.scan))
		if more {
			return true
		}
		if la.mark = m; m == noMark {
			la.scan++
		}
	}
	return false
}

// endsValue reports whether the delimiter at offset end ends the value at offset at. It doesn't if
// it begins a value.
func (la *lookahead) endsValue(env *body.Env, at, end int) (yes, more bool) {
	if !la.asked {
		before := match.TrimSpaceRight(env.Slice(at, end))
		env.Visits.Add(end - at - len(before))
		la.asked, la.before = true, before[len(before)-1]
	}
	if strings.IndexByte(":,[{=", la.before) >= 0 {
		return false, false
	}
	behind, more := env.Space(end + len(la.opening.g.Delimiter))
	if more {
		return false, true
	}
	rest := env.Rest(behind)
	return len(rest) > 0 && strings.IndexByte(",}])", rest[0]) >= 0, false
}

// These bytes end a name, a key without quotes, and a word that is a value.
var (
	nameEnds = cursor.SetOf(" \t\r\n{(<")
	keyEnds  = cursor.SetOf("\r\n:=,{}[]()<\"'")
	wordEnds = cursor.SetOf(" \t\r\n,}])<")
)

// A reach looks for the end of a value or key, and remembers how far it looked.
type reach struct {
	opening  *opening
	from, to int
}

// begin makes this the reach of the value or key that begins at offset at.
func (r *reach) begin(at int) {
	if r.from != at || r.to < at {
		r.from, r.to = at, at
	}
}

// until returns the offset of the first byte of the set, from offset at on. ok is false if there is
// none yet.
func (r *reach) until(env *body.Env, at int, set *cursor.Set) (end int, ok bool) {
	r.begin(at)
	rest := env.Rest(r.to)
	n := bytetable.Index(rest, 0, (*[256]bool)(set))
	env.Visits.Add(n)
	r.to += n
	return r.to, n < len(rest)
}

// delimited returns the offset of the delimiter that ends the text that begins at offset at.
func (r *reach) delimited(env *body.Env, at int) (end int, ok bool) {
	r.begin(at)
	n := env.Visits.Index(env.Rest(r.to), []byte(r.opening.g.Delimiter))
	if n < 0 {
		r.to = max(r.to, env.Base+len(env.Win)-len(r.opening.g.Delimiter)+1)
		return r.to, false
	}
	return r.to + n, true
}

// quoted returns the offset of the quote that ends the string at offset at.
func (r *reach) quoted(env *body.Env, at int, quote byte) (end int, ok bool) {
	r.begin(at)
	from := r.to
	defer func() { env.Visits.Passed(from, &r.to) }()
	for rest := env.Rest(r.to); len(rest) > 0; rest = env.Rest(r.to) {
		env.Visits.Passing(&from, r.to)
		switch {
		case rest[0] == quote:
			return r.to, true
		case rest[0] != '\\':
			r.to++
		case len(rest) == 1:
			return r.to, false
		default:
			r.to += 2
		}
	}
	return r.to, false
}

// opening holds what the opening says about the call, and the repairs of the call. It decides which
// token is at an offset.
type opening struct {
	g       *grammar.Tree
	start   int
	bare    bool // the tokens around it are missing
	doubt   bool // a string without delimiters may have ended elsewhere
	repairs []parsers.Repair
}

// A mark is a token that means something in a call.
type mark uint8

const (
	noMark mark = iota
	delimiterMark
	closeMark // the end of the call
	endMark   // the end of the turn, or something else that ends a call
	beginMark // the beginning of another call
)

func (op *opening) note(kind repair.Kind, at int) {
	op.repairs = append(op.repairs, parsers.Repair{Kind: kind, Offset: at})
}

func (op *opening) format() string {
	if op.bare {
		return op.g.Bare
	}
	return op.g.Format
}

// markAt returns which token is at offset at.
func (op *opening) markAt(env *body.Env, at int, rest []byte) (m mark, more bool) {
	if a := match.Text(op.g.Delimiter, rest, env.Final); a != match.No {
		return delimiterMark, a == match.More
	}
	marker, a := env.Markers.MarkAt(at)
	switch {
	case a == match.More:
		return noMark, true
	case !a.Yes() || !marker.Stops() || env.Rules.Grammar.Shared && foreign(env, marker):
		return noMark, false
	case marker.Begins:
		return beginMark, false
	case slices.Contains(op.g.Markers.Close, marker.Text):
		return closeMark, false
	}
	return endMark, false
}

// foreign reports whether the marker begins or ends calls of another family, which are data in these. Markers that end a
// turn aren't foreign.
func foreign(env *body.Env, m body.Mark) bool {
	trees := env.Rules.Grammar.Trees
	for i := range trees {
		if g := &trees[i].Markers; slices.Contains(g.Open, m.Text) || slices.Contains(g.Close, m.Text) {
			return false
		}
	}
	return m.Begins || m.Ends == body.EndsArguments
}

func (op *opening) delimiterAt(rest []byte) bool { return match.Text(op.g.Delimiter, rest, true).Yes() }
