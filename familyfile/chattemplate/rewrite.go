package chattemplate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The engine reads most of what templates say. What it doesn't is written in another way
// before it sees it:
//
//   - A if C else B, but at the top of a tag, becomes an element of a list that "and" and
//     "or" choose, since they evaluate one side alone.
//   - (A).f() becomes [(A)][0].f().
//   - A * B becomes times(A, B), which is bounded.
//   - A[-1] and A[512], which the engine gets wrong of short lists and of dicts, become
//     [item(A, -1)][0].
//   - Strings are written with the escapes that it knows.
//   - Every tag gets newlines, so that the line that the engine names says which tag it is.

// Bounds of a template's text.
const (
	maxTemplate = 256 << 10
	maxNesting  = 64
)

// A rewriting is a template as the engine reads it.
type rewriting struct {
	text   string
	source string
	tags   []place
}

// A place is where a tag is: its opener's line in the text, the lines of what is in it, and
// the offset in the source.
type place struct{ opener, first, last, offset int }

// rewrite writes a template as the engine reads it.
func rewrite(source string) (*rewriting, error) {
	if len(source) > maxTemplate {
		return nil, fmt.Errorf("the template has %d bytes; %d are read at most", len(source), maxTemplate)
	}
	r := &rewriting{source: source}
	var out strings.Builder
	source = strings.TrimSuffix(source, "\n")
	newline := true // a line begins
	line := 1       // of what was written
	write := func(text string) {
		out.WriteString(text)
		line += strings.Count(text, "\n")
	}
	end := len(source)
	for {
		before, rest, kind := nextTag(source)
		write(stripped(before, rest, newline))
		if kind == 0 {
			r.text = out.String()
			return r, nil
		}
		offset := end - len(rest)
		if kind == '#' {
			end := strings.Index(rest, "#}")
			if end < 0 {
				return nil, fmt.Errorf("%s: a comment isn't closed", r.position(offset))
			}
			write(rest[:end+2])
			source, newline = trimmed(rest[end+2:])
			continue
		}
		size := tagEnd(rest[2:], kind)
		if size < 0 {
			return nil, fmt.Errorf("%s: a tag isn't closed: %.40q", r.position(offset), rest)
		}
		tag := rest[2 : 2+size]
		source, newline = rest[2+size+2:], false
		if kind == '%' && !strings.HasSuffix(tag, "+") {
			source, newline = trimmed(source)
		}
		if kind == '%' && strings.Trim(tag, "+- \n\t\r") == "raw" {
			raw, behind, ok := cutRaw(source)
			if !ok {
				return nil, fmt.Errorf("%s: a raw block isn't closed", r.position(offset))
			}
			write(rest[:2+size+2] + raw)
			source = behind
			continue
		}
		text, err := rewriteTag(tag, kind)
		if err != nil {
			return nil, fmt.Errorf("%s: %w, in %.60q", r.position(offset), err, strings.TrimSpace(tag))
		}
		opener := line
		write("{" + string(kind) + text + closer(kind))
		r.tags = append(r.tags, place{opener, opener + 1, line - 1, offset})
	}
}

// position is a place in the source, for a person: columns count characters from 1.
func (r *rewriting) position(offset int) string {
	before := r.source[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf("line %d, column %d", strings.Count(before, "\n")+1, utf8.RuneCountInString(line)+1)
}

// at is the position of the tag at a place in the text, of which the engine may name the
// line alone (column 0); empty if there is none.
func (r *rewriting) at(line, column int) string {
	inside := func(p place) bool { return p.first <= line && line <= p.last }
	opens := func(p place) bool { return p.opener == line }
	closes := func(p place) bool { return p.last+1 == line }
	order := []func(place) bool{inside, opens, closes}
	if 0 < column && column <= len(" -%}") { // what begins the line is the closer
		order = []func(place) bool{inside, closes, opens}
	}
	for _, is := range order {
		if i := slices.IndexFunc(r.tags, is); i >= 0 {
			return r.position(r.tags[i].offset)
		}
	}
	return ""
}

// stripped is the text before a tag, without the white space that indents a statement or
// a comment (Jinja's lstrip_blocks).
func stripped(before, tag string, newline bool) string {
	if len(tag) < 3 || tag[1] == '{' || tag[2] == '+' {
		return before
	}
	bare := strings.TrimRight(before, " \t")
	if bare == "" && newline || strings.HasSuffix(bare, "\n") {
		return bare
	}
	return before
}

// trimmed is the text behind a statement or a comment, without a newline that follows it
// directly (Jinja's trim_blocks).
func trimmed(behind string) (text string, newline bool) {
	text, newline = strings.CutPrefix(behind, "\n")
	return text, newline
}

func closer(kind byte) string {
	if kind == '{' {
		return "}}"
	}
	return string(kind) + "}"
}

// nextTag is the text before a tag, and what begins with it; kind is 0 if there is none.
func nextTag(source string) (before, rest string, kind byte) {
	for i := 0; i+1 < len(source); i++ {
		if source[i] == '{' && (source[i+1] == '{' || source[i+1] == '%' || source[i+1] == '#') {
			return source[:i], source[i:], source[i+1]
		}
	}
	return source, "", 0
}

// tagEnd is where a tag is closed, outside of strings and brackets.
func tagEnd(text string, kind byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case depth <= 0 && strings.HasPrefix(text[i:], closer(kind)):
			return i
		case c == '\'' || c == '"':
			n := stringEnd(text[i:])
			if n < 0 {
				return -1
			}
			i += n - 1
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		}
	}
	return -1
}

// cutRaw is what is before the end of a raw block, with it, and what is behind.
func cutRaw(source string) (raw, behind string, ok bool) {
	for i := 0; ; {
		_, rest, kind := nextTag(source[i:])
		if kind == 0 {
			return "", "", false
		}
		at := len(source) - len(rest)
		if end := strings.Index(rest, "%}"); kind == '%' && end >= 0 && strings.Trim(rest[2:end], "+- \n\t\r") == "endraw" {
			return source[:at+end+2], rest[end+2:], true
		}
		i = at + 2
	}
}

// rewriteTag writes what is between {% and %}, or {{ and }}.
func rewriteTag(tag string, kind byte) (string, error) {
	left, right := "", ""
	if strings.HasPrefix(tag, "-") || strings.HasPrefix(tag, "+") {
		left, tag = tag[:1], tag[1:]
	}
	if strings.HasSuffix(tag, "-") || strings.HasSuffix(tag, "+") {
		tag, right = tag[:len(tag)-1], tag[len(tag)-1:]
	}
	tokens, err := tokenize(tag)
	if err != nil {
		return "", err
	}
	nodes, rest, err := nest(tokens, 0)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%q closes nothing", rest[0])
	}
	if err != nil {
		return "", err
	}
	text, err := rewriteNodes(nodes, kind)
	word := ""
	if kind == '%' { // which the engine wants where the tag begins
		text = strings.TrimLeft(text, " \n\t\r")
		word = text[:len(text)-len(strings.TrimLeftFunc(text, func(c rune) bool { return c < 0x80 && isNameByte(byte(c)) }))]
	}
	return left + " " + word + " \n" + text[len(word):] + " \n " + right, err
}

// rewriteNodes writes what a tag says.
func rewriteNodes(nodes []node, kind byte) (string, error) {
	word, behind := cutFirst(nodes)
	switch {
	case kind == '{':
		return element(nodes)
	case word == "if" || word == "elif":
		text, err := element(behind)
		return word + " " + text, err
	case word == "set":
		return parts(nodes)
	}
	return sequence(nodes)
}
