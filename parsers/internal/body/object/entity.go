package object

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

var entity = []byte("&quot;")

// maxEntities bounds how often one call is read anew.
const maxEntities = 8

// entityEnds reads the unit anew if the string in doubt holds an entity that may
// have been meant to end it: the first one that a delimiter follows. ok: it is decided what
// is read next.
func (j *doubt) entityEnds(e *place.Around) (next phase, ok bool) {
	if j.given.tag == nil || !j.given.tag.Entities || !e.Repairs() || !j.again.suspect.has || len(j.entities) == maxEntities {
		return next, false
	}
	start := j.again.suspect.start
	if n := len(j.entities); n > 0 && j.entities[n-1].Start >= start {
		return next, false
	}
	for at := start + 1; ; at += len(entity) {
		n := e.Visits.Index(e.Slice(at, j.lex.s.Pos()), entity)
		if n < 0 {
			return next, false
		}
		at += n
		behind, more := e.Space(at + len(entity))
		if more {
			return waiting, true
		}
		if rest := e.Rest(behind); len(rest) > 0 && strings.IndexByte(",}]", rest[0]) >= 0 {
			j.entities = append(j.entities, jsonscan.Forced{Start: start, End: at, Width: len(entity)})
			j.readAnew(e, j.entities)
			j.again.noSuspect()
			return scanning, true
		}
	}
}

// entityAtEnd is entityEnds where the output ends in the string.
func (j *doubt) entityAtEnd(e *place.Around) bool {
	next, ok := j.entityEnds(e)
	return ok && next == scanning
}
