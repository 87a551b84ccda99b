package heads

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/around"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

const (
	// argumentsLabelEnds end a fence's label, maxFenceLabel bounds it, in bytes.
	argumentsLabelEnds = " \t\r\n{[\"<" + string(fence.Code)
	maxFenceLabel      = 64
)

// fenceOpens reads the lines of a fence before the arguments; more: more lines may follow.
func (c *namedCall) fenceOpens(hd *Heads) (more bool) {
	f := &hd.Around.Sections.Fence
	for f.Opened < around.MaxFenceLines {
		at, more := hd.Cur.Space(c.scan)
		if more {
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
		f.Opened++
		c.fenceLine(f.Opened, at)
	}
	return false
}

// fenceLineEnd is where the line that opens a fence at offset at ends, its label
// included; at if there is none. A line that the output's end cuts off counts.
func fenceLineEnd(hd *Heads, at int) (end int, more bool) {
	n, more := around.FenceAt(hd.Cur, at)
	if n == 0 || more {
		return at, more
	}
	label := hd.Cur.Rest(at + n)
	i := hd.Cur.Visits.IndexAny(label, argumentsLabelEnds)
	switch {
	case i < 0 && len(label) < maxFenceLabel:
		return at + n + len(label), !hd.Cur.Final
	case i < 0 || i > maxFenceLabel:
		return at, false
	}
	return at + n + i, false
}

// labelled reports whether a fence's label is at offset at, which is not the output's end.
func labelled(hd *Heads, at int) bool { return names.IsWordByte(hd.Cur.Rest(at)[0]) }

// fenceLine notes the n-th line at one end of the arguments.
func (c *namedCall) fenceLine(n, at int) {
	if n == around.MaxFenceLines {
		c.tag.Note(parsers.RepairExtraOpener, at)
	}
}

// fenceCloses reads what may close the fence behind the arguments that end at at,
// and the white space there.
func (c *namedCall) fenceCloses(hd *Heads, at int) (more bool) {
	for f := &hd.Around.Sections.Fence; ; {
		end, more := hd.Cur.Space(max(c.tail, at))
		if c.tail = end; more || f.Closed == around.MaxFenceLines {
			return more
		}
		n, more := around.FenceAt(hd.Cur, end)
		if n == 0 || more {
			return more
		}
		c.tail = end + n
		f.End = c.tail
		f.Closed++
		c.fenceLine(f.Closed, end)
	}
}

// argumentsEnd is where a call without its end token ends, if its arguments end at at.
func (c *namedCall) argumentsEnd(at int) int { return max(at, c.hd.Around.Sections.Fence.End) }
