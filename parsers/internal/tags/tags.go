// Package tags reads the tags of formats that look like XML and are not: there
// are no entities, and what stands between two tags is text, whatever it is.
//
// Every function looks at the start of b, which is the output as far as it is
// at hand, and says how many bytes match: 0 if there is no match, -1 if more
// bytes must tell, which final rules out.
package tags

import "bytes"

const (
	// MaxPrefix bounds a namespace prefix, in bytes.
	MaxPrefix = 32
	// MaxTag bounds a tag, in bytes: what is longer is text.
	MaxTag = 1024
	// maxSpace bounds the white space before the '>' of a closing tag.
	maxSpace = 64
)

// Opening matches the beginning of an opening tag: '<', a namespace prefix and
// ':' or neither, the name, and before something that may follow a name.
func Opening(b []byte, name string, final bool) (prefix []byte, n int) {
	return start(b, "<", name, final)
}

// ClosingStart matches the beginning of a closing tag, as Opening does.
func ClosingStart(b []byte, name string, final bool) (prefix []byte, n int) {
	return start(b, "</", name, final)
}

// Closing matches a closing tag: "</", a prefix and ':' or neither, the name,
// white space or none, '>'.
func Closing(b []byte, name string, final bool) (prefix []byte, n int) {
	prefix, n = start(b, "</", name, final)
	if n <= 0 {
		return nil, n
	}
	end := End(b[n:], final)
	if end <= 0 {
		return nil, end
	}
	return prefix, n + end
}

// End matches the end of a tag: white space or none, and '>'.
func End(b []byte, final bool) int {
	n := 0
	for n < len(b) && n <= maxSpace && IsSpace(b[n]) {
		n++
	}
	switch {
	case n == len(b):
		return undecided(final)
	case b[n] == '>':
		return n + 1
	}
	return 0
}

// start matches lead, a prefix and ':' or neither, and the name.
func start(b []byte, lead, name string, final bool) (prefix []byte, n int) {
	if n = text(b, lead, final); n <= 0 {
		return nil, n
	}
	w := word(b[n:])
	switch {
	case w > MaxPrefix:
		return nil, 0
	case n+w == len(b):
		return nil, undecided(final)
	case b[n+w] != ':':
		return nil, named(b, n, w, name)
	case w == 0:
		return nil, 0
	}
	prefix = b[n : n+w]
	n += w + 1
	w = word(b[n:])
	if n+w == len(b) {
		if w <= len(name) && string(b[n:]) == name[:w] {
			return nil, undecided(final)
		}
		return nil, 0
	}
	return prefix, named(b, n, w, name)
}

// named is where the name in b[at:at+w] ends, if it is the one.
func named(b []byte, at, w int, name string) int {
	if c := b[at+w]; string(b[at:at+w]) == name && (IsSpace(c) || c == '>' || c == '/') {
		return at + w
	}
	return 0
}

// A Tag is an opening tag of which one attribute is wanted.
type Tag struct {
	// Prefix is the namespace prefix, without its ':'.
	Prefix []byte
	// Value is the attribute's value as written, and At where it stands in the
	// tag; Has tells whether it is there.
	Value []byte
	At    int
	Has   bool
}

// Read matches a whole opening tag of a name, of at most MaxTag bytes.
// Attributes that aren't wanted are passed over; of several the first counts.
func Read(b []byte, name, attribute string, final bool) (t Tag, n int) {
	t.Prefix, n = Opening(b, name, final)
	if n <= 0 {
		return Tag{}, n
	}
	rest := b[:min(len(b), MaxTag)]
	final = final || len(b) > MaxTag
	for {
		if end := End(rest[n:], final); end != 0 {
			if end < 0 {
				return Tag{}, end
			}
			return t, n + end
		}
		key, value, w := Attribute(rest[n:], final)
		if w <= 0 {
			return Tag{}, w
		}
		if !t.Has && string(key) == attribute {
			t.Value, t.Has = value, true
			t.At = n + w - 1 - len(value)
		}
		n += w
	}
}

// Attribute matches white space, a key, '=' and a value in single or double
// quotes; there may be white space around the '='.
func Attribute(b []byte, final bool) (key, value []byte, n int) {
	from := space(b, 0)
	at := from
	for at < len(b) && isKey(b[at]) {
		at++
	}
	key = b[from:at]
	at = space(b, at)
	switch {
	case at == len(b):
		return nil, nil, undecided(final)
	case from == 0 || len(key) == 0 || b[at] != '=':
		return nil, nil, 0
	}
	at = space(b, at+1)
	if at == len(b) {
		return nil, nil, undecided(final)
	}
	quote := b[at]
	if quote != '"' && quote != '\'' {
		return nil, nil, 0
	}
	w := bytes.IndexByte(b[at+1:], quote)
	if w < 0 {
		return nil, nil, undecided(final)
	}
	return key, b[at+1 : at+1+w], at + w + 2
}

// Closes matches a closing tag of a name, of which prefix and ':' are part.
func Closes(b []byte, name string, final bool) int {
	n := text(b, "</", final)
	if n <= 0 {
		return n
	}
	w := text(b[n:], name, final)
	if w <= 0 {
		return w
	}
	n += w
	end := End(b[n:], final)
	if end <= 0 {
		return end
	}
	return n + end
}

// text matches a text.
func text(b []byte, text string, final bool) int {
	switch {
	case len(b) >= len(text):
		if string(b[:len(text)]) == text {
			return len(text)
		}
	case string(b) == text[:len(b)]:
		return undecided(final)
	}
	return 0
}

func undecided(final bool) int {
	if final {
		return 0
	}
	return -1
}

// IsSpace tells whether c is white space in a tag.
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func space(b []byte, at int) int {
	for at < len(b) && IsSpace(b[at]) {
		at++
	}
	return at
}

// word is the length of the name at the start of b, but no more than what is
// longer than any prefix.
func word(b []byte) int {
	n := 0
	for n < len(b) && n <= MaxPrefix && isWord(b[n]) {
		n++
	}
	return n
}

func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'
}

func isKey(c byte) bool { return isWord(c) || c == ':' }
