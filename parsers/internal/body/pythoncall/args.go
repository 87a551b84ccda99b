package pythoncall

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/pythonargs"
)

// args holds the arguments of the call that is being read.
type args struct {
	surroundings *surroundings
	items        *items
	list         *list
	report       *report
	reader       pythonargs.Reader
	texts        []byte // the arguments of the calls that were read
}

// opens starts without arguments, and reuses the memory of earlier ones.
func (a *args) opens() {
	a.reader.Empty()
	a.texts = buffers.Reused(a.texts)
}

// begin begins the arguments at offset at.
func (a *args) begin(env *body.Env, at int) {
	a.items.next.inner = at
	cfg := config(env, a.items.next.name)
	cfg.Listed, cfg.Whole = a.list.depth > 0, a.surroundings.where == InBlock
	a.reader.Start(at, cfg)
}

// stream reports the call that is being read, with the arguments that are complete. It does so
// where all text is calls, once the first argument shows that this is one. A single dict instead of
// arguments isn't streamed: whether it is accepted is known only at its end.
func (a *args) stream(env *body.Env, pos int) {
	r, c := &a.reader, &a.items.next
	if !a.surroundings.sure || a.items.prose || a.list.print || a.surroundings.lost || a.surroundings.where == InFence || !r.Keyed() || r.Object.Mapping || a.surroundings.where == InText && a.items.first().undeclared {
		return
	}
	if !c.begun {
		a.report.tell(env, pos)
		c.before(env)
	}
	c.begin(env, a.surroundings.begun())
	c.send(env, r.Object.Members())
}

// item completes the call that was read, up to offset end, and returns it.
func (a *args) item(env *body.Env, end int) *item {
	r, c := &a.reader, &a.items.next
	c.end, c.unclosed = end, r.Unclosed()
	object := r.Object.Members()
	env.Visits.Add(len(object))
	from := len(a.texts)
	a.texts = append(buffers.Append(env.Visits, a.texts, object), '}')
	c.arguments = a.texts[from:len(a.texts):len(a.texts)]
	c.repairs = append(c.repairs, r.Object.Repairs...)
	c.second = r.SecondReading()
	c.free = c.free || r.Object.Mapping
	return c
}

// config returns how the arguments of a call with this name are read.
func config(env *body.Env, name string) pythonargs.Config {
	return pythonargs.Config{
		Depth: env.Rules.MaxDepth(), Properties: env.Rules.Properties(name), Stop: env.Breaks, Firsts: env.Firsts, Budget: env.Penalties.Budget(),
	}
}

// whyFailed returns why arguments failed, and how many brackets are open there, including the
// call's own. more: more bytes are needed.
func whyFailed(env *body.Env, r *pythonargs.Reader, s pythonargs.Status) (depth int, reason parsers.Reason, message string, more bool) {
	depth = 1 + r.Object.Depth()
	switch s {
	case pythonargs.Cut:
		return depth, parsers.ReasonIncomplete, failure.CutOff, false
	case pythonargs.Unclosed:
		return depth, parsers.ReasonMalformed, stringMessage, false
	case pythonargs.TooDeep:
		return depth, parsers.ReasonLimit, failure.TooDeep, false
	}
	ending, more := env.Calls.EndingAt(r.Pos())
	if ending != body.EndsNothing {
		return depth, parsers.ReasonIncomplete, blockMessage, more
	}
	return depth, parsers.ReasonMalformed, keywordsMessage, more
}
