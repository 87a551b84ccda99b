package engine

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A matcher looks for something at the start of b.
type matcher func(v *visit.Count, b []byte, final bool) match.Answer

// A Marker is a fixed text, or the beginning of a tag, that means something
// in running text.
type Marker struct {
	// Text is the marker, or how the tag begins. It may begin with any byte, but with
	// a letter only if it is words.
	Text string
	// Match, if set, takes Text's place. First is then the marker's first byte.
	Match matcher
	First byte
	// Open makes the candidate that the marker begins; nil for a tag next to calls.
	Open func(e *Engine, at int) Candidate
	// Begins: a failed candidate ends where this marker is.
	Begins bool
	// Word: the marker, which begins with a letter, doesn't count inside a word.
	Word bool
	// Think: the marker is a special token: it counts in a thought and in
	// inline code, too.
	Think bool
	// Inside: the marker counts in inline code, too, in a wrapper that counts there or behind
	// a call's own tokens.
	Inside bool
	// Line: the marker, of which a grammar has one at most, is a word that
	// counts at a line start only, outside of quotation. It ends nothing.
	Line bool
	// Section: the marker opens a section or a wrapper of calls.
	Section bool
	// EndsThought: an open thought ends before it.
	EndsThought bool
	// Fenced: the marker counts in a fence whose body began with such a marker. If it
	// begins nothing, it also counts in a fence whose body began with JSON.
	Fenced bool
	// Drafts: calls that the marker begins in a thought count, with a penalty, if nothing
	// but more of them follows there.
	Drafts bool
	// Formats are the formats of the calls that the marker begins, or is next to. If none
	// of them counts, the marker is text. No formats: the marker always counts.
	Formats []string
	// Ends says what the marker does to JSON before it.
	Ends place.Ending

	second        second
	probe         matcher // it matches wherever look does, and may elsewhere
	text          string  // Text, where nothing else counts
	opens, closes thoughtKinds
	opener        bool                 // it opens a block or a wrapper, and is text if text follows
	always        bool                 // it is markup everywhere
	python        *grammar.PythonBlock // the block that the marker opens
	part          tokenPart
	frame         framePart
	framed        bool                                               // it begins or ends calls in the messages of frames
	mentioned     bool                                               // it ends a section, but a thought only if no text follows
	look          func(ms *marks, b []byte, final bool) match.Answer // it takes Text's place, too, and keeps what it read, or asks what tools are declared
	wrong         bool                                               // another token should be there
	hidden        bool                                               // in a quotation it is no marker
	plain         bool                                               // it is a tag, and no special token
}

// A second says what a marker's second byte is, or isn't; 0: nothing. The rest is what is behind
// that byte, as far as it is known. A second rules out most markers that begin with the same byte.
type second struct {
	is, not byte
	rest    string
}

func (s *second) rulesOut(b []byte) bool {
	if len(b) < 2 || s.is == 0 && s.not == 0 {
		return false
	}
	if s.is != 0 && b[1] != s.is || b[1] == s.not {
		return true
	}
	for i := 0; i < len(s.rest) && i+2 < len(b); i++ {
		if b[i+2] != s.rest[i] {
			return true
		}
	}
	return false
}

// tag reports whether the marker is a tag, a special token, or words before a special token.
func (m *Marker) tag() bool {
	return !isLetter(m.first()) && !m.hidden || m.opener && m.Think
}

func (m *Marker) first() byte {
	if m.Match != nil || m.Text == "" {
		return m.First
	}
	return m.Text[0]
}

// mark is what the marker means to a body.
func (m *Marker) mark() place.Mark {
	if m == nil {
		return place.Mark{}
	}
	return place.Mark{Text: m.Text, Begins: m.Begins, Opens: m.Open != nil, Ends: m.Ends}
}

// stops reports whether a failed call ends where the marker is.
func (m *Marker) stops() bool { return m.Begins || m.Ends != place.EndsNothing }

// MarkerAt reports whether a marker is at offset at, and which.
func (ms *marks) MarkerAt(at int) (*Marker, match.Answer) {
	a := &ms.asked
	if a.at != at {
		*a = asked{at: at, answer: match.More}
		if ms.declined.at == at {
			a.n = ms.declined.next
		}
	}
	if a.answer == match.More {
		a.marker, a.n, a.answer = ms.markerFrom(a.n, ms.cur.Rest(at), ms.cur.Final)
	}
	return a.marker, a.answer
}

// asked is the offset at which a marker was looked for last. A marker that isn't there won't be
// there when more bytes come. So the search goes on at the marker that needed more bytes: a tag in
// small chunks is compared with the markers before that one once.
type asked struct {
	at     int
	n      int // of the marker
	marker *Marker
	answer match.Answer
}

// markerIn is the marker at the start of b, as in MarkerAt.
func (ms *marks) markerIn(b []byte, final bool) (*Marker, match.Answer) {
	m, _, a := ms.markerFrom(0, b, final)
	return m, a
}

// markerFrom is markerIn, of the markers with b's first byte from the n-th on; i is the index of
// the marker.
func (ms *marks) markerFrom(n int, b []byte, final bool) (m *Marker, i int, a match.Answer) {
	markers := ms.triggers.begin[b[0]]
	for _, i := range ms.triggers.sieves[b[0]].of(b) {
		if i < n {
			continue
		}
		m := markers[i]
		if n := min(len(m.text), len(b)); n > 0 {
			switch {
			case b[n-1] != m.text[n-1] || string(b[:n]) != m.text[:n]:
			case n == len(m.text):
				return m, i, match.Answer(n)
			case !final:
				return m, i, match.More
			}
			continue
		}
		if m.second.rulesOut(b) {
			continue
		}
		if m.look != nil {
			a = m.look(ms, b, final)
		} else {
			a = matchMarker(ms.cur.Visits, m, b, final)
		}
		if a != match.No {
			return m, i, a
		}
	}
	return nil, len(markers), match.No
}

// cutMarkerAt reports whether the output ends in the first part of a marker that begins at
// offset at and would end what is before it.
func (ms *marks) cutMarkerAt(at int) bool {
	rest := ms.cur.Rest(at)
	if !ms.cur.Final || len(rest) == 0 {
		return false
	}
	for n := 0; ; n++ {
		m, i, a := ms.markerFrom(n, rest, false)
		if a == match.No || a == match.More && m.stops() {
			return a == match.More
		}
		n = i
	}
}

func matchMarker(v *visit.Count, m *Marker, b []byte, final bool) match.Answer {
	if m.Match != nil {
		return m.Match(v, b, final)
	}
	return match.Text(m.Text, b, final)
}

// failedEnded reports whether the failed call that was reported last ends with a closer: a
// bracket, a fence, or a marker.
func (ms *marks) failedEnded() bool {
	tail := ms.cur.FailedTail()
	if ms.cur.Failed == ms.cur.Closed || len(tail) == 0 || closes(tail[len(tail)-1]) {
		return true
	}
	ms.cur.Visits.Add(len(tail))
	for i, c := range tail {
		if !ms.triggers.ends[c] {
			continue
		}
		if m, n := ms.markerIn(tail[i:], true); n.Yes() && n.Len() == len(tail)-i && m.Ends != place.EndsNothing && !m.Begins {
			return true
		}
	}
	return false
}

// closes reports whether the byte closes a bracket or a fence.
func closes(c byte) bool { return c == '}' || c == ']' || c == ')' || fence.Begins[c] }

// isLetter reports whether c is a letter of ASCII.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
