package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/room"
)

// wholeBegins reports whether arguments that are one JSON object are at the position, and begins to
// read them.
func (b *args) wholeBegins(c *place.Around, rest []byte) bool {
	if !b.given.g.JSONBody || b.here.Failed || b.begun || rest[0] != '{' {
		return false
	}
	b.begin(c)
	room.Made(&b.body).Start(b.here.pos, c.Rules.MaxDepth(), jsonscan.Strict, nil)
	b.here.phase = inJSON
	return true
}

// inJSON continues to read such arguments.
func (b *Call) inJSON(c *place.Around) (more, done bool) {
	s := b.args.body
	for !s.Done() {
		switch t := s.Next(&c.Window); t.Kind {
		case jsonscan.More:
			b.args.sendWhole(c, s.Certain())
			return true, false
		case jsonscan.End:
			return false, b.cut(c)
		case jsonscan.Unexpected, jsonscan.TooDeep:
			reason, message := parsers.ReasonMalformed, s.Message()
			if t.Kind == jsonscan.TooDeep {
				reason, message = parsers.ReasonLimit, failure.TooDeep
			}
			b.here.pos, b.here.phase = t.Start, between
			b.here.fail(c, reason, message)
			return false, false
		}
	}
	b.args.sendWhole(c, s.Pos())
	b.args.closed = true
	b.args.complete()
	b.here.took(b.here.pos)
	b.here.phase = between
	return false, false
}

// sendWhole reports the arguments up to end. The position is where the last report ended.
func (b *args) sendWhole(c *place.Around, end int) {
	if end > b.here.pos {
		b.add(c, c.Slice(b.here.pos, end))
		b.here.pos = end
	}
}
