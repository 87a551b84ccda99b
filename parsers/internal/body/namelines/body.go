// Package namelines reads outputs that consist of calls only. Each call is the name of a declared
// tool on a line of its own, and the arguments behind the name. Only the end of the output shows
// whether it is such an output. Until then, all of it is held back. Any other output is running
// text.
package namelines

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Body reads one output. Then it can be opened again for the next output.
type Body struct {
	format  string // of the calls
	pos     int    // up to here the output was read
	phase   phase
	calls   []call
	scanner jsonscan.Scanner
}

type phase uint8

const (
	inName phase = iota
	beforeArguments
	inArguments
	behindCall
)

// A call is one of the calls, or the beginning of one.
type call struct {
	at, arguments, end int
	name               string
	log                jsonscan.Log
}

// yes is the answer of a step that succeeded.
const yes = match.Answer(1)

// maxName is the maximum length in bytes of a line that may be a name. It limits how much of an
// output without calls is held back.
const maxName = 100

// Open begins to read the output, at offset at.
func (b *Body) Open(format string, at int) {
	b.format, b.pos, b.phase, b.calls = format, at, inName, b.calls[:0]
}

// Held is how many bytes the calls take, next to their text.
func (b *Body) Held() int {
	return cap(b.calls) * int(unsafe.Sizeof(call{})+unsafe.Sizeof(repair.Repair{}))
}

// Step implements [body.Body].
func (b *Body) Step(env *body.Env) bool {
	for {
		var a match.Answer
		switch b.phase {
		case inName:
			a = b.name(env)
		case beforeArguments:
			a = b.opens(env)
		case inArguments:
			a = b.arguments(env)
		case behindCall:
			a = b.behind(env)
		}
		switch {
		case a == match.More && !env.Final:
			return false
		case a == match.More: // the output ends
			return b.finish(env)
		case a == match.No:
			env.Retry()
			return true
		}
	}
}

// name reads the line with the name.
func (b *Body) name(env *body.Env) match.Answer {
	rest := env.Rest(b.pos)
	line := rest[:min(len(rest), maxName)]
	n := env.Visits.IndexByte(line, '\n')
	ended := n >= 0
	if ended {
		line = line[:n]
	}
	switch {
	case !ended && (len(line) == maxName || env.Final) || noName(env, line):
		return match.No
	case !ended:
		return match.More
	}
	name, kind := names.True(env.Visits, env.Config, env.Visits.TrimSpace(line))
	if !env.Declared(string(name)) {
		return match.No
	}
	b.calls = append(b.calls, call{at: b.pos, name: env.Intern(name)})
	if kind != 0 {
		log := &b.last().log
		log.Repairs = append(log.Repairs, repair.Repair{Kind: kind, Offset: b.pos})
	}
	b.pos += len(line) + 1
	b.phase = beforeArguments
	return yes
}

// noName reports whether the line is more than a name. More of the line may follow.
func noName(env *body.Env, line []byte) bool {
	text := env.Visits.TrimRight(line, " \t\r")
	return env.Visits.ContainsAny(text, " \t<{") && !names.MayBeSpaced(env.Config.Tools.Spaced(), text)
}

// opens looks for the brace that opens the arguments.
func (b *Body) opens(env *body.Env) match.Answer {
	at, more := env.Space(b.pos)
	rest := env.Rest(at)
	switch {
	case more || len(rest) == 0:
		return match.More
	case rest[0] != '{':
		return match.No
	}
	c := b.last()
	c.arguments = at
	tolerance := jsonscan.Strict
	if env.Repairs() {
		tolerance = jsonscan.Tolerant
	}
	b.scanner.Start(at, env.Rules.MaxDepth(), tolerance, &c.log)
	b.pos, b.phase = at, inArguments
	return yes
}

func (b *Body) last() *call { return &b.calls[len(b.calls)-1] }

// arguments reads the arguments to their end.
func (b *Body) arguments(env *body.Env) match.Answer {
	b.scanner.Notes.Log = &b.last().log // calls may have moved
	for w := &env.Window; ; {
		t := b.scanner.Next(w)
		b.pos = b.scanner.Pos()
		switch {
		case t.Kind == jsonscan.More || t.Kind == jsonscan.End:
			return match.More
		case t.Kind == jsonscan.Unexpected || t.Kind == jsonscan.TooDeep:
			return match.No
		case b.scanner.Done():
			b.last().end = t.End
			b.pos, b.phase = t.End, behindCall
			return yes
		}
	}
}

// behind skips the white space behind a call: the next call begins there.
func (b *Body) behind(env *body.Env) match.Answer {
	at, more := env.Space(b.pos)
	b.pos = at
	rest := env.Rest(at)
	if more || len(rest) == 0 {
		return match.More
	}
	b.phase = inName
	return yes
}

// finish reports the calls when the output has ended.
func (b *Body) finish(env *body.Env) bool {
	if b.last().arguments == 0 { // a name alone
		env.Retry()
		return true
	}
	for i := range b.calls {
		b.report(env, &b.calls[i])
	}
	env.Calls.Called()
	return true
}

func (b *Body) report(env *body.Env, c *call) {
	env.Markup(c.at, parsers.RoleBetween)
	if c.end == 0 {
		env.Invalid(b.pos, parsers.Invalid{
			Name: c.name, Arguments: env.Slice(c.arguments, b.pos), Format: b.format,
			Reason: parsers.ReasonIncomplete, Message: "unexpected end of output inside the arguments",
		})
		env.Seek(b.pos)
		return
	}
	env.BeginCall(parsers.Begin{At: c.at, Name: c.name, Format: b.format, Declared: true})
	env.Handler.Arguments(c.log.Append(nil, &env.Window, c.arguments, c.end))
	env.Seek(c.end)
	env.NoteArguments(c.arguments, c.end)
	env.Calls.EndCall(c.end, parsers.End{Repairs: c.log.Repairs})
}
