package responsetemplate

import (
	"encoding/json"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// A field is a field of the message, as the template has it.
type field struct {
	key         string
	open, close []string // literals, all as right
	opens       pattern  // in the place of open
	closes      pattern  // in the place of close
	content     string
	args        object
	transform   json.RawMessage
	unread      bool // how it opens or closes couldn't be read, and that was said
}

// field reads a field; nil if it is none.
func (i *importer) field(key string, value json.RawMessage) *field {
	var members object
	if !i.read(key, value, &members, "object") {
		return nil
	}
	f := &field{key: key, content: "text"}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		i.member(f, name, members[name])
	}
	if f.open != nil && f.opens != nil {
		i.refuse(key+".open_pattern", "open says how the field opens, too; drop one of the two")
	}
	if f.close != nil && f.closes != nil {
		i.refuse(key+".close_pattern", "close says how the field closes, too; drop one of the two")
	}
	return f
}

// member reads one key of a field.
func (i *importer) member(f *field, name string, value json.RawMessage) {
	key := f.key + "." + name
	switch name {
	case "open":
		f.open = i.literals(key, value)
	case "close":
		f.close = i.literals(key, value)
	case "open_pattern":
		f.opens = i.pattern(key, value)
		f.unread = f.unread || f.opens == nil
	case "close_pattern":
		f.closes = i.pattern(key, value)
		f.unread = f.unread || f.closes == nil
	case "content":
		i.read(key, value, &f.content, "string")
	case "content_args":
		i.read(key, value, &f.args, "object")
	case "transform":
		f.transform = value
	case "transform_each":
		i.note("%s: an array holds calls as one object does.", key)
	case "repeats", "optional":
		i.note("%s: a message may have any number of these.", key)
	case "join":
		i.note("%s: how texts are joined is the request's content_policy.", key)
	default:
		i.refuse(key, "no such key is known")
	}
}

// literals are one text, or a list of texts.
func (i *importer) literals(key string, value json.RawMessage) []string {
	var one string
	if json.Unmarshal(value, &one) == nil {
		return i.trimmed(key, []string{one})
	}
	var list []string
	if !i.read(key, value, &list, "string, and no list of strings") {
		return nil
	}
	if len(list) == 0 {
		i.refuse(key, "it is empty")
	}
	return i.trimmed(key, list)
}

// trimmed are texts without the white space around them: a marker is found with any.
func (i *importer) trimmed(key string, list []string) []string {
	for n, text := range list {
		list[n] = trimSpace(text)
		if list[n] == "" {
			i.refuse(key, "%q is no marker", text)
		}
	}
	return list
}

// A pattern is a regular expression that is understood: its pieces in a row.
type pattern []piece

// piece is one part of a pattern.
type piece struct {
	kind pieceKind
	text string // of a literal, or the name of a capture
}

type pieceKind uint8

const (
	literal  pieceKind = iota
	space              // any white space, or none
	capture            // a name
	value              // whatever is up to the next literal
	optional           // a literal that may be missing
	author             // anything but the beginning of a marker
	prefixed           // a literal that may be at the start of the text, or in front of it
)

func trimSpace(text string) string { return strings.TrimSpace(text) }

// pattern reads a regular expression; nil if it says more than pieces can.
func (i *importer) pattern(key string, raw json.RawMessage) pattern {
	var text string
	if !i.read(key, raw, &text, "string") {
		return nil
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		i.refuse(key, "%q is no pattern that is understood: %v", text, err)
		return nil
	}
	p, odd := pieces(re)
	if odd != nil {
		i.refuse(key, "%q can't be said in literals, because of %q", text, odd)
		return nil
	}
	return p
}

// pieces are those of an expression; odd is the part of it that is none.
func pieces(re *syntax.Regexp) (p pattern, odd *syntax.Regexp) {
	switch re.Op {
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			more, odd := pieces(sub)
			if odd != nil {
				return nil, odd
			}
			p = append(p, more...)
		}
		return p, nil
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return nil, re
		}
		text := string(re.Rune)
		if trimSpace(text) == "" {
			return pattern{{kind: space}}, nil
		}
		return pattern{{literal, trimSpace(text)}}, nil
	case syntax.OpEmptyMatch:
		return nil, nil
	case syntax.OpCapture:
		return captured(re)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		return repeated(re)
	case syntax.OpAlternate:
		return alternative(re)
	}
	return nil, re
}

// captured is a named group: of what a name is made of, or of whatever is up to the
// next literal.
func captured(re *syntax.Regexp) (pattern, *syntax.Regexp) {
	kind := capture
	switch sub := re.Sub[0]; {
	case re.Name == "":
		return nil, re
	case (sub.Op == syntax.OpStar || sub.Op == syntax.OpPlus) && isAny(sub.Sub[0]):
		if re.Name == "value" {
			kind = value
		}
	case !isName(sub):
		return nil, re
	}
	return pattern{{kind, re.Name}}, nil
}

// isName reports whether the expression is a run of some bytes: one word.
func isName(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpPlus, syntax.OpStar:
		return re.Sub[0].Op == syntax.OpCharClass
	case syntax.OpConcat: // [A-Za-z_]\w*
		return len(re.Sub) == 2 && re.Sub[0].Op == syntax.OpCharClass && isName(re.Sub[1])
	}
	return false
}

func isAny(re *syntax.Regexp) bool {
	return re.Op == syntax.OpAnyChar || re.Op == syntax.OpAnyCharNotNL
}

// repeated is white space, a literal that may be missing, or anything but a marker.
func repeated(re *syntax.Regexp) (pattern, *syntax.Regexp) {
	sub := re.Sub[0]
	switch {
	case isSpace(sub):
		return pattern{{kind: space}}, nil
	case re.Op == syntax.OpQuest && sub.Op == syntax.OpLiteral:
		return pattern{{optional, string(sub.Rune)}}, nil
	case re.Op == syntax.OpStar && sub.Op == syntax.OpCharClass && sub.String() == `[^<]`:
		return pattern{{kind: author}}, nil
	}
	return nil, re
}

func isSpace(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCharClass:
		return !slices.ContainsFunc(re.Rune, func(r rune) bool { return !unicode.IsSpace(r) })
	case syntax.OpLiteral:
		return trimSpace(string(re.Rune)) == ""
	}
	return false
}

// alternative is a literal that may be at the start: (?:^|<think>\s*).
func alternative(re *syntax.Regexp) (pattern, *syntax.Regexp) {
	if len(re.Sub) != 2 || re.Sub[0].Op != syntax.OpBeginText {
		return nil, re
	}
	p, odd := pieces(re.Sub[1])
	if odd != nil || p.texts() == nil {
		return nil, re
	}
	return pattern{{prefixed, p.texts()[0]}}, nil
}

// texts is the literal that a pattern consists of, ignoring white space around it; nil if it is more.
func (p pattern) texts() []string {
	p = p.withoutSpace()
	if len(p) != 1 || p[0].kind != literal && p[0].kind != prefixed {
		return nil
	}
	return []string{p[0].text}
}

func (p pattern) withoutSpace() pattern {
	var bare pattern
	for _, one := range p {
		if one.kind != space {
			bare = append(bare, one)
		}
	}
	return bare
}

// is reports whether a pattern is made of pieces of these kinds, ignoring white space.
func (p pattern) is(kinds ...pieceKind) bool {
	bare := p.withoutSpace()
	if len(bare) != len(kinds) {
		return false
	}
	for n := range bare {
		if bare[n].kind != kinds[n] {
			return false
		}
	}
	return true
}
