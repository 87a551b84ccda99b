package openings

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/informal"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// informalTag is the word of the tags around calls in which models write calls in many ways.
const informalTag = "tool_call"

// informalOpener begins the opening tag with that word, and informalCloser is the closing tag.
const (
	informalOpener = "<" + informalTag
	informalCloser = "</" + informalTag + ">"
)

// tagBegin is what the tag begins with.
var tagBegin = "<"[0]

// informalCall is the candidate for the opening tag of a call that other text than the family's formats may follow. If there is
// no such call, it leaves the tag to the candidate for the family's formats.
type informalCall struct {
	marker *markers.Marker
	length int    // of the marker
	start  int    // of the tag
	end    int    // of the tag; 0: it isn't read yet
	begun  bool   // a call may follow
	opener string // what the tag begins with, up to the end of its word
	closer string
	scan   int // up to here no closer is
	tries  int
}

// maxClosers bounds how many closers are tried for a call whose values may have closers in them.
const maxClosers = 4

// openInformal makes the candidate for the marker at the position, n bytes long; nil if it isn't the opening tag of such calls.
func (op *Openings) openInformal(m *markers.Marker, n int) Candidate {
	at := op.Cur.Pos
	if !m.Begins || op.Cur.Config.Options.NativeOnly || !op.Cur.Config.Tools.Given() || !op.Cur.Repairs() || !op.Cur.Config.Counts(parsers.InformalFormat) {
		return nil
	}
	if op.Cur.Slice(at, at+1)[0] != tagBegin || informalWord(op.Cur.Rest(at)) == 0 {
		return nil
	}
	c := Own[informalCall](op)
	*c = informalCall{marker: m, length: n, start: at}
	return c
}

// informalWord is the length of the beginning of the tag with which b begins, up to the end of its word; 0 if it is another tag.
func informalWord(b []byte) int {
	n := 1 + match.WordLen(b[1:])
	if n < len(b) && b[n] == ':' {
		n += 1 + match.WordLen(b[n+1:])
	}
	if word := string(b[1:n]); word != informalTag && !strings.HasSuffix(word, ":"+informalTag) {
		return 0
	}
	return n
}

// word is the word of the tag.
func (ic *informalCall) word() string { return ic.opener[1:] }

// Step implements [Candidate].
func (ic *informalCall) Step(hd *Openings) bool {
	if !ic.begun {
		switch a := ic.begins(hd); {
		case a == match.More:
			return false
		case !a.Yes():
			return ic.decline(hd)
		}
		ic.begun = true
	}
	for {
		rest := hd.Cur.Rest(ic.scan)
		i := hd.Cur.Visits.IndexByte(rest, tagBegin)
		if i < 0 {
			ic.scan += len(rest)
			if !hd.Cur.Final {
				return false
			}
			return ic.unclosed(hd) || ic.decline(hd)
		}
		ic.scan += i
		rest = rest[i:]
		switch a := match.Text(ic.closer, rest, hd.Cur.Final); {
		case a == match.More:
			return false
		case a.Yes():
			if call, ok := informal.Read(&hd.Place, ic.word(), ic.end, ic.scan); ok {
				ic.report(hd, &call, ic.scan+a.Len())
				return true
			}
			if ic.tries++; ic.tries == maxClosers {
				return ic.decline(hd)
			}
		}
		switch a := match.Any([]string{informalOpener, ic.opener}, rest, hd.Cur.Final); {
		case a == match.More:
			return false
		case a.Yes():
			return ic.decline(hd)
		}
		ic.scan++
	}
}

// begins reads the tag, and reports whether such a call may follow it.
func (ic *informalCall) begins(hd *Openings) match.Answer {
	if ic.end == 0 {
		rest := hd.Cur.Rest(ic.start)
		n := informalWord(rest)
		switch {
		case n == len(rest):
			return match.End(hd.Cur.Final)
		case n == 0 || rest[n] != '>':
			return match.No
		}
		ic.opener, ic.closer = informalOpener, informalCloser
		if string(rest[:n]) != informalOpener {
			ic.opener = string(rest[:n])
			ic.closer = "</" + ic.word() + ">"
		}
		ic.end = ic.start + n + 1
		ic.scan = ic.end
	}
	at, more := hd.Cur.Space(ic.end)
	if more {
		return match.More
	}
	return informal.Begins(&hd.Place, ic.word(), hd.Cur.Rest(at))
}

// unclosed reports a call without its closer at the end of the output.
func (ic *informalCall) unclosed(hd *Openings) bool {
	if hd.Cur.Reason == parsers.FinishLength || hd.Rules.Nested {
		return false
	}
	end := hd.Cur.Window.End()
	call, ok := informal.Read(&hd.Place, ic.word(), ic.end, end)
	if !ok || !call.Closed {
		return false
	}
	call.Repairs = append(call.Repairs, parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: end})
	ic.report(hd, &call, end)
	return true
}

// report reports the call, which ends at offset end.
func (ic *informalCall) report(hd *Openings, call *informal.Call, end int) {
	hd.Enclosing.Sections.Leave()
	if ws := hd.Enclosing.Wrappers; ws != nil {
		ws.Leave()
	}
	hd.Cur.Seek(end)
	hd.Enclosing.WholeCall(end, parsers.Begin{
		At: ic.start, Name: call.Name, Format: parsers.InformalFormat, FreeText: !call.Certain || hd.Penalties.Penalized(ic.start), Declared: true,
	}, call.Arguments, parsers.End{Repairs: call.Repairs, SecondReading: call.SecondReading})
	hd.Enclosing.Called()
}

// decline leaves the tag to the candidate for the family's formats.
func (ic *informalCall) decline(hd *Openings) bool {
	hd.Markers.Take(ic.marker, ic.length)
	c := hd.open(ic.marker, ic.start)
	if c == nil {
		c = declining{}
	}
	return hd.goOn(c)
}
