package around

import (
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// An ArgumentsFence is the fence around the arguments of a call: it is the
// template's, and quotes nothing.
type ArgumentsFence struct {
	Opened, Closed int  // lines before and behind the arguments
	End            int  // of the last line behind them
	Left           bool // text follows, before a line that closes it
}

// MaxFenceLines is how many lines of a fence may be at either end of the arguments; the second
// one is a repair.
const MaxFenceLines = 2

// FenceAt is the length of the run at offset at, if that is a fence's, or may be the
// beginning of one at the end of the output; else 0.
func FenceAt(cur *cursor.Cursor, at int) (n int, more bool) {
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

// Fenced implements [place.Calls].
func (ar *Around) Fenced() bool {
	return ar.prose.InFence() || ar.Sections != nil && ar.Sections.Fence.Opened > 0
}

// argumentsFenceEnds reports whether the run at offset at closes the fence
// around the arguments of a call: what ends a call must follow them.
func (ar *Around) argumentsFenceEnds(at int) (ending place.Ending, more bool) {
	for lines := 0; lines <= MaxFenceLines; lines++ {
		n, more := FenceAt(&ar.Cur, at)
		switch {
		case more:
			return place.EndsNothing, true
		case n == 0 && lines == 0:
			return place.EndsNothing, false
		case n == 0:
			ends, more := ar.EndsCall(at)
			if !ends {
				return place.EndsNothing, more
			}
			return place.EndsArguments, false
		}
		if at, more = ar.Cur.Space(at + n); more {
			return place.EndsNothing, true
		}
	}
	return place.EndsNothing, false
}

// EndsCall reports whether a marker at offset at, or the end of the output, ends a call.
func (ar *Around) EndsCall(at int) (yes, more bool) {
	if len(ar.Cur.Rest(at)) == 0 {
		return true, false
	}
	m, n := ar.Marks.MarkerAt(at)
	return n.Yes() && m.Stops(), n == match.More
}
