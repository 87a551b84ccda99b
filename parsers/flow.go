package parsers

import "unicode/utf8"

// flow takes a piece of prose behind prose, as most pieces are: it makes the content
// longer, and nothing else. The parser and the segments are told of all that flowed
// by once another piece comes. False if this is one.
func (s *session) flow(piece string) bool {
	w, tells := &s.content, s.tells
	old, n := len(w.buf), len(piece)
	if n == 0 || n > cap(w.buf)-old {
		return false
	}
	for i := range n {
		if tells[piece[i]] {
			return false
		}
	}
	solid := n
	for w.joined && solid > 0 && isSpace(piece[solid-1]) {
		solid--
	}
	if piece[max(solid, 1)-1] >= utf8.RuneSelf {
		return false // half a code point, or white space
	}
	w.buf = w.buf[:old+n]
	copy(w.buf[old:], piece)
	if solid > 0 {
		w.solid = old + solid
		s.delta.Content = asString(w.next())
	} else {
		s.delta.Content = ""
	}
	s.flowed += n
	return true
}

// flows tells whether more text, which the parser needn't see, may flow.
func (c *collector) flows() bool {
	n, w := len(c.segments), &c.content
	return c.plain() && n > 0 && c.segments[n-1].Kind == SegmentText &&
		w.solid > 0 && !w.run.removed && c.delta.Reasoning == ""
}

// catchUp tells the parser, and the segments, what flowed by. No more does.
func (s *session) catchUp() {
	if s.flowed > 0 {
		s.passer.Skip(s.content.buf[len(s.content.buf)-s.flowed:])
		s.segments[len(s.segments)-1].Span.End += s.flowed
	}
	s.tells, s.flowed = nil, 0
}
