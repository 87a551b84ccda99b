package tagged

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// maxAgain is how far behind the closers of a call the same closers are looked for, in bytes.
const maxAgain = 1 << 10

// endsAgain decides whether the closers of the call, the first of which is at offset at, and n bytes long, are text of the
// value: text follows them directly, and then the closers of the value and of the call come again, before another call.
func (rd *reader) endsAgain(env *body.Env, at, n int) match.Answer {
	rest := env.Rest(at)
	n, a := rd.closersLen(rest, n, env.Final)
	switch {
	case a == match.More, n == len(rest):
		return match.End(env.Final)
	case match.IsSpace(rest[n]) || env.Prose.TurnEnd(at+n).Yes():
		return match.No
	}
	from, limit := n, min(len(rest), n+maxAgain)
	if s := rd.value.passed.again; s.start == at { // up to its end, no tag decides this
		n = max(n, min(s.end-at, limit))
	}
	var o tags.Opened
	for {
		i := env.Visits.IndexByte(rest[n:limit], rd.opening.g.Brackets.Open[0])
		if i < 0 {
			rd.value.passed.again = span{at, at + limit}
			return match.End(env.Final || limit < len(rest))
		}
		n += i
		rd.value.passed.again = span{at, at + n}
		a = rd.opening.tags.Brackets.TagAs(rest[n:], rd.opening.g.Brackets.Close, rd.value.prefix, rd.value.word, env.Final)
		if n == from && a == match.No {
			if a = rd.structure(rest[n:], env.Final); a.Yes() {
				return match.No
			}
		} else if n == from && a.Yes() {
			return match.No // closers too many, but no text
		}
		if a.Yes() {
			behind := rest[n+int(a):]
			behind = behind[match.SpaceLen(behind):]
			if a = rd.position.callCloserAt(behind, env.Final); a != match.No || len(behind) == 0 && !env.Final {
				return a
			}
		} else if a == match.No {
			if a = rd.opening.tags.OpensCall(&o, rest[n:], env.Final); a.Yes() {
				return match.No
			}
		}
		if a == match.More {
			return a
		}
		n++
	}
}

// structure matches the opener of a parameter, or another closer of the call, at the start of rest.
func (rd *reader) structure(rest []byte, final bool) match.Answer {
	if a := rd.position.callCloserAt(rest, final); a != match.No {
		return a
	}
	return rd.opening.opensParameter(new(tags.Opened), rest, final)
}

// closersLen returns the length of the closers of the call and its wrapper at the start of rest, of which n bytes are known.
func (rd *reader) closersLen(rest []byte, n int, final bool) (length int, a match.Answer) {
	for {
		at := match.SpaceEnd(rest, n)
		if at == len(rest) {
			return n, match.End(final)
		}
		if a = rd.opening.outerCloserAt(rest[at:], final); !a.Yes() {
			return n, a
		}
		n = at + int(a)
	}
}

// closesTwice decides whether the value's closer was written twice. The second one, which is the answer a, ends at
// offset end. Where openers in values nest, structure must follow it.
func (rd *reader) closesTwice(env *body.Env, end int, a match.Answer) match.Answer {
	if rd.opening.g.Inside != grammar.Nests {
		return a
	}
	at, more := Space(env, &rd.opening.tags.Brackets, end, nil)
	switch {
	case more:
		return match.More
	case len(env.Rest(at)) == 0:
		return a
	}
	kind, next := rd.position.tagAt(env, at)
	switch {
	case next == match.More && !env.Final:
		return match.More
	case next == match.No, kind == closeParameter:
		return match.No
	}
	return a
}

// atEdge reports whether a line ends behind a tag, ignoring blanks, or an opening tag follows it directly. Closers in
// running text are elsewhere.
func (rd *reader) atEdge(env *body.Env, tag span) bool {
	behind := env.Slice(tag.end, min(env.Window.End(), tag.end+maxBlanks))
	behind = env.Visits.TrimLeft(behind, blanks)
	return len(behind) > 0 && (behind[0] == '\n' || behind[0] == rd.opening.g.Brackets.Open[0] && !rd.opening.tags.Brackets.Closes(behind))
}

// maxBlanks bounds the blanks between a tag and the end of its line.
const (
	maxBlanks = 64
	blanks    = " \t\r"
)
