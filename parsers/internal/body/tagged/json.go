package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// wholeArguments are arguments in a call that are one JSON object.
type wholeArguments struct {
	s    jsonscan.Scanner
	sent int // up to here they were reported
}

// wholeBegins reports whether such arguments are at the position, and begins to read them.
func (b *args) wholeBegins(c *place.Around, rest []byte) bool {
	if !b.given.g.JSONBody || b.here.Failed || b.begun || rest[0] != '{' {
		return false
	}
	b.begin(c)
	if b.body == nil {
		b.body = new(wholeArguments)
	}
	b.body.s.Start(b.here.pos, c.Rules.MaxDepth(), jsonscan.Strict, nil)
	b.body.sent = b.here.pos
	b.here.phase = inJSON
	return true
}

// inJSON continues to read such arguments.
func (b *Call) inJSON(c *place.Around) (more, done bool) {
	a := b.args.body
	for !a.s.Done() {
		switch t := a.s.Next(&c.Window); t.Kind {
		case jsonscan.More:
			b.args.sendWhole(c, a.s.Certain())
			return true, false
		case jsonscan.End:
			return false, b.cut(c)
		case jsonscan.Unexpected:
			return b.args.wholeFails(c, t.Start, parsers.ReasonMalformed, a.s.Message())
		case jsonscan.TooDeep:
			return b.args.wholeFails(c, t.Start, parsers.ReasonLimit, failure.TooDeep)
		}
	}
	b.args.sendWhole(c, a.s.Pos())
	b.args.closed = true
	b.args.complete()
	b.here.took(b.here.pos)
	b.here.phase = between
	return false, false
}

// sendWhole reports the arguments up to end.
func (b *args) sendWhole(c *place.Around, end int) {
	if end > b.body.sent {
		b.add(c, c.Slice(b.body.sent, end))
		b.body.sent = end
		b.here.pos = end
	}
}

func (b *args) wholeFails(c *place.Around, at int, reason parsers.Reason, message string) (more, done bool) {
	b.here.pos = at
	b.here.phase = between
	b.here.fail(c, reason, message)
	return false, false
}
