package jsonscan

// open opens a container.
func (s *Scanner) open(kind Kind, e expect) Token {
	at := s.at.pos
	if s.Nesting.Room() <= 0 {
		return Token{Kind: TooDeep, Start: at, End: at}
	}
	s.Nesting.push(kind == ObjectOpen)
	s.at.took(at+1, e)
	return Token{Kind: kind, Start: at, End: at + 1}
}

func (s *Scanner) close() Token {
	at, kind, closer := s.at.pos, ArrayClose, byte(']')
	if s.Nesting.InObject() {
		kind, closer = ObjectClose, '}'
	}
	s.Nesting.depth--
	s.tookValue(at + 1)
	s.at.prevCloser = closer
	return Token{Kind: kind, Start: at, End: at + 1}
}

// tookValue ends a value at pos.
func (s *Scanner) tookValue(pos int) {
	s.at.took(pos, expectNext)
	s.LastValueEnd, s.LastValueDepth = pos, s.Nesting.depth
	if s.Nesting.depth == 0 {
		s.at.expect = expectNothing
	}
}

// tookKey ends a key at pos, and reads the colon behind it. The key's end is certain only then: the
// bytes from offset held on wait for it.
func (s *Scanner) tookKey(w *Window, k key, pos, held int) Token {
	s.lastKey = k
	s.at.took(pos, expectColon)
	s.at.held = held
	i := pos - w.Base
	if i == len(w.Win) || w.Win[i] != ':' {
		if !s.skipSpace(w) {
			return s.at.more(w)
		}
		i = s.at.pos - w.Base
	}
	return s.colon(w.Win[i])
}

func (s *Scanner) colon(c byte) Token {
	if c != ':' {
		return s.at.unexpected("")
	}
	s.at.took(s.at.pos+1, expectValue)
	return Token{Kind: Key, Start: s.lastKey.start, End: s.lastKey.end, Escaped: s.lastKey.escaped}
}
