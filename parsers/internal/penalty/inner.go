package penalty

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// inner is a call that may be quoted: in a value of the call that failed before it, in a string of text that has the form
// of a call, or because it is a Python call without arguments in other text.
// See docs/models/formats, "Quotation", "With a key for the name or the arguments" and "Where Python counts".
type inner struct {
	at       int    // where the failed call ended, or the opener after the string's quote begins
	brackets int    // that the failed call left open
	quote    string // that opened the string; "": a call failed
	alone    bool   // text that follows the call quotes it
	ended    bool   // the call ended, and it isn't known whether it is quoted
	from     int    // where the call ended
	end      int    // where it ended, or the last closer after it; -1: what it is in goes on
}

const (
	// maxInner is how far after a call is looked for the end of a failed call that may quote it, in bytes.
	maxInner = 16 << 10
	// maxClosing is how many bytes before a closer are looked at.
	maxClosing = 256

	space = " \t\r\n"
)

// LeavesOpen implements [body.Penalties].
func (pe *Penalties) LeavesOpen(at, brackets int) {
	pe.Follow(false) // as at the end of a chunk
	if pe.markers.Place.Rules.Nested || pe.inner.ended {
		return
	}
	pe.inner = inner{at: at, brackets: max(brackets, 1)}
	pe.markers.Cur.Silent = true
}

// OpensAt notes that a call may begin at offset at, up to which text was reported. If a quote that opens a string is
// before it, the string may quote the call.
func (pe *Penalties) OpensAt(at int) {
	cur := pe.markers.Cur
	if cur.Silent || at == 0 {
		return
	}
	last := cur.Before(at)
	if q := last.Byte(); q != '"' && q != '\'' && q != '>' {
		return
	}
	pe.Follow(false) // as at the end of a chunk
	if quote := pe.opensString(last[:]); quote != "" && !pe.inner.ended && !pe.markers.Place.Rules.Nested {
		pe.inner = inner{at: at, quote: quote}
		cur.Silent = true
	}
}

// opensString returns the quote with which the text ends, if a sign before the quote says that it opens a string; else "".
func (pe *Penalties) opensString(text []byte) string {
	trees := pe.markers.Place.Rules.Grammar.Trees
	for i := range trees {
		if d := trees[i].Delimiter; strings.HasSuffix(d, string(text)) {
			return d
		}
	}
	n := len(text) - 1
	quote := text[n]
	if quote == '>' {
		return ""
	}
	size := 1
	if text[n-1] == quote && text[n-2] == quote {
		size = 3
	}
	before := text[n-size]
	if before == ' ' && size == 1 {
		before = text[n-2]
	}
	if !strings.Contains("=:([,{", string(before)) {
		return ""
	}
	return string(text[n+1-size:])
}

// Ends notes that a call ends at offset end. It returns true if the call may be quoted.
func (pe *Penalties) Ends(end int) bool {
	cur, in := pe.markers.Cur, &pe.inner
	if in.quote == "" && in.at != cur.Failed {
		return false
	}
	in.from, in.end, in.ended = end, end, true
	if in.quote != "" {
		in.end = -1 // what the call is in, such as a list, goes on
	}
	return true
}

// ReadUpTo notes that what the last call is in, such as a list, was read, up to the position.
func (pe *Penalties) ReadUpTo() {
	if in := &pe.inner; in.ended && in.end < 0 {
		in.end = pe.markers.Cur.Pos
		pe.Follow(false)
	}
}

// EndsAlone notes that a call ends at offset end, and is text if text follows it before the next call.
func (pe *Penalties) EndsAlone(end int) {
	pe.inner = inner{at: -1, alone: true, ended: true, from: end, end: end}
	pe.markers.Cur.Silent = true
}

// stringEnds reports whether the string ends at offset at: its quote is there, and a bracket or a comma follows it.
func (pe *Penalties) stringEnds(at int) match.Answer {
	cur, quote := pe.markers.Cur, pe.inner.quote
	rest := cur.Visits.TrimLeft(cur.Rest(at), space)
	a := match.Text(quote, rest, cur.Final)
	switch {
	case a == match.No && len(rest) > 0 && pe.markers.Triggers.Tags[rest[0]] && cur.Mark <= cur.Window.End()-len(rest):
		return match.More // a closer may be between the call and the quote
	case !a.Yes():
		return a
	}
	rest = cur.Visits.TrimLeft(rest[len(quote):], space)
	switch {
	case len(rest) == 0:
		return match.End(cur.Final)
	case strings.IndexByte(")]},", rest[0]) < 0:
		return match.No
	}
	return 1
}

// Undecided reports whether it is open whether the last call is quoted.
func (pe *Penalties) Undecided() bool { return pe.inner.ended }

// Watching reports whether what follows the last call may still change it.
func (pe *Penalties) Watching() bool { return pe.inner.ended || pe.line.called }

// Needs is where the text begins that is needed, if the text from offset mark on is.
func (pe *Penalties) Needs(mark int) int {
	switch in := &pe.inner; {
	case !in.ended || in.alone:
	case in.quote != "":
		mark = min(mark, max(in.end, in.from))
	default:
		mark = min(mark, max(in.end, mark-maxClosing))
	}
	if pe.line.called && pe.line.at > 0 {
		mark = min(mark, pe.line.at)
	}
	return mark
}

// AtMarker decides at a marker at offset at, whether the last call is quoted. closes: the marker, which ends at offset
// end, closes something, and begins nothing.
func (pe *Penalties) AtMarker(at, end int, closes bool) {
	in := &pe.inner
	if in.end < 0 {
		in.end = in.from
	}
	switch {
	case at < in.end && closes: // another marker gets the text of the last one
	case in.alone:
		if spoke := pe.spoke(at); spoke || !closes {
			pe.decide(spoke)
		} else {
			in.end = end
		}
	case in.quote != "" && !pe.blank(min(in.end, at), at):
		pe.decide(pe.stringEnds(in.end).Yes())
	case !closes || at-in.from > maxInner:
		pe.decide(false)
	case in.quote == "" && pe.closed(at, false):
		pe.decide(true)
	default:
		in.end = end
	}
}

// Follow decides what follows the last call, as far as the text at hand shows that. last: the next call ends.
func (pe *Penalties) Follow(last bool) {
	pe.followLine(last)
	cur, in := pe.markers.Cur, &pe.inner
	switch {
	case !in.ended:
	case in.alone:
		if !cur.Silent || last {
			pe.decide(!cur.Silent)
		}
	case in.quote != "" && in.end >= 0:
		if a := pe.stringEnds(in.end); a != match.More || last {
			pe.decide(a.Yes())
		}
	case last, cur.Mark-in.from > maxInner:
		pe.decide(false)
	}
}

// Over decides at the end of the output what follows the last call.
func (pe *Penalties) Over() {
	pe.followLine(true)
	if in := &pe.inner; in.ended {
		end := pe.markers.Cur.Window.End()
		switch {
		case in.alone:
			pe.decide(pe.spoke(end))
		case in.quote != "":
			pe.decide(pe.stringEnds(max(in.end, in.from)).Yes())
		default:
			pe.decide(end-in.from <= maxInner && pe.closed(end, true))
		}
	}
}

// spoke reports whether text that isn't white space is between the call and offset at.
func (pe *Penalties) spoke(at int) bool {
	cur := pe.markers.Cur
	return !cur.Silent || !pe.blank(min(max(pe.inner.end, cur.Mark), at), at)
}

// blank reports whether only white space is between offsets from and at.
func (pe *Penalties) blank(from, at int) bool {
	return len(pe.markers.Cur.Visits.TrimLeft(pe.markers.Cur.Slice(from, at), space)) == 0
}

// closed reports whether the text before offset at closes the brackets that the failed call left open. quoted: a quote
// must be before them.
func (pe *Penalties) closed(at int, quoted bool) bool {
	text := pe.markers.Cur.Slice(min(max(pe.inner.end, at-maxClosing), at), at)
	pe.markers.Cur.Visits.Add(len(text))
	brackets := 0
	for n := len(text) - 1; n >= 0; n-- {
		switch c := text[n]; {
		case match.IsSpace(c):
		case c == '}' || c == ']' || c == ')':
			brackets++
		default:
			return brackets >= pe.inner.brackets && (!quoted || c == '"' || c == '\'' || c == '>')
		}
	}
	return brackets >= pe.inner.brackets && !quoted
}

// decide says whether the last call is quoted.
func (pe *Penalties) decide(quoted bool) {
	pe.inner.ended = false
	pe.markers.Cur.Handler.Quoted(quoted)
}
