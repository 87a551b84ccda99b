package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

func (s *Scanner) more(w *Window) Token {
	if s.overrun {
		return s.unexpected("")
	}
	if w.Final {
		return Token{Kind: End, Start: s.pos, End: s.pos}
	}
	return Token{Kind: More, Start: s.pos, End: s.pos}
}

func (s *Scanner) unexpected(message string) Token {
	s.failed = message
	return Token{Kind: Unexpected, Start: s.pos, End: s.pos}
}

// took ends a token at pos, and sets what is expected after it.
func (s *Scanner) took(pos int, e expect) {
	s.pos, s.prevEnd, s.expect = pos, pos, e
	s.held, s.spaced, s.prevString = -1, false, false
	s.lex = between
}

// tookValue ends a value at pos.
func (s *Scanner) tookValue(pos int) {
	s.took(pos, expectNext)
	s.LastValueEnd, s.LastValueDepth = pos, s.depth
	if s.depth == 0 {
		s.expect = expectNothing
	}
}

// IsObject reports whether the container at depth d, 1 being the outermost, is an object.
func (s *Scanner) IsObject(d int) bool { return s.objects[(d-1)/64]>>((d-1)%64)&1 != 0 }

func (s *Scanner) inObject() bool { return s.depth > 0 && s.IsObject(s.depth) }

// repaired notes a repair, if repairs are allowed.
func (s *Scanner) repaired(kind repair.Kind, at int) bool {
	if s.Tolerance&AllowRepair == 0 {
		return false
	}
	if kind == repair.Unspecified {
		return true
	}
	s.Repaired++
	if s.Log != nil {
		s.Log.Repairs = append(s.Log.Repairs, repair.Repair{Kind: kind, Offset: at})
	}
	return true
}

func (s *Scanner) edit(at, del int, ins insertion) {
	if s.Log != nil {
		s.Log.add(edit{at: at, del: int32(del), ins: ins})
	}
}

func (s *Scanner) replace(kind repair.Kind, at, del int, ins insertion) bool {
	if !s.repaired(kind, at) {
		return false
	}
	s.edit(at, del, ins)
	return true
}

func (s *Scanner) insert(kind repair.Kind, at int, ins insertion) bool {
	return s.replace(kind, at, 0, ins)
}

func (s *Scanner) drop(kind repair.Kind, at, del int) bool {
	return s.replace(kind, at, del, insNone)
}
