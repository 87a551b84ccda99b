package penalty

import (
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// line is JSON of a vendor that begins a line of running text. If text follows it on that line, it is in a sentence, and
// the last call in it has a penalty of 0.3.
// See docs/models/formats/openai.md, "In text".
type line struct {
	begins bool // such JSON is read, or was read last
	called bool // a call in it ended, and it isn't known whether text follows
	at     int  // behind the JSON; 0: it hasn't ended
}

// BeginsLine says whether the JSON that is opened is a vendor's, and begins a line.
func (pe *Penalties) BeginsLine(begins bool) { pe.line.begins = begins }

// EndsOnLine notes that a call without markers ended. It returns true if what follows the JSON on its line may lower the
// call's confidence.
func (pe *Penalties) EndsOnLine() bool {
	if pe.line.begins && !pe.markers.Place.Rules.Nested {
		pe.line.called, pe.line.at = true, 0
	}
	return pe.line.called
}

// LineGoesOn notes that the JSON has ended, at the position.
func (pe *Penalties) LineGoesOn() {
	if pe.line.called && pe.line.at == 0 {
		pe.line.at = pe.markers.Cur.Pos
		pe.followLine(false)
	}
}

// followLine decides whether text follows on the line, as far as the text at hand shows that. last: the next call ends, or
// the output does.
func (pe *Penalties) followLine(last bool) {
	l := &pe.line
	if !l.called || l.at == 0 && !last {
		return
	}
	a := match.No
	if l.at > 0 {
		a = pe.textFollows(l.at)
	}
	if a != match.More || last {
		l.called = false
		pe.markers.Cur.Handler.OnLine(a.Yes())
	}
}

// textFollows reports whether text is behind offset at, on the same line. A separator, more JSON, a marker and a run that
// quotes are no text.
func (pe *Penalties) textFollows(at int) match.Answer {
	const blank = " \t\r"
	cur := pe.markers.Cur
	rest := cur.Visits.TrimLeft(cur.Rest(at), blank)
	if len(rest) > 0 && (rest[0] == ',' || rest[0] == ';') {
		rest = cur.Visits.TrimLeft(rest[1:], blank)
	}
	if len(rest) == 0 {
		return match.End(cur.Final)
	}
	c := rest[0]
	return match.If(c != '\n' && c != '{' && c != '[' && !fence.Begins[c] && !pe.markers.Triggers.Tags[c])
}
