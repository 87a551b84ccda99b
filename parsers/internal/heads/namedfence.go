package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// An argumentsFence is the fence around the arguments of a call: it is the
// template's, and quotes nothing.
type argumentsFence struct {
	opened, closed int  // lines before and behind the arguments
	space          int  // up to here it is white space before the arguments
	end            int  // of the last line behind them
	left           bool // text follows, before a line that closes it
}

const (
	// maxFenceLines is how many lines of a fence may be at either end; the second
	// one is a repair.
	maxFenceLines = 2
	// argumentsLabelEnds end a fence's label, maxFenceLabel bounds it, in bytes.
	argumentsLabelEnds = " \t\r\n{[\"<" + string(fence.Code)
	maxFenceLabel      = 64
)

// fenceOpens reads the lines of a fence before the arguments; more: more lines may follow.
func (c *namedCall) fenceOpens(hd *Heads) (more bool) {
	for c.fence.opened < maxFenceLines {
		at, more := hd.cur.Space(max(c.scan, c.fence.space))
		if c.fence.space = at; more {
			return true
		}
		end, more := fenceLineEnd(hd, at)
		switch {
		case more:
			return true
		case end == at:
			return false
		}
		c.scan = end
		c.fence.opened++
		c.fenceLine(c.fence.opened, at)
	}
	return false
}

// fenceLineEnd is where the line that opens a fence at offset at ends, its label
// included; at if there is none. A line that the output's end cuts off counts.
func fenceLineEnd(hd *Heads, at int) (end int, more bool) {
	n, more := fenceAt(hd.cur, at)
	if n == 0 || more {
		return at, more
	}
	label := hd.cur.Rest(at + n)
	i := hd.cur.Visits.IndexAny(label, argumentsLabelEnds)
	switch {
	case i < 0 && len(label) < maxFenceLabel:
		return at + n + len(label), !hd.cur.Final
	case i < 0 || i > maxFenceLabel:
		return at, false
	}
	return at + n + i, false
}

// labelled reports whether a fence's label is at offset at, which is not the output's end.
func labelled(hd *Heads, at int) bool { return names.IsWordByte(hd.cur.Rest(at)[0]) }

// fenceAt is the length of the run at offset at, if that is a fence's, or may be the
// beginning of one at the end of the output; else 0.
func fenceAt(cur *cursor.Cursor, at int) (n int, more bool) {
	rest := cur.Rest(at)
	if len(rest) == 0 || !fence.Begins[rest[0]] {
		return 0, false
	}
	run, more := cur.Run(at)
	if !run.Fences() && run.Len < len(rest) {
		return 0, more
	}
	return run.Len, more
}

// fenceLine notes the n-th line at one end of the arguments.
func (c *namedCall) fenceLine(n, at int) {
	if n == maxFenceLines {
		c.tag.Repairs = append(c.tag.Repairs, parsers.Repair{Kind: parsers.RepairExtraOpener, Offset: at})
	}
}

// fenceCloses reads what may close the fence behind the arguments that end at at,
// and the white space there.
func (c *namedCall) fenceCloses(hd *Heads, at int) (more bool) {
	for {
		end, more := hd.cur.Space(max(c.tail, at))
		if c.tail = end; more || c.fence.closed == maxFenceLines {
			return more
		}
		n, more := fenceAt(hd.cur, end)
		if n == 0 || more {
			return more
		}
		c.tail = end + n
		c.fence.end = c.tail
		c.fence.closed++
		c.fenceLine(c.fence.closed, end)
	}
}

// argumentsEnd is where a call without its end token ends, if its arguments end at at.
func (c *namedCall) argumentsEnd(at int) int { return max(at, c.fence.end) }

// Fenced implements [place.Calls].
func (ar *around) Fenced() bool {
	return ar.prose.InFence() || ar.sections != nil && ar.sections.call.fence.opened > 0
}

// argumentsFenceEnds reports whether the run at offset at closes the fence
// around the arguments of a call: what ends a call must follow them.
func (ar *around) argumentsFenceEnds(at int) (ending place.Ending, more bool) {
	for lines := 0; lines <= maxFenceLines; lines++ {
		n, more := fenceAt(ar.cur, at)
		switch {
		case more:
			return place.EndsNothing, true
		case n == 0 && lines == 0:
			return place.EndsNothing, false
		case n == 0:
			return ar.endsCall(at)
		}
		if at, more = ar.cur.Space(at + n); more {
			return place.EndsNothing, true
		}
	}
	return place.EndsNothing, false
}

// endsCall reports whether a marker at offset at, or the end of the output, ends a call.
func (ar *around) endsCall(at int) (ending place.Ending, more bool) {
	if len(ar.cur.Rest(at)) == 0 {
		return place.EndsArguments, false
	}
	m, n := ar.marks.MarkerAt(at)
	if n.Yes() && m.Stops() {
		return place.EndsArguments, false
	}
	return place.EndsNothing, n == match.More
}
