package engine

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// fenceLine reads a fence's opening line and the white space after it: does
// the body start like JSON? False at the end of the window.
func (e *Engine) fenceLine() bool {
	if e.fenceBegins() {
		return true
	}
	e.textBeforeFence()
	return false
}

// fenceBegins is fenceLine, but for the text before the fence.
func (e *Engine) fenceBegins() bool {
	q := &e.quote
	for q.phase != fenceBody {
		rest := e.Rest(e.Pos)
		if len(rest) == 0 {
			if e.Final {
				e.plainFence()
				break
			}
			return false
		}
		switch q.phase {
		case fenceLabel:
			if !e.fenceLabel(rest) {
				return false
			}
		case fenceRest:
			e.fenceRest(rest)
		case fenceInfo:
			if !e.fenceInfo(rest) {
				return false
			}
		case fenceSpace:
			if !e.fenceSpace(rest) {
				return false
			}
		}
	}
	return true
}

// fenceLabel reads the label. A special token in its place begins the body.
func (e *Engine) fenceLabel(rest []byte) bool {
	if e.Pos == e.quote.label && e.triggers.tags[rest[0]] {
		m, n := e.MarkerAt(e.Pos)
		if n == match.More {
			return false
		}
		if n.Yes() && m.Think && m.Begins {
			e.plainFence()
			return true
		}
	}
	ends := labelEnds
	if e.quote.think != 0 {
		ends = thoughtLabelEnds
	}
	n := bytetable.Index(rest, 0, (*[256]bool)(ends))
	e.Visits.Add(n)
	if e.Pos += n; n == len(rest) {
		return true
	}
	label := e.Slice(e.quote.label, e.Pos)
	labeled := func(with string) bool { return bytes.EqualFold(label, []byte(with)) }
	e.quote.free = e.grammar.FenceFree && !slices.ContainsFunc(e.grammar.FenceLabels, labeled)
	if p := e.grammar.Python; p != nil && p.Fence != nil {
		e.quote.code = labeled(p.Fence.Label)
	}
	e.quote.phase = fenceRest
	return true
}

// labelEnds are what a label ends at. In a thought, its closer ends the fence.
var labelEnds, thoughtLabelEnds = cursor.SetOf(" \t\r\n{[`"), cursor.SetOf(" \t\r\n{[`<")

// fenceRest reads what follows the label on the opening line.
func (e *Engine) fenceRest(rest []byte) {
	n := 0
	for n < len(rest) && (rest[n] == ' ' || rest[n] == '\t' || rest[n] == '\r') {
		n++
	}
	e.Visits.Add(n)
	if n == len(rest) {
		e.Pos += n
		return
	}
	switch c := rest[n]; {
	case c == '{' || c == '[':
		e.Pos += n
		e.quote.phase = fenceSpace
	case c == '\n':
		e.Pos += n
		e.fenceLineEnds()
	default:
		e.quote.phase = fenceInfo
	}
}

// fenceInfo passes over other words on the opening line.
func (e *Engine) fenceInfo(rest []byte) bool {
	ends := "\n`pP"
	if e.quote.think != 0 {
		ends = "\n`pP<["
	}
	n := e.Visits.IndexAny(rest, ends)
	if n < 0 {
		n = len(rest)
	}
	e.Pos += n
	if n == len(rest) {
		return true
	}
	switch rest[n] {
	case '`':
		run := e.RunLength(e.Pos)
		if run == match.More {
			return false
		}
		if int(run) >= e.quote.fence {
			e.plainFence() // closes on its opening line
			return true
		}
		e.Pos += int(run)
	case '\n':
		e.fenceLineEnds()
	case '<', '[':
		return e.closer()
	default:
		if !e.optionWord() {
			return false
		}
		e.quote.option = e.quote.option || e.option.line
	}
	return true
}

// fenceLineEnds handles the newline at the end of the opening line.
func (e *Engine) fenceLineEnds() {
	e.Pos++
	e.quote.opening = false
	e.quote.phase = fenceSpace
}

func (e *Engine) fenceSpace(rest []byte) bool {
	n, more := match.WideSpaceLen(rest, e.Final)
	e.Visits.Add(n)
	e.Pos += n
	if more || n == len(rest) && !e.Final {
		return false
	}
	if e.listsCount(pythoncall.InFence) {
		switch a := e.opensPython(e.Pos, pythoncall.InFence); {
		case a == match.More:
			return false
		case a.Yes():
			e.quote.phase = fenceBody
			e.textBeforeFence()
			e.due.python = true
			return true
		}
	}
	body, more := e.bodyAt(e.Pos)
	switch {
	case more:
		return false
	case body == blockBody:
		e.quote.json, e.quote.block, e.quote.phase = true, true, fenceBody
		e.textBeforeFence()
		e.Markup(e.Pos, parsers.RoleOpen)
	case body == jsonBody:
		e.jsonFence()
	default:
		e.plainFence()
	}
	return true
}

// beginsFence tells whether the marker makes a fence that begins with it one of blocks.
func (e *Engine) beginsFence(m *Marker) bool {
	return e.quote.think == 0 && !e.nested && m.Fenced && m.Begins && e.wanted(m)
}

// A fenceBegin is what a fence's body begins with.
type fenceBegin uint8

const (
	textBody fenceBegin = iota
	jsonBody
	blockBody // a block's opener that counts in a fence
)

// bodyAt tells what the body of a fence is that begins at offset at.
func (e *Engine) bodyAt(at int) (body fenceBegin, more bool) {
	rest := e.Rest(at)
	if len(rest) == 0 {
		return textBody, false
	}
	if e.triggers.tags[rest[0]] {
		m, n := e.MarkerAt(at)
		if n.Yes() && !e.beginsFence(m) {
			if _, other := e.another(m, at, e.beginsFence); other != match.No {
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
