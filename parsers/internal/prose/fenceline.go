package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// FenceLine reads a fence's opening line and the white space after it, to find out how the
// body starts. False at the end of the window.
func (qt *Quoting) FenceLine() bool {
	for q := &qt.prose.Quote; q.BodyDue(); {
		rest, decided := qt.prose.Cur.Rest(qt.prose.Cur.Pos), true
		switch {
		case len(rest) == 0 && qt.prose.Cur.Final:
			qt.plainFence()
		case len(rest) == 0:
			decided = false
		case q.phase == fenceLabel:
			decided = qt.fenceLabel(rest)
		case q.phase == fenceRest:
			qt.fenceRest(rest)
		case q.phase == fenceInfo:
			decided = qt.fenceInfo(rest)
		default:
			decided = qt.fenceSpace(rest)
		}
		if !decided {
			qt.textBeforeFence()
			return false
		}
	}
	return true
}

// fenceLabel reads the label. A special token in its place begins the body.
func (qt *Quoting) fenceLabel(rest []byte) bool {
	if qt.prose.Cur.Pos == qt.prose.Quote.label && qt.prose.Marks.Triggers.Tags[rest[0]] {
		m, n := qt.prose.Marks.MarkerAt(qt.prose.Cur.Pos)
		if n == match.More {
			return false
		}
		if n.Yes() && m.Think && m.Begins {
			qt.plainFence()
			return true
		}
	}
	n := bytetable.Index(rest, 0, &qt.prose.Marks.Triggers.FenceEnds(qt.prose.Quote.Think != 0).Label)
	qt.prose.Cur.Visits.Add(n)
	if qt.prose.Cur.Pos += n; n == len(rest) {
		return true
	}
	label := qt.prose.Cur.Slice(qt.prose.Quote.label, qt.prose.Cur.Pos)
	q := &qt.prose.Quote
	q.free, q.code, q.phase = qt.prose.Rules.Grammar.Penalty.InFence(label), qt.prose.Rules.Grammar.Python.Fences(label), fenceRest
	return true
}

// fenceRest reads what follows the label on the opening line.
func (qt *Quoting) fenceRest(rest []byte) {
	behind := qt.prose.Cur.Visits.TrimLeft(rest, " \t\r")
	qt.prose.Cur.Pos += len(rest) - len(behind)
	switch {
	case len(behind) == 0:
	case behind[0] == '{' || behind[0] == '[':
		qt.prose.Quote.phase = fenceSpace
	case behind[0] == '\n':
		qt.fenceLineEnds()
	default:
		qt.prose.Quote.phase = fenceInfo
	}
}

// fenceInfo passes over other words on the opening line.
func (qt *Quoting) fenceInfo(rest []byte) bool {
	n := bytetable.Index(rest, 0, &qt.prose.Marks.Triggers.FenceEnds(qt.prose.Quote.Think != 0).Info)
	qt.prose.Cur.Visits.Add(n)
	qt.prose.Cur.Pos += n
	if n == len(rest) {
		return true
	}
	switch rest[n] {
	case fence.Code:
		run, more := qt.prose.Cur.Run(qt.prose.Cur.Pos)
		if more {
			return false
		}
		if run.Closes(qt.prose.Quote.fence) {
			qt.plainFence() // closes on its opening line
			return true
		}
		qt.prose.Cur.Pos += run.Len
	case '\n':
		qt.fenceLineEnds()
	case 'p', 'P':
		if !qt.OptionWord() {
			return false
		}
		qt.prose.Quote.option = qt.prose.Quote.option || qt.prose.option.line // the fence's own line says so
	default:
		return qt.closer()
	}
	return true
}

// fenceLineEnds handles the newline at the end of the opening line.
func (qt *Quoting) fenceLineEnds() {
	qt.prose.Cur.Pos++
	qt.prose.Quote.Opening, qt.prose.Quote.phase = false, fenceSpace
}

func (qt *Quoting) fenceSpace(rest []byte) bool {
	n, more := match.WideSpaceLen(rest, qt.prose.Cur.Final)
	qt.prose.Cur.Visits.Add(n)
	qt.prose.Cur.Pos += n
	if more || n == len(rest) {
		return !more
	}
	if qt.prose.listsCount(pythoncall.InFence) {
		switch a := qt.prose.PythonOpens(qt.prose.Cur.Pos, pythoncall.InFence); {
		case a == match.More:
			return false
		case a.Yes():
			qt.plainFence()
			qt.textBeforeFence()
			qt.due.Python = true
			return true
		}
	}
	body, more := qt.bodyAt(qt.prose.Cur.Pos)
	switch {
	case more:
		return false
	case body == blockBody:
		qt.prose.Quote.beginBody(true, true)
		qt.textBeforeFence()
		qt.prose.Cur.Markup(qt.prose.Cur.Pos, parsers.RoleOpen)
	case body == jsonBody:
		qt.jsonFence()
	default:
		qt.plainFence()
	}
	return true
}

// beginsFence reports whether a fence that begins with the marker is one of blocks.
func (qt *Quoting) beginsFence(m *marks.Marker) bool {
	return qt.prose.Quote.Think == 0 && !qt.prose.Rules.Nested && m.Fenced && m.Begins && qt.prose.Marks.Wanted(m)
}

// A fenceBegin is what a fence's body begins with.
type fenceBegin uint8

const (
	textBody fenceBegin = iota
	jsonBody
	blockBody // a block's opener that counts in a fence
)

// bodyAt reports what the body of a fence is, if it begins at offset at.
func (qt *Quoting) bodyAt(at int) (body fenceBegin, more bool) {
	rest := qt.prose.Cur.Rest(at)
	if qt.prose.Marks.Triggers.Tags[rest[0]] {
		m, n := qt.prose.Marks.MarkerAt(at)
		if n.Yes() && !qt.beginsFence(m) {
			if _, _, other := qt.prose.Marks.Another(m, at, qt.beginsFence); other != match.No {
				return blockBody, other == match.More
			}
			return textBody, false
		}
		if n != match.No {
			return blockBody, n == match.More
		}
	}
	if rest[0] == '{' || rest[0] == '[' {
		return jsonBody, false
	}
	return textBody, false
}
