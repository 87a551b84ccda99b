package form

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// literals reads values in the spelling of Python, or of Gemma, strictly.
type literals struct {
	text  string
	at    int
	spell *Spelling
}

func (p *literals) rest() string { return p.text[p.at:] }

func (p *literals) space() {
	p.at += len(p.rest()) - len(strings.TrimLeft(p.rest(), " \t\n"))
}

func (p *literals) sign(sign string) bool {
	p.space()
	if strings.HasPrefix(p.rest(), sign) {
		p.at += len(sign)
		return true
	}
	return false
}

// value reads one value; between: it is between delimiters, whatever its type.
func (p *literals) value(between bool) (Value, bool) {
	p.space()
	switch rest := p.rest(); {
	case rest == "":
		return Value{}, false
	case p.spell.Escape == EscapePython && (rest[0] == '\'' || rest[0] == '"'):
		return p.pythonString(rest[:1])
	case p.spell.Escape == Verbatim && strings.HasPrefix(rest, p.spell.Quote):
		return p.between(between)
	case rest[0] == '[':
		return p.list()
	case rest[0] == '{':
		return p.object()
	}
	return p.word()
}

func (p *literals) between(all bool) (Value, bool) {
	text := p.rest()[len(p.spell.Quote):]
	end := strings.Index(text, p.spell.Quote)
	if end < 0 {
		return Value{}, false
	}
	p.at += end + 2*len(p.spell.Quote)
	if all {
		return Str(canonicalRaw(text[:end])), true
	}
	return Str(text[:end]), true
}

func (p *literals) list() (Value, bool) {
	v := Value{Type: Array}
	p.at++
	for !p.sign("]") {
		if len(v.Items) > 0 && !p.sign(",") {
			return v, false
		}
		item, ok := p.value(false)
		if !ok {
			return v, false
		}
		v.Items = append(v.Items, item)
	}
	return v, true
}

func (p *literals) object() (Value, bool) {
	v := Value{Type: Object}
	p.at++
	for !p.sign("}") {
		if len(v.Items) > 0 && !p.sign(",") {
			return v, false
		}
		key, ok := p.key()
		if !ok || !p.sign(":") {
			return v, false
		}
		item, ok := p.value(false)
		if !ok {
			return v, false
		}
		v.Keys, v.Items = append(v.Keys, key), append(v.Items, item)
	}
	return v, true
}

func (p *literals) key() (string, bool) {
	p.space()
	if !p.spell.Bare {
		v, ok := p.value(false)
		return v.Text, ok && v.Type == String
	}
	n := strings.IndexFunc(p.rest(), func(c rune) bool { return !isName(c) || c == ':' })
	if n <= 0 {
		return "", false
	}
	key := p.rest()[:n]
	p.at += n
	return key, true
}

var words = map[string]Value{
	"True": {Type: Boolean, Text: "true"}, "False": {Type: Boolean, Text: "false"}, "None": {Type: Null},
	"true": {Type: Boolean, Text: "true"}, "false": {Type: Boolean, Text: "false"}, "null": {Type: Null},
}

func (p *literals) word() (Value, bool) {
	n := strings.IndexFunc(p.rest(), func(c rune) bool { return !isName(c) && c != '+' })
	if n < 0 {
		n = len(p.rest())
	}
	word := p.rest()[:n]
	if v, ok := words[word]; ok {
		p.at += n
		return v, true
	}
	if canonicalJSON(word) == "" {
		return Value{}, false
	}
	p.at += n
	return Value{Type: Integer, Text: word}, true
}

// pythonString reads a string of Python between quotes on one line.
func (p *literals) pythonString(quote string) (Value, bool) {
	var b strings.Builder
	s := p.rest()[1:]
	for s != "" && s[0] != quote[0] {
		if s[0] == '\n' {
			return Value{}, false
		}
		if strings.HasPrefix(s, "\\\n") {
			s = s[2:] // the line goes on
			continue
		}
		if s[0] == '\\' && len(s) > 1 && strings.IndexByte(`nrtbfav\'"xuU01234567`, s[1]) < 0 {
			// Python keeps the backslash of an unknown escape.
			b.WriteByte('\\')
			s = s[1:]
			continue
		}
		c, _, tail, err := strconv.UnquoteChar(s, 0)
		if s[0] == '\\' && len(s) > 1 && (s[1] == '\'' || s[1] == '"') {
			c, tail, err = rune(s[1]), s[2:], nil
		}
		if err != nil {
			return Value{}, false
		}
		b.WriteRune(c)
		s = tail
	}
	if s == "" || !utf8.ValidString(b.String()) {
		return Value{}, false
	}
	p.at = len(p.text) - len(s) + 1
	return Str(b.String()), true
}
