package grammar

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A checker goes through a table, and collects its mistakes and its formats.
type checker struct {
	problems []error
	formats  []string
	shapes   []*Shape // already checked
	sought   []marker // in the order in which they are looked for
}

// report notes a mistake.
func (c *checker) report(field, message string, args ...any) {
	c.problems = append(c.problems, &Problem{field, fmt.Sprintf(message, args...)})
}

// when notes a mistake if there is one.
func (c *checker) when(wrong bool, field, message string, args ...any) {
	if wrong {
		c.report(field, message, args...)
	}
}

// require checks that a field is set. what says what to write there.
func (c *checker) require(field, value, what string) {
	c.when(value == "", field, "it is empty; %s", what)
}

// format checks the name of a body's format.
func (c *checker) format(field, name string) {
	c.require(field+".Format", name, `name the format of these calls, as in "acme/tags"`)
	c.counts(name)
}

// counts notes the names of formats. Those that are empty name none.
func (c *checker) counts(names ...string) {
	for _, name := range names {
		if name != "" {
			c.formats = append(c.formats, name)
		}
	}
}

// opener checks a marker of running text. Its first character must mean nothing by itself.
func (c *checker) opener(field, text string) {
	if !c.text(field, text) {
		return
	}
	first, _ := utf8.DecodeRuneInString(text)
	if why := noMarker(first); why != "" {
		c.report(field, "%q begins with %q, which %s; begin it with another character, such as '<', '[' or '⟦'", text, first, why)
	}
}

// BeginsMarker reports whether a marker may begin with the character. No name has such a character,
// so a marker ends a name.
func BeginsMarker(first rune) bool { return noMarker(first) == "" }

// PlainText reports whether the opener is plain text, which begins as no marker of running text
// may.
func (m *Markers) PlainText() bool {
	first, _ := utf8.DecodeRuneInString(m.Opener())
	return m.Opener() != "" && !BeginsMarker(first)
}

// noMarker returns why no marker begins with a character, or "" if a marker may.
func noMarker(first rune) string {
	switch {
	case first == utf8.RuneError:
		return "is no character of UTF-8"
	case first <= ' ' || unicode.IsSpace(first) || unicode.IsControl(first):
		return "is white space or a control character"
	case unicode.In(first, unicode.L, unicode.N, unicode.M) || strings.ContainsRune("_-.:/", first):
		return "may be in names and words"
	case strings.ContainsRune("`~", first):
		return "quotes text"
	case strings.ContainsRune("\"'“”‘’\\", first):
		return "is part of strings"
	case strings.ContainsRune(",;", first):
		return "may be between calls"
	case first == '}':
		return "ends JSON"
	}
	return ""
}

// A side is one of two markers.
type side struct {
	name  string // of its field
	texts []string
}

func (m *Markers) sides() [2]side { return [...]side{{".Open", m.Open}, {".Close", m.Close}} }

// single checks that markers have one spelling.
func (c *checker) single(field string, m *Markers) {
	for _, side := range m.sides() {
		c.when(len(side.texts) > 1, field+side.name, "it has %d spellings; write one", len(side.texts))
	}
}

// markers checks both sides of markers, which must be written.
func (c *checker) markers(field string, m *Markers, check func(field, text string)) {
	for _, side := range m.sides() {
		c.when(len(side.texts) == 0, field+side.name, unwritten)
		for i, text := range side.texts {
			check(index(field+side.name, i), text)
		}
	}
}

const unwritten = "it is empty; write the marker as the model does"

// text checks that the parser can look for a marker.
func (c *checker) text(field, text string) bool {
	switch i := strings.Index(text, Anything); {
	case text == "":
		c.report(field, unwritten)
	case text[0] == ' ':
		c.report(field, "%q begins with white space; a marker begins with what isn't", text)
	case text[len(text)-1] == ' ':
		c.report(field, "%q ends with white space, which may follow any marker; drop it", text)
	case i >= 0 && i == len(text)-len(Anything):
		c.report(field, "%q ends with %s; write what ends the marker after it", text, Anything)
	case strings.Contains(text, Word) && !strings.Contains(text, ":"+Word):
		c.report(field, "%q has a %s that is no suffix: a suffix follows the first ':'", text, Word)
	case i > 0 && text[i-1] != ' ':
		c.report(field, "%q has no space before %s: attributes follow white space", text, Anything)
	default:
		return true
	}
	return false
}

func index(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }

// A marker is a marker of running text, and the field that it is in.
type marker struct {
	field, text string
	written     string // how it is written by default
	kind        markerKind
	fold        bool
}

// A markerKind says what a marker is. Markers of some kinds may be the same.
type markerKind uint8

const (
	otherMarker markerKind = iota
	tagOpener              // of a wrapper, a call or code: a block may read what it leaves
	blockOpener
	callCloser // several kinds of calls may share it
)

// hidden looks for markers that are the same, of which only the first would be seen. Where one
// marker begins another, the longer one is seen. If shared is set, markers may be the same.
func (c *checker) hidden(shared bool) {
	for i, m := range c.sought {
		for _, before := range c.sought[:i] {
			if before.hides(m) && !shared {
				c.report(m.field, "%q is never seen: %s, %q, is the same marker; drop one of the two", m.text, before.field, before.text)
				break
			}
		}
	}
}

// hides reports whether the marker is seen in the place of the other one.
func (m marker) hides(other marker) bool {
	switch {
	case m.kind == tagOpener && other.kind == blockOpener, m.kind == callCloser && other.kind == callCloser:
		return false
	case m.text == "" || other.text == "" || strings.Contains(m.text, Anything) && m.text != other.text:
		return false
	}
	return m.written == other.written || m.fold && strings.EqualFold(m.written, other.written)
}

// note notes markers that are looked for, after those that were noted before. They are like the
// given one.
func (c *checker) note(field string, texts []string, like marker) {
	for i, text := range texts {
		like.field, like.text, like.written = index(field, i), text, Written(text)
		c.sought = append(c.sought, like)
	}
}

// seekAll checks markers, and notes them.
func (c *checker) seekAll(field string, texts []string, like marker) {
	for i, text := range texts {
		c.opener(index(field, i), text)
	}
	c.note(field, texts, like)
}

// seek is seekAll for a field that holds one marker.
func (c *checker) seek(field, text string) {
	c.opener(field, text)
	c.sought = append(c.sought, marker{field: field, text: text, written: Written(text)})
}

// pair checks and notes markers with one spelling each. Several may share the closer.
func (c *checker) pair(field string, m *Markers, opener marker) {
	c.single(field, m)
	c.pairs(field, m, opener)
}

// pairs checks markers, and notes them. They may be spelled in several ways.
func (c *checker) pairs(field string, m *Markers, opener marker) {
	c.markers(field, m, c.opener)
	c.note(field+".Open", m.Open, opener)
	c.note(field+".Close", m.Close, marker{kind: callCloser})
}

// openingTags notes the opening tags of wrappers and calls.
func (c *checker) openingTags(field string, t *Tags) {
	wrappers, call := t.openers()
	for i, text := range wrappers {
		c.sought = append(c.sought, marker{field: index(field+".Wrappers", i), text: text, written: t.written(text), kind: tagOpener})
	}
	c.sought = append(c.sought, marker{field: field + ".Call", text: call, written: t.written(call), kind: tagOpener})
}
