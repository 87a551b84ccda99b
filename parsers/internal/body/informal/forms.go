package informal

import (
	"bytes"
	"encoding/json"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// lostColon reads an object whose first key, the name's, has a '=' in the place of its quote and its colon. Everything else
// must be JSON.
func (f *form) lostColon(rest []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(append([]byte(`{"name":"`), rest...), &members) != nil || len(members) != 2 {
		return false
	}
	var name string
	if json.Unmarshal(members["name"], &name) != nil || !f.env.Declared(name) {
		return false
	}
	for key, value := range members {
		if body.IsArgumentsKey([]byte(key)) && value[0] == '{' {
			f.call = Call{
				Name: name, Arguments: value, Certain: true, Closed: true,
				Repairs: []parsers.Repair{{Kind: parsers.RepairQuoteStyle, Offset: f.at + len(lostColon) - 2}},
			}
			return true
		}
	}
	return false
}

// python reads arguments as Python writes them, in parentheses.
func (f *form) python(rest []byte) bool {
	from := f.at + len(f.text) - len(rest)
	w := jsonscan.Window{Win: rest, Base: from, Final: true, Visits: f.env.Visits}
	var r pythonargs.Reader
	r.Start(from+1, pythonargs.Config{
		Depth: f.env.Rules.MaxDepth(), Properties: f.tool, Firsts: f.env.Firsts, Budget: f.env.Penalties.Budget(),
		Stop: func([]byte, bool) match.Answer { return match.No }, // the text is all there is
	})
	if r.Read(&w) != pythonargs.Closed || r.Unclosed() || len(bytes.TrimLeft(rest[r.Pos()-from:], " \t\r\n;")) > 0 {
		return false
	}
	f.call.Arguments = append(r.Object.Members(), '}')
	f.call.Repairs, f.call.SecondReading, f.call.Closed = r.Object.Repairs, r.SecondReading(), true
	return true
}

// only reads a text that is the tool's only property, which is a string.
func (f *form) only(text []byte) bool {
	key, ok := f.single()
	text = bytes.TrimSpace(text)
	return ok && len(text) > 0 && bytes.IndexByte(text, tagBegin) < 0 && f.add([]byte(key), text, false) && f.close(false)
}

// tag reads a tag with the tool's name, behind which is rest: around arguments, or with attributes.
func (f *form) tag(name, rest []byte) bool {
	closer := append(append([]byte("</"), name...), '>')
	end := bytes.IndexByte(rest, '>')
	if end < 0 {
		return false
	}
	if end > 0 {
		if attributes, ok := bytes.CutSuffix(rest, []byte("/>")); ok && f.attributes(attributes) {
			return true
		}
		f.restart()
	}
	inside, ok := bytes.CutSuffix(rest[end+1:], closer)
	switch {
	case !ok:
		return false
	case end > 0:
		return len(bytes.TrimSpace(inside)) == 0 && f.attributes(rest[:end])
	}
	return f.inside(inside) || f.only(inside)
}

// inside reads arguments in an element: an object, a tag for each argument, or pairs of elements.
func (f *form) inside(text []byte) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return false
	}
	if text[0] == '{' {
		return f.object(text)
	}
	if f.pairs(text) {
		return true
	}
	f.restart()
	return f.elements(text)
}

// object reads arguments that are JSON.
func (f *form) object(text []byte) bool {
	if !json.Valid(text) {
		return false
	}
	f.call.Arguments, f.call.Closed = text, true
	return true
}

// parameterTags are how arguments in tags begin, with what is between the key and the value. They end with parameterEnd.
var parameterTags = [...]struct{ open, end string }{{"<parameter=", ">"}, {`<parameter name="`, `">`}}

const parameterEnd = "</parameter>"

// parameters reads arguments in tags, up to the closer of the call.
func (f *form) parameters(text []byte) bool {
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		for i := range callTags {
			if string(text) == callTags[i].closer {
				f.call.Arguments = []byte("{}")
				return f.n == 0 || f.close(true)
			}
		}
		key, value, ok := parameter(text)
		if !ok {
			return false
		}
		n := bytes.Index(value, []byte(parameterEnd))
		for n >= 0 && !structure(value[n+len(parameterEnd):]) {
			next := bytes.Index(value[n+len(parameterEnd):], []byte(parameterEnd))
			if next < 0 {
				return false
			}
			n += len(parameterEnd) + next
		}
		if n < 0 || !f.add(key, trimNewlines(value[:n]), false) {
			return false
		}
		_, _, inner := parameter(value[max(bytes.Index(value[:n], []byte("<parameter")), 0):n])
		f.doubt = f.doubt || inner || bytes.Contains(value[:n], []byte(parameterEnd))
		text = value[n+len(parameterEnd):]
	}
}

// parameter reads the tag of an argument at the start of b.
func parameter(b []byte) (key, value []byte, ok bool) {
	for _, t := range parameterTags {
		if rest, ok := bytes.CutPrefix(b, []byte(t.open)); ok {
			return bytes.Cut(rest, []byte(t.end))
		}
	}
	return nil, nil, false
}

// structure reports whether another argument, or the closer of the call, is behind the closer of an argument.
func structure(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	if _, _, ok := parameter(b); ok {
		return true
	}
	for i := range callTags {
		if string(b) == callTags[i].closer {
			return true
		}
	}
	return false
}

// elements reads a tag for each argument.
func (f *form) elements(text []byte) bool {
	for len(text) > 0 {
		end := bytes.IndexByte(text, '>')
		if text[0] != tagBegin || end < 0 {
			return false
		}
		key := text[1:end]
		closer := append(append([]byte("</"), key...), '>')
		value := text[end+1:]
		n := f.elementEnds(value, closer)
		if n < 0 || !f.add(key, trimNewlines(value[:n]), false) {
			return false
		}
		text = bytes.TrimLeft(value[n+len(closer):], " \t\r\n")
	}
	return f.close(true)
}

// elementEnds returns the length of the value before its closer: the first one that another element, or nothing, follows.
func (f *form) elementEnds(value, closer []byte) int {
	for from := 0; ; f.doubt = true { // another end was passed over
		i := bytes.Index(value[from:], closer)
		if i < 0 {
			return -1
		}
		n := from + i
		behind := bytes.TrimLeft(value[n+len(closer):], " \t\r\n")
		if len(behind) == 0 || behind[0] == tagBegin && f.tool.Names(behind[1:max(bytes.IndexByte(behind, '>'), 1)]) {
			return n
		}
		from = n + len(closer)
	}
}

// pairs reads pairs of elements, as one of the grammar's tables has them.
func (f *form) pairs(text []byte) bool {
	for i := range f.env.Rules.Grammar.Tags {
		t := &f.env.Rules.Grammar.Tags[i]
		if t.Parameter.Key == "" {
			continue
		}
		tag := func(lead, word string) []byte { return []byte(lead + word + t.Brackets.End) }
		keyed, closed := tag(t.Brackets.Open, t.Parameter.Key), tag(t.Brackets.Close, t.Parameter.Key)
		valued, ends := tag(t.Brackets.Open, t.Parameter.Word), tag(t.Brackets.Close, t.Parameter.Word)
		for rest := text; ; {
			key, value, ok := cutBetween(rest, keyed, closed)
			if !ok {
				break
			}
			if value, rest, ok = cutBetween(value, valued, ends); !ok || bytes.Contains(value, keyed) || !f.add(bytes.TrimSpace(key), value, false) {
				break
			}
			if rest = bytes.TrimLeft(rest, " \t\r\n"); len(rest) == 0 {
				return f.close(true)
			}
		}
		f.restart()
	}
	return false
}

// cutBetween returns the text between the opener with which b begins and its closer, and what is behind that.
func cutBetween(b, opener, closer []byte) (text, rest []byte, ok bool) {
	b, ok = bytes.CutPrefix(bytes.TrimLeft(b, " \t\r\n"), opener)
	if !ok {
		return nil, nil, false
	}
	return bytes.Cut(b, closer)
}

// joined reads a key and its value in one element of a pair, for each argument.
func (f *form) joined(text []byte) bool {
	for i := range f.env.Rules.Grammar.Tags {
		t := &f.env.Rules.Grammar.Tags[i]
		if t.Parameter.Key == "" {
			continue
		}
		opener, closer := []byte(t.Brackets.Open+t.Parameter.Key+t.Brackets.End), []byte(t.Brackets.Close+t.Parameter.Word+t.Brackets.End)
		for rest := text; ; {
			pair, behind, ok := cutBetween(rest, opener, closer)
			key, value, assigned := bytes.Cut(pair, []byte{'='})
			if !ok || !assigned || bytes.IndexByte(value, tagBegin) >= 0 || !f.add(bytes.TrimSpace(key), value, false) {
				break
			}
			if rest = bytes.TrimLeft(behind, " \t\r\n"); len(rest) == 0 {
				return f.close(true)
			}
		}
		f.restart()
	}
	return false
}

// attributes reads keys and values as attributes are written, in quotes or without.
func (f *form) attributes(text []byte) bool {
	for {
		text = bytes.TrimLeft(text, " \t\r\n,")
		if len(text) == 0 {
			return f.close(false)
		}
		n := wordLen(text)
		if n == 0 || n == len(text) || text[n] != '=' || n+1 == len(text) {
			return false
		}
		key := text[:n]
		text = text[n+1:]
		var value []byte
		quote := text[0]
		if quote == '"' || quote == '\'' {
			end := quoteEnd(text)
			if end < 0 {
				return false
			}
			value, text = unquoted(text[:end+1]), text[end+1:]
			if len(text) > 0 && !match.IsSpace(text[0]) && text[0] != ',' {
				return false
			}
		} else {
			end := f.bareEnd(text)
			value, text = bytes.TrimRight(text[:end], " \t,"), text[end:]
		}
		if !f.add(key, value, quote == '"' || quote == '\'') {
			return false
		}
	}
}

// bareEnd returns where a value without quotes ends: at the end of its line, or before another key.
func (f *form) bareEnd(text []byte) int {
	end := len(text)
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		end = i
	}
	for i := range end {
		if !match.IsSpace(text[i]) {
			continue
		}
		rest := text[i+1 : end]
		if n := wordLen(rest); n > 0 && n < len(rest) && rest[n] == '=' {
			if f.tool.Names(rest[:n]) {
				return i
			}
			f.doubt = true // another key, or text
		}
	}
	return end
}

// quoteEnd returns where the quote ends with which b begins; -1: nowhere.
func quoteEnd(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case b[0]:
			return i
		}
	}
	return -1
}

// unquoted returns the text in quotes.
func unquoted(b []byte) []byte {
	inner := b[1 : len(b)-1]
	if b[0] == '"' && bytes.IndexByte(inner, '\\') >= 0 {
		return jsonscan.DecodeString(inner, true)
	}
	return bytes.ReplaceAll(inner, []byte(`\'`), []byte("'"))
}

// lines reads a key and its value on each line.
func (f *form) lines(text []byte) bool {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		text = rest
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		n := wordLen(line)
		if n == 0 || n == len(line) || line[n] != ':' {
			return false
		}
		value := bytes.TrimSpace(line[n+1:])
		if len(value) == 0 && body.IsArgumentsKey(line[:n]) && !f.tool.Names(line[:n]) && f.n == 0 {
			continue // the pairs are the arguments
		}
		quoted := len(value) > 1 && (value[0] == '"' || value[0] == '\'') && quoteEnd(value) == len(value)-1
		if quoted {
			value = unquoted(value)
		}
		if len(value) == 0 || !f.add(line[:n], value, quoted) {
			return false
		}
	}
	return f.close(false)
}

// single returns the key of the tool's only property, if that is a string.
func (f *form) single() (key string, ok bool) {
	if f.tool.Len() != 1 {
		return "", false
	}
	key = f.tool.Single()
	types := f.tool.Property([]byte(key)).Types
	return key, types&schema.String != 0 && types != schema.Any
}

// trimNewlines returns the text without one newline at each end.
func trimNewlines(b []byte) []byte {
	b = bytes.TrimPrefix(bytes.TrimPrefix(b, []byte{'\r'}), []byte{'\n'})
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte{'\n'}), []byte{'\r'})
}

// close ends the arguments. closed: the text shows where they end.
func (f *form) close(closed bool) bool {
	if f.n == 0 {
		return false
	}
	f.call.Arguments, f.call.Closed = append(f.out, '}'), closed
	f.call.Repairs = f.repairs
	return true
}
