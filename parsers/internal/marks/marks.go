package marks

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// Marks decides which marker is at an offset. Its exported fields are set before the first output.
type Marks struct {
	_        room.NoCopy
	Cur      *cursor.Cursor
	Place    *place.Around
	Triggers *Triggers
	sought   *match.Sought // what ends a token's attributes; nil: none was searched for yet
	opened   *openedCall   // a call's opening tag; nil: the grammar has no such calls

	state
}

// state is what is known of the output that is being read.
type state struct {
	Gates       gates   // where no call can count
	Outside     outside // what is around calls
	asked       asked
	declined    declined
	quotedFirst quotedFirst
	Taken       *Marker // the marker that was opened last, and its length
	TakenLen    int
}

// Reset makes the marks ready for another output.
func (ms *Marks) Reset(cfg *parsers.Config) {
	ms.state = state{}
	if ms.sought != nil {
		*ms.sought = match.Sought{}
	}
	ms.asked.at, ms.declined.at, ms.quotedFirst.at, ms.Outside.ShellAt = -1, -1, -1, -1
	if len(cfg.Options.Formats) > 0 {
		ms.Gates = newGates(ms.Place.Rules.Grammar, cfg)
	}
	if ms.opened == nil && len(ms.Place.Rules.Grammar.Tags) > 0 {
		ms.opened = new(openedCall)
	}
	ms.opened.reset()
}

// WindowMoves notes that the window moves.
func (ms *Marks) WindowMoves() { ms.opened.forget() }

// Take notes the marker that is opened, n bytes long.
func (ms *Marks) Take(m *Marker, n int) { ms.Taken, ms.TakenLen = m, n }
