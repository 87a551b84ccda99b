package recovery

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// Members are the members of an object as the text of another one, without
// its closing brace.
type Members struct {
	Text  []byte
	Start int // of the first
	Keys  map[string]bool
	at    int // of the member at hand
	key   []byte
	named bool // the object has the string at offset name
}

// A Member says what becomes of a member of an object.
type Member uint8

const (
	// Foreign: the member fits nowhere.
	Foreign Member = iota
	// Own: the member stays where it is.
	Own
	// Moved: the member becomes one of the Members.
	Moved
)

// Members reads the value anew up to the end of the object, at the depth, that has the string at
// offset name as a member's value. It returns false if another member of that object is Foreign. log
// has the edits of the value.
func (r *Reading) Members(w *jsonscan.Window, log *jsonscan.Log, name, depth int, of func(key []byte) Member) (m Members, ok bool) {
	s := r.From
	s.Notes.Log = nil
	if r.search != nil {
		s.Given.Ends = r.search.Ends
	}
	ok = true
	for {
		t := s.Next(w)
		inside := s.Nesting.Depth() == depth
		switch t.Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return m, false
		case jsonscan.StringBegin, jsonscan.Comma, jsonscan.ArrayOpen:
		case jsonscan.ObjectOpen:
			if inside {
				m, ok = Members{}, true
			}
		case jsonscan.Key:
			if inside {
				m.at, m.key = s.StringStart(), log.Decode(w, t)
			}
		default:
			switch {
			case t.Kind == jsonscan.String && t.Start == name:
				m.named = true
			case inside:
				is := of(m.key)
				if ok = ok && is != Foreign; is == Moved {
					m.add(w, log, s.PrevEnd())
				}
			case m.named && t.Kind == jsonscan.ObjectClose && s.Nesting.Depth() == depth-1:
				return m, ok
			}
		}
	}
}

// add adds the member that ends at end.
func (m *Members) add(w *jsonscan.Window, log *jsonscan.Log, end int) {
	separator := byte(',')
	if len(m.Text) == 0 {
		separator, m.Start, m.Keys = '{', m.at, make(map[string]bool)
	}
	m.Keys[string(m.key)] = true
	member := log.Append(nil, w, m.at, end)
	member = bytes.TrimPrefix(member, []byte(",")) // an edit has added the comma that was missing
	m.Text = append(append(m.Text, separator), member...)
}

// A Last is the last member of an object, whose value is a string.
type Last struct {
	Key, Value jsonscan.Token
	End        int // of the member before it
}

// LastMember is the last member of the object that s begins with and w ends with, if its value is a
// string and another member is before it.
func LastMember(w *jsonscan.Window, s *jsonscan.Scanner) (l Last, ok bool) {
	for end := 0; !s.Done(); {
		t := s.Next(w)
		inside := s.Nesting.Depth() == 1
		switch {
		case t.Kind == jsonscan.More, t.Kind == jsonscan.End, t.Kind == jsonscan.Unexpected, t.Kind == jsonscan.TooDeep:
			return l, false
		case inside && t.Kind == jsonscan.Comma:
			end = t.Start
		case inside && t.Kind == jsonscan.Key:
			l, ok = Last{Key: t, End: end}, false
		case inside && t.Kind == jsonscan.String:
			l.Value, ok = t, true
		}
	}
	return l, ok && l.End > 0
}
