package forms

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// The openers of records and of hashes.
const (
	hashOpens  = "[TOOL_CALL]"
	hashCloses = "[/TOOL_CALL]"
)

// records are how records of calls begin, before the name.
var records = []string{"[Calling tool:", "[Tool Call:", "[tool_call:", "[tool:", lineRecord, action}

// How records without brackets begin, at the start of a line.
const (
	lineRecord  = "Calling tool:"
	action      = "Action:"
	actionInput = "Action Input:"
)

// LinesOpen are the first bytes of records without brackets.
var LinesOpen = []byte{lineRecord[0], action[0]}

// requestCloses ends a record that begins with the name alone.
const requestCloses = "[END_TOOL_REQUEST]"

// opensRecord is Opens for a bracket.
func opensRecord(b []byte, final bool) match.Answer {
	answer := match.Text(hashOpens, b, final)
	for _, text := range records {
		if a := match.Text(text, b, final); answer == match.No || a.Yes() {
			answer = a
		}
	}
	return answer
}

// opensRequest is Opens for a name in brackets, before an object.
func opensRequest(b []byte, final bool, tools *parsers.Tools) match.Answer {
	if b[0] != '[' {
		return match.No
	}
	i := 1 + nameLen(b[1:])
	switch {
	case i == len(b):
		return match.End(final)
	case i == 1 || b[i] != ']' || tools != nil && !tools.Declared(string(b[1:i])):
		return match.No
	}
	i++
	for i < len(b) && i < mostName && match.IsSpace(b[i]) {
		i++
	}
	if i == len(b) {
		return match.End(final)
	}
	return match.If(b[i] == '{')
}

// record reads a record of a call, or a hash.
func (r *reader) record() match.Answer {
	if a := match.Text(hashOpens, r.text, r.final); a != match.No {
		if a.Yes() {
			return r.hash(a.Len())
		}
		return a
	}
	more := false
	for _, text := range records {
		switch a := match.Text(text, r.text, r.final); {
		case a.Yes() && text == action:
			return r.acted(a.Len())
		case a.Yes():
			return r.recorded(a.Len())
		case a == match.More:
			more = true
		}
	}
	if more {
		return match.More
	}
	return r.requested()
}

// requested reads a name in brackets, an object, and the closer.
func (r *reader) requested() match.Answer {
	b := r.text
	if b[0] != '[' {
		return match.No
	}
	n := nameLen(b[1:])
	name := string(b[1 : 1+n])
	switch i := 1 + n; {
	case i == len(b):
		return match.End(r.final)
	case b[i] != ']' || !r.env.Declared(name):
		return match.No
	}
	from := r.space(n + 2)
	to, a := r.objectAt(from)
	if !a.Yes() {
		return a
	}
	closer := r.space(to)
	if a = match.Text(requestCloses, b[closer:], r.final); !a.Yes() {
		return a
	}
	r.end = closer + len(requestCloses)
	return r.last(FormatRecord, name, from, to)
}

// recorded reads what is behind the opener of a record: a name, and arguments in parentheses or behind the bracket.
func (r *reader) recorded(i int) match.Answer {
	b := r.text
	i = r.space(i)
	n := nameLen(b[i:])
	if i+n == len(b) {
		return match.End(r.final)
	}
	name := string(b[i : i+n])
	if i += n; !r.env.Declared(name) {
		return match.No
	}
	var from, to int
	var a match.Answer
	switch b[i] {
	case '(':
		from = r.space(i + 1)
		if to, a = r.objectAt(from); !a.Yes() {
			return a
		}
		r.end = to
		closers := ")]"
		if b[0] != '[' {
			closers = ")"
		}
		for _, c := range []byte(closers) {
			if i = r.space(r.end); i == len(b) || b[i] != c {
				return r.ended(i)
			}
			r.end = i + 1
		}
	case ']':
		if b[0] != '[' {
			return match.No
		}
		from = r.space(i + 1)
		if a = match.Text("Arguments:", b[from:], r.final); a.Yes() {
			from = r.space(from + a.Len())
		} else if a == match.More && from < len(b) || from == len(b) {
			return r.ended(len(b))
		}
		if to, a = r.objectAt(from); !a.Yes() {
			return a
		}
		r.end = to
	default:
		return match.No
	}
	return r.last(FormatRecord, name, from, to)
}

// acted reads an action, behind its word: the rest of the line is the name, and the input is an object.
func (r *reader) acted(i int) match.Answer {
	b := r.text
	for i < len(b) && b[i] == ' ' {
		i++
	}
	n := nameLen(b[i:])
	if i+n == len(b) {
		return match.End(r.final)
	}
	name := string(b[i : i+n])
	if !r.env.Declared(name) {
		return match.No
	}
	input := r.space(i + n)
	if input == len(b) {
		return match.End(r.final)
	}
	if r.env.Visits.IndexByte(b[i+n:input], '\n') < 0 {
		return match.No
	}
	a := match.Text(actionInput, b[input:], r.final)
	if !a.Yes() {
		return a
	}
	from := r.space(input + a.Len())
	to, a := r.objectAt(from)
	if !a.Yes() {
		return a
	}
	r.end = to
	return r.last(FormatReact, name, from, to)
}

// last adds a call whose arguments are an object, if the output ends behind its record. Otherwise, the record may be
// a report of a call.
func (r *reader) last(format, name string, from, to int) match.Answer {
	if i := r.space(r.end); i == len(r.text) && !r.final {
		return match.More
	} else if i < len(r.text) {
		// another record may follow, but not a result
		if a := r.follows(i); !a.Yes() {
			return a
		}
	}
	args := r.of(name)
	args.object(r.text[from:to])
	_, a := r.add(format, args, 0, r.end)
	return a
}

// follows reports whether another record begins at index i.
func (r *reader) follows(i int) match.Answer {
	b := r.text[i:]
	if a := opensRecord(b, r.final); a != match.No {
		return a
	}
	return opensRequest(b, r.final, r.env.Config.Tools)
}

// hash reads a hash of Perl or Ruby, as in {tool => "f", args => {--key "value"}}, behind its opener.
func (r *reader) hash(i int) match.Answer {
	b := r.text
	closer := r.index(i, hashCloses)
	if closer < 0 {
		return match.End(r.final)
	}
	r.end = closer + len(hashCloses)
	h := strings.TrimSpace(string(b[i:closer]))
	rest, ok := strings.CutPrefix(h, "{tool")
	if !ok || !strings.HasSuffix(rest, "}") {
		return match.No
	}
	name, rest, ok := hashString(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "=>")))
	if !ok || !r.env.Declared(name) {
		return match.No
	}
	rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), ","))
	rest, ok = strings.CutPrefix(rest, "args")
	if !ok {
		return match.No
	}
	rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "=>"))
	if !strings.HasPrefix(rest, "{") || !strings.HasSuffix(rest, "}") {
		return match.No
	}
	rest = strings.TrimSpace(rest[1:])
	args := r.of(name)
	for strings.HasPrefix(rest, "--") {
		key, text, ok := strings.Cut(rest[2:], " ")
		value, text, fine := hashString(strings.TrimSpace(text))
		if !ok || !fine {
			return match.No
		}
		args.add(key, []byte(value))
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), ","))
	}
	if strings.Trim(rest, "} \t\r\n") != "" {
		return match.No
	}
	_, a := r.add(FormatHash, args, 0, r.end)
	return a
}

// hashString is the string or the number with which the text begins, and what is behind it.
func hashString(text string) (value, rest string, ok bool) {
	if text == "" {
		return "", "", false
	}
	quote := text[0]
	if quote != '"' && quote != '\'' {
		n := strings.IndexAny(text, " \t\r\n,}")
		return text[:max(n, 0)], text[max(n, 0):], n > 0
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			switch e := text[i]; e {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case quote, '\\':
				b.WriteByte(e)
			default:
				b.WriteByte('\\')
				b.WriteByte(e)
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}
