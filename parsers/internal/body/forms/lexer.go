package forms

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// TagOpens begins a tag.
var TagOpens = "<"[0]

// A tag is the opening tag of an element.
type tag struct {
	name   string
	key    string // of the argument that it is
	attrs  []attr
	closed bool // it closes itself
	end    int
}

type attr struct{ key, value string }

// get is the value of the first attribute with one of the keys.
func (t *tag) get(keys ...string) (value string, ok bool) {
	for _, key := range keys {
		for _, a := range t.attrs {
			if a.key == key {
				return a.value, true
			}
		}
	}
	return "", false
}

// mostAttrs bounds the attributes of a tag.
const mostAttrs = 32

// entities are those that attributes are written with.
var entities = strings.NewReplacer("&quot;", `"`, "&apos;", "'", "&#39;", "'", "&#34;", `"`, "&lt;", "<", "&gt;", ">", "&amp;", "&")

// openTag reads the opening tag at index i.
func (r *reader) openTag(i int) (t tag, a match.Answer) {
	b := r.text
	if i == len(b) || b[i] != TagOpens {
		return t, r.ended(i)
	}
	i++
	n := nameLen(b[i:])
	r.look(i, n+1)
	if i+n == len(b) {
		return t, match.End(r.final)
	}
	if n == 0 {
		return t, match.No
	}
	t.name = string(b[i : i+n])
	for i += n; ; {
		from := i
		i += match.SpaceLen(b[i:])
		switch {
		case i == len(b):
			return t, match.End(r.final)
		case b[i] == '>':
			t.end = i + 1
			return t, 1
		case b[i] == '/':
			if i+1 == len(b) {
				return t, match.End(r.final)
			}
			if b[i+1] != '>' {
				return t, match.No
			}
			t.closed, t.end = true, i+2
			return t, 1
		case i == from || len(t.attrs) == mostAttrs:
			return t, match.No
		}
		var at attr
		if at, i, a = r.attr(i); !a.Yes() {
			return t, a
		}
		t.attrs = append(t.attrs, at)
	}
}

// attr reads the attribute at index i, and returns where it ends.
func (r *reader) attr(i int) (at attr, end int, a match.Answer) {
	b := r.text
	n := nameLen(b[i:])
	if n == 0 {
		return at, i, match.No
	}
	at.key = string(b[i : i+n])
	i += n
	i += match.SpaceLen(b[i:])
	if i == len(b) || b[i] != '=' {
		return at, i, r.ended(i)
	}
	i++
	i += match.SpaceLen(b[i:])
	if i == len(b) || b[i] != '"' && b[i] != '\'' {
		return at, i, r.ended(i)
	}
	end = r.index(i+1, string(b[i:i+1]))
	if end < 0 {
		return at, i, match.End(r.final)
	}
	at.value = entities.Replace(string(b[i+1 : end]))
	return at, end + 1, 1
}

// closeTag reports whether the closing tag of an element is at index i, and where it ends.
func (r *reader) closeTag(i int, name string) (end int, a match.Answer) {
	b := r.text[i:]
	a = match.Text("</"+name, b, r.final)
	if !a.Yes() {
		return 0, a
	}
	n := a.Len()
	n += match.SpaceLen(b[n:])
	if n == len(b) || b[n] != '>' {
		return 0, r.ended(i + n)
	}
	return i + n + 1, 1
}

// ended is the answer where something else, or nothing, is at index i.
func (r *reader) ended(i int) match.Answer {
	if i < len(r.text) {
		return match.No
	}
	return match.End(r.final)
}

// space is the index behind the white space at index i.
func (r *reader) space(i int) int {
	n := match.SpaceLen(r.text[i:])
	r.look(i, n)
	return i + n
}

// nameLen is the length of the name that b begins with.
func nameLen(b []byte) (n int) {
	for n < len(b) && n < mostName && (isLetter(b[n]) || n > 0 && (b[n] >= '0' && b[n] <= '9' || b[n] == '-' || b[n] == '.' || b[n] == ':')) {
		n++
	}
	return n
}

// mostName bounds a name, in bytes.
const mostName = 64

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

// look notes that n bytes from index i on were looked at.
func (r *reader) look(i, n int) {
	r.env.Visits.Add(n)
	r.far = max(r.far, i+n)
}

// index is the index of a text from index i on; negative if it isn't there.
func (r *reader) index(i int, text string) int {
	s := r.sought
	n := s.Index(r.env.Visits, text, r.text[i:], i)
	if n < 0 {
		r.sought, r.far = s, max(r.far, len(r.text))
		return n
	}
	r.far = max(r.far, i+n+len(text))
	return i + n
}
