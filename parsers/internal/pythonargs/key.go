package pythonargs

import (
	"bytes"
	"unicode/utf8"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// maxKey bounds a key, in bytes.
const maxKey = 256

// keyLength is the length of the keyword at the start of b.
func keyLength(v *visit.Count, b []byte) int {
	n := bytetable.Index(b, 0, &plainKeyEnds)
	for n < len(b) && (isKeyByte(b[n]) || b[n] == '\\' && (n+1 == len(b) || b[n+1] == '_')) {
		if b[n] >= utf8.RuneSelf && match.WideSpace(b[n:], true).Yes() {
			break
		}
		n++
	}
	v.Add(n)
	return n
}

// quotedKey matches a keyword in straight quotes, if a '=' follows it.
func quotedKey(v *visit.Count, b []byte, final bool) match.Answer {
	if b[0] != '"' && b[0] != '\'' {
		return match.No
	}
	b = b[:min(len(b), maxAhead)]
	n := keyLength(v, b[1:]) + 1
	switch {
	case n == len(b):
		return match.End(final || n == maxAhead)
	case n == 1 || b[n] != b[0]:
		return match.No
	}
	n++
	rest := v.TrimLeft(b[n:], space)
	switch {
	case len(rest) < 2 && len(b) < maxAhead:
		return match.End(final)
	case len(rest) < 2 || rest[0] != '=' || rest[1] == '=':
		return match.No
	}
	return match.Answer(n)
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// isKeyByte reports whether c can be in a key.
func isKeyByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '-' || c >= 0x80
}

// plainKeyEnds are the bytes that aren't in keys, and those that may begin white space.
var plainKeyEnds = bytetable.Of(func(c byte) bool { return c >= utf8.RuneSelf || !isKeyByte(c) })

// maxAhead bounds how many bytes are looked at ahead of a position, for a key and the like.
const maxAhead = 2 * maxKey

// startsArgument reports whether b begins with a key and its '='.
func startsArgument(v *visit.Count, b []byte, final bool) match.Answer {
	b = b[:min(len(b), maxAhead)]
	n := keyLength(v, b)
	if n == 0 {
		return match.No
	}
	i := n
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	v.Add(i - n)
	switch {
	case i+1 < len(b) && b[i] == '=' && b[i+1] != '=':
		return 1
	case i+1 >= len(b) && (i == len(b) || b[i] == '=') && len(b) < maxAhead:
		return decided(final) // the output ended in a key or behind it
	}
	return match.No
}

// manyKeys is from how many keys on they are looked up in a map.
const manyKeys = 16

// A keySet is a set of keys in a text.
type keySet struct {
	at   []span
	seen map[string]bool
}

func (s *keySet) len() int { return len(s.at) }

// held is how many bytes the set takes, about: a short key in a map takes 64.
func (s *keySet) held() int { return cap(s.at)*int(unsafe.Sizeof(span{})) + 64*len(s.seen) }

// has reports whether the set has the key.
func (s *keySet) has(text, key []byte) bool {
	if s.seen != nil {
		return s.seen[string(key)]
	}
	for _, k := range s.at {
		if bytes.Equal(text[k.start:k.end], key) {
			return true
		}
	}
	return false
}

// add adds the key; false if it is in the set.
func (s *keySet) add(text []byte, key span) bool {
	name := text[key.start:key.end]
	if s.has(text, name) {
		return false
	}
	s.at = append(s.at, key)
	switch {
	case s.seen != nil:
		s.seen[string(name)] = true
	case len(s.at) > manyKeys:
		s.seen = make(map[string]bool)
		for _, k := range s.at {
			s.seen[string(text[k.start:k.end])] = true
		}
	}
	return true
}

// decided is yes if ok: the output ends, or enough of it was looked at. Otherwise it is More.
func decided(ok bool) match.Answer {
	if ok {
		return 1
	}
	return match.More
}

// stringBegins reports whether b begins with a string, perhaps with a prefix.
func stringBegins(b []byte) match.Answer {
	n := prefixLength(b)
	switch {
	case n == len(b):
		return match.More
	case b[n] == '\'' || b[n] == '"':
		return match.Answer(n + 1)
	}
	return match.No
}

// prefixLength is the length of a string's prefix at the start of b.
func prefixLength(b []byte) int {
	n := 0
	for n < len(b) && n < 2 && (b[n]|0x20 == 'r' || b[n]|0x20 == 'u' || b[n]|0x20 == 'f') {
		n++
	}
	return n
}
