package grammar

import "strings"

// A marker is a marker of running text, and the field that it is in.
type marker struct {
	field, text string
	written     string // how it is written by default
	kind        markerKind
	fold        bool
}

// A markerKind says what a marker is. Markers of some kinds may share their text.
type markerKind uint8

const (
	otherMarker markerKind = iota
	tagOpener              // of a wrapper, a call or code: a block may read what it leaves
	blockOpener
	blockCloser // several blocks may share it
)

// hidden looks for markers that another one hides. Such a marker would never be seen, because a
// marker that is looked for earlier begins it. If shared is set, markers may be the same.
func (c *checker) hidden(shared bool) {
	for i, m := range c.sought {
		for _, before := range c.sought[:i] {
			if before.hides(m) && !(shared && before.text == m.text) {
				c.report(m.field, "%q is never seen: %s, %q, is looked for before it and begins it; put the longer one first, or drop one",
					m.text, before.field, before.text)
				break
			}
		}
	}
}

// hides reports whether the marker is wherever the other one is.
func (m marker) hides(other marker) bool {
	switch {
	case m.kind == tagOpener && other.kind == blockOpener, m.kind == blockCloser && other.kind == blockCloser:
		return false
	case m.text == "" || other.text == "" || strings.Contains(m.text, Anything) && m.text != other.text:
		return false
	}
	text, begins := other.written, m.written
	if len(text) < len(begins) {
		return false
	}
	return text[:len(begins)] == begins || m.fold && strings.EqualFold(text[:len(begins)], begins)
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
	c.markers(field, m, c.opener)
	c.single(field, m)
	c.note(field+".Open", m.Open, opener)
	c.note(field+".Close", m.Close, marker{kind: blockCloser})
}

// openingTags notes the opening tags of wrappers and calls, as they are by default.
func (c *checker) openingTags(field string, t *Tags) {
	suffix := ""
	if t.Brackets.Affix == Suffixed {
		suffix = ":" + Word
	}
	for i, word := range t.Wrappers {
		c.openingTag(index(field+".Wrappers", i), t.Brackets, word+suffix+t.Brackets.End)
	}
	text := t.Call.Word + suffix
	switch t.Call.Name {
	case NameAssigned:
		text += NameAssigned
	case NameBehind:
		text += t.Brackets.End
	default:
		text += " " + t.Call.Name + "="
	}
	c.openingTag(field+".Call", t.Brackets, text)
}

// openingTag notes an opening tag. A space in its bracket stands for itself, unless the brackets are
// Gapped.
func (c *checker) openingTag(field string, b Brackets, rest string) {
	m := marker{field: field, text: b.Open + rest, written: b.Open + Written(rest), kind: tagOpener}
	if b.Affix == Gapped {
		m.written = Written(m.text)
	}
	c.sought = append(c.sought, m)
}
