package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// marks decides which marker is at an offset.
type marks struct {
	_        noCopy
	cur      *cursor.Cursor
	rules    *rules
	place    *place.Around
	triggers *triggers   // the table, compiled; nil: no output was read yet
	opened   *openedCall // a call's opening tag; nil: the grammar has no such calls

	marksState
}

// marksState is what is known of the output that is being read.
type marksState struct {
	gates       gates
	outside     outside
	asked       asked
	declined    declined
	quotedFirst quotedFirst
	taken       *Marker // the marker that was opened last, and its length
	takenLen    int
	sought      match.Sought // what ends a token's attributes
}

// reset makes the marks ready for another output.
func (ms *marks) reset(cfg *parsers.Config) {
	ms.marksState = marksState{}
	ms.asked.at, ms.declined.at, ms.quotedFirst.at, ms.outside.shellAt = -1, -1, -1, -1
	if len(cfg.Options.Formats) > 0 {
		ms.gates = newGates(ms.rules.grammar, cfg)
	}
	ms.opened.reset()
}

// take notes the marker that is opened, n bytes long.
func (ms *marks) take(m *Marker, n int) { ms.taken, ms.takenLen = m, n }

// openedCall is a call's opening tag that was read as a marker, so that its call
// needn't read it again. It is known until the window moves.
type openedCall struct {
	t      *tagTable
	tag    *byte // the first byte of the tag; nil: none was read
	opened tags.Opened
	answer match.Answer

	awaiting *tagTable // whose tag waits
	awaited  tags.Awaited
}

// forget notes that the window moves.
func (o *openedCall) forget() {
	if o != nil {
		o.tag = nil
	}
}

// reset makes it ready for another output.
func (o *openedCall) reset() {
	if o != nil {
		o.tag, o.awaiting = nil, nil
	}
}
