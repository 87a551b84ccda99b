package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
)

// config is how the arguments of a call of this name are read.
func config(e *place.Around, name string) pythonargs.Config {
	return pythonargs.Config{
		Depth: e.MaxDepth(), Properties: e.Properties(name), Stop: e.Breaks, Firsts: e.Firsts, Fuel: e.Fuel(),
	}
}

// failed tells why arguments failed, and how many brackets are open there, the
// call's among them; more if that takes more bytes.
func failed(e *place.Around, r *pythonargs.Reader, s pythonargs.Status) (depth int, reason parsers.Reason, message string, more bool) {
	depth = 1 + r.Depth()
	switch s {
	case pythonargs.Cut:
		return depth, parsers.ReasonIncomplete, failure.CutOff, false
	case pythonargs.Unclosed:
		return depth, parsers.ReasonMalformed, stringMessage, false
	case pythonargs.TooDeep:
		return depth, parsers.ReasonLimit, failure.TooDeep, false
	}
	ending, more := e.EndingAt(r.Pos())
	if ending != place.EndsNothing {
		return depth, parsers.ReasonIncomplete, blockMessage, more
	}
	return depth, parsers.ReasonMalformed, keywordsMessage, more
}

// begin begins the arguments at the position. What is before the call is
// decided by now.
func (p *Calls) begin(e *place.Around) {
	if p.sure {
		p.flush(e)
	}
	p.next.inner = p.pos
	cfg := config(e, p.next.name)
	cfg.Listed, cfg.Whole = p.list.depth > 0, p.where == InBlock
	p.args.Start(p.pos, cfg)
	p.phase = inArgs
}

// arguments reads a call's arguments.
func (p *Calls) arguments(e *place.Around) status {
	r := &p.args
	s := r.Read(&e.Window)
	switch {
	case s == pythonargs.More:
		p.stream(e)
		return waits
	case s == pythonargs.Closed:
		p.pos = r.Pos()
		p.take(e)
		return goOn
	case s == pythonargs.Cut && e.Config.Options.AcceptIncomplete && !p.prose:
		return p.cut(e)
	}
	depth, reason, message, more := failed(e, r, s)
	if more {
		return waits
	}
	if s == pythonargs.Failed && e.Repairs() {
		switch a := p.closer(e, r.Pos()); {
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

// cut takes the call that the output ended in, closed behind its last complete value;
// where it fails before the end, since its string was lost, it isn't cut off.
func (p *Calls) cut(e *place.Around) status {
	c := p.next
	status := p.fail(e, p.args.Pos(), 1+p.args.Depth(), parsers.ReasonIncomplete, failure.CutOff)
	if p.end.ended || !p.args.Close() {
		return status
	}
	c.weak = true
	p.next, p.pos = c, e.Window.End()
	p.take(e)
	return isOver
}

// stream reports the call that is being read, and the arguments that are complete: where
// every call is one, its first argument says that this is. One dict in the place of
// arguments is none before it was read.
func (p *Calls) stream(e *place.Around) {
	r, c := &p.args, &p.next
	if !p.sure || p.prose || p.print || p.lost || p.where == InFence || !r.Keyed() || r.Mapping || p.where == InText && p.first().undeclared {
		return
	}
	if !c.begun {
		p.tell(e)
		c.before(e)
	}
	c.begin(e, p.begun())
	c.send(e, r.Object())
}

// take notes the call that was read, up to the position.
func (p *Calls) take(e *place.Around) {
	r, c := &p.args, p.next
	c.end, c.unclosed = p.pos, r.Unclosed()
	object := r.Object()
	e.Visits.Add(len(object))
	c.arguments = append(append(make([]byte, 0, len(object)+1), object...), '}')
	c.repairs = append(c.repairs, r.Repairs...)
	c.second = r.SecondReading()
	c.free = c.free || r.Mapping
	p.add(c)
}
