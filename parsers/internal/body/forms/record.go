package forms

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// The openers of records and of hashes.
const (
	hashOpens  = "[TOOL_CALL]"
	hashCloses = "[/TOOL_CALL]"
)

// records are how records of calls begin, before the name.
var records = []string{"[Calling tool:", "[Tool Call:", "[tool_call:", "[tool:"}

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
		case a.Yes():
			return r.recorded(a.Len())
		case a == match.More:
			more = true
		}
	}
	if more {
		return match.More
	}
	return match.No
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
		for _, c := range []byte(")]") {
			if i = r.space(r.end); i == len(b) || b[i] != c {
				return r.ended(i)
			}
			r.end = i + 1
		}
	case ']':
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

// last adds a call whose arguments are an object, if the output ends behind its record. Otherwise, the record may be
// a report of a call.
func (r *reader) last(format, name string, from, to int) match.Answer {
	if i := r.space(r.end); i < len(r.text) && r.text[i] != '[' {
		return match.No
	} else if i == len(r.text) && !r.final {
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
	return opensRecord(r.text[i:], r.final)
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
