package engine

import "bytes"

// A reach remembers how far a run of bytes was followed, so that the next
// piece goes on there.
type reach struct{ from, to int }

// reaches are the runs that may end at the window's end.
type reaches struct{ space, line, ticks reach }

// follow is the end of the run of bytes of set that begins at offset at.
func (e *Engine) follow(r *reach, at int, set string) int {
	if r.from != at || r.to < at {
		*r = reach{at, at}
	}
	rest := e.Rest(r.to)
	r.to += len(rest) - len(bytes.TrimLeft(rest, set))
	return r.to
}

// ended tells whether the window ends at offset at and more may come.
func (e *Engine) ended(at int) bool { return len(e.Rest(at)) == 0 && !e.final }

// Space skips white space at offset at: where it ends; more if it may go on.
func (e *Engine) Space(at int) (end int, more bool) {
	end = e.follow(&e.reaches.space, at, " \t\r\n")
	return end, e.ended(end)
}

// lineEnds tells whether only white space stands from offset at to the end of the line.
func (e *Engine) lineEnds(at int) (yes, more bool) {
	end := e.follow(&e.reaches.line, at, " \t\r\v\f")
	rest := e.Rest(end)
	return len(rest) > 0 && rest[0] == '\n' || len(rest) == 0 && e.final, e.ended(end)
}

// runLength is the length of the run of backticks at offset at; -1 if the
// window ends in it.
func (e *Engine) runLength(at int) int {
	end := e.follow(&e.reaches.ticks, at, "`")
	if e.ended(end) {
		return -1
	}
	return end - at
}
