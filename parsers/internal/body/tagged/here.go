package tagged

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// here decides which tag is where the reading is, and keeps how far that is.
type here struct {
	given *given
	failure.Failing

	phase    phase
	pos      int  // read up to here
	known    int  // and so far that it isn't read again
	last     int  // where the last tag that belongs to the call ends
	head     int  // where parameters may begin, or the tag around them
	grouped  bool // that is open
	seen     seen
	ruledOut ruledOut
	awaited  tags.Awaited
}

// opens begins behind the opening tag.
func (b *here) opens(h *Header) {
	b.Failing = failure.Failing{}
	b.pos, b.known, b.last, b.head, b.grouped = h.Inner, 0, h.Inner, h.Inner, false
	b.seen, b.ruledOut, b.awaited = seen{}, ruledOut{}, tags.Awaited{}
	switch {
	case h.Unnamed:
		b.phase = inName
	case h.Empty:
		b.phase = behindCall
	case b.given.g.Parameter.Name == grammar.NameWord:
		b.phase = inNested
	default:
		b.phase = between
	}
}
