package match

import "github.com/toolparser/toolparser/parsers/internal/visit"

// A Sought is the text that ends a marker's attributes and was looked for last. None begins from
// offset from on and before to; found: one begins at to. So each byte is looked at once,
// however many markers wait for it, and however many pieces it comes in.
type Sought struct {
	text     string
	from, to int
	found    bool
}

// behindAnything looks for the text that ends a marker whose attributes begin with b, at offset at.
func (s *Sought) behindAnything(v *visit.Count, text string, b []byte, at int, final bool) Answer {
	i := s.index(v, text, b, at)
	if i < 0 {
		return End(final)
	}
	return Answer(i + len(text))
}

// index is where the text is in b, which begins at offset at; negative: nowhere.
func (s *Sought) index(v *visit.Count, text string, b []byte, at int) int {
	if s == nil {
		return v.Index(b, []byte(text))
	}
	if s.text != text || at < s.from || at > s.to {
		*s = Sought{text: text, from: at, to: at}
	}
	if searched := s.to - at; !s.found && searched < len(b) {
		if i := v.Index(b[searched:], []byte(text)); i >= 0 {
			s.to, s.found = s.to+i, true
		} else {
			s.to = max(s.to, at+len(b)-len(text)+1) // the last bytes may begin it
		}
	}
	if !s.found || s.to-at+len(text) > len(b) {
		return -1
	}
	return s.to - at
}
