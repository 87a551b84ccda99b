package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// wholeArguments are a call's arguments that stand in it as one JSON object.
type wholeArguments struct {
	s    jsonscan.Scanner
	sent int // up to here they were reported
}

// wholeBegins tells whether such arguments stand at the position, and begins to read them.
func (b *Call) wholeBegins(c *place.Around, rest []byte) bool {
	if !b.g.JSONBody || b.Failed || b.begun || rest[0] != '{' {
		return false
	}
	b.begin(c)
	if b.whole == nil {
		b.whole = new(wholeArguments)
	}
	b.whole.s.Start(b.pos, c.MaxDepth(), jsonscan.Strict, nil)
	b.whole.sent, b.phase = b.pos, inJSON
	return true
}

// inJSON reads on in such arguments.
func (b *Call) inJSON(c *place.Around) (more, done bool) {
	a := b.whole
	for !a.s.Done() {
		switch t := a.s.Next(&c.Window); t.Kind {
		case jsonscan.More:
			b.sendWhole(c, a.s.Certain())
			return true, false
		case jsonscan.End:
			return false, b.cut(c)
		case jsonscan.Unexpected:
			return b.wholeFails(c, t.Start, parsers.ReasonMalformed, a.s.Message())
		case jsonscan.TooDeep:
			return b.wholeFails(c, t.Start, parsers.ReasonLimit, failure.TooDeep)
		}
	}
	b.sendWhole(c, a.s.Pos())
	b.args.closed = true
	b.params, b.args.whole = 1, b.args.n
	b.last, b.phase = b.pos, between
	return false, false
}

// sendWhole reports the arguments up to end.
func (b *Call) sendWhole(c *place.Around, end int) {
	if end > b.whole.sent {
		b.args.add(c, c.Slice(b.whole.sent, end))
		b.whole.sent, b.pos = end, end
	}
}

func (b *Call) wholeFails(c *place.Around, at int, reason parsers.Reason, message string) (more, done bool) {
	b.pos, b.phase = at, between
	b.fail(c, reason, message)
	return false, false
}
