package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
)

// begin starts to read the arguments at the position. The text before the call is decided now.
func (p *Calls) begin(e *place.Around) {
	if p.given.sure {
		p.report.flush(e, p.pos)
	}
	p.args.begin(e, p.pos)
	p.phase = inArgs
}

// arguments reads a call's arguments.
func (p *Calls) arguments(e *place.Around) status {
	r := &p.args.reader
	s := r.Read(&e.Window)
	switch {
	case s == pythonargs.More:
		p.args.stream(e, p.pos)
		return waits
	case s == pythonargs.Closed:
		p.pos = r.Pos()
		p.take(e)
		return goOn
	case s == pythonargs.Cut && e.Config.Options.AcceptIncomplete && !p.items.prose:
		return p.cut(e)
	}
	depth, reason, message, more := whyFailed(e, r, s)
	if more {
		return waits
	}
	if s == pythonargs.Failed && e.Repairs() {
		switch a := p.given.closer(e, r.Pos()); {
		case a == match.More:
			return waits
		case a.Yes() && r.CloseCall():
			p.pos = r.Pos()
			p.take(e)
			return goOn
		}
	}
	return p.fail(e, r.Pos(), depth, reason, message)
}

// cut accepts the call in which the output ended, and closes it behind its last complete value. A
// call that fails before the end of the output, because a quote of its string was lost, isn't cut
// off.
func (p *Calls) cut(e *place.Around) status {
	c := p.items.next
	status := p.fail(e, p.args.reader.Pos(), 1+p.args.reader.Object.Depth(), parsers.ReasonIncomplete, failure.CutOff)
	if p.ending.end.ended || !p.args.reader.Object.Close() {
		return status
	}
	c.weak = true
	p.items.next = c
	p.pos = e.Window.End()
	p.take(e)
	return isOver
}

// take adds the call that was read, up to the position.
func (p *Calls) take(e *place.Around) { p.add(p.args.item(e, p.pos)) }
