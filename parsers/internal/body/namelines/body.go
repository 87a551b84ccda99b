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
func (b *Body) Step(e *body.Around) bool {
	for {
		var a match.Answer
		switch b.phase {
		case inName:
			a = b.name(e)
		case beforeArguments:
			a = b.opens(e)
		case inArguments:
			a = b.arguments(e)
		case behindCall:
			a = b.behind(e)
		}
		switch {
		case a == match.More && !e.Final:
			return false
		case a == match.More: // the output ends
			return b.finish(e)
		case a == match.No:
			e.Retry()
			return true
		}
	}
}

// name reads the line with the name.
func (b *Body) name(e *body.Around) match.Answer {
	rest := e.Rest(b.pos)
	line := rest[:min(len(rest), maxName)]
	n := e.Visits.IndexByte(line, '\n')
	ended := n >= 0
	if ended {
		line = line[:n]
	}
	switch {
	case !ended && (len(line) == maxName || e.Final) || noName(e, line):
		return match.No
	case !ended:
		return match.More
	}
	name, kind := names.True(e.Visits, e.Config, e.Visits.TrimSpace(line))
	if !e.Declared(string(name)) {
		return match.No
	}
	b.calls = append(b.calls, call{at: b.pos, name: e.Intern(name)})
	if kind != 0 {
		log := &b.last().log
		log.Repairs = append(log.Repairs, repair.Repair{Kind: kind, Offset: b.pos})
	}
	b.pos += len(line) + 1
	b.phase = beforeArguments
	return yes
}

// noName reports whether the line is more than a name. More of the line may follow.
func noName(e *body.Around, line []byte) bool {
	text := e.Visits.TrimRight(line, " \t\r")
	return e.Visits.ContainsAny(text, " \t<{") && !names.MayBeSpaced(e.Config.Tools.Spaced(), text)
}

// opens looks for the brace that opens the arguments.
func (b *Body) opens(e *body.Around) match.Answer {
	at, more := e.Space(b.pos)
	rest := e.Rest(at)
	switch {
	case more || len(rest) == 0:
		return match.More
	case rest[0] != '{':
		return match.No
	}
	c := b.last()
	c.arguments = at
	tolerance := jsonscan.Strict
	if e.Repairs() {
		tolerance = jsonscan.Tolerant
	}
	b.scanner.Start(at, e.Rules.MaxDepth(), tolerance, &c.log)
	b.pos, b.phase = at, inArguments
	return yes
}

func (b *Body) last() *call { return &b.calls[len(b.calls)-1] }

// arguments reads the arguments to their end.
func (b *Body) arguments(e *body.Around) match.Answer {
	b.scanner.Notes.Log = &b.last().log // calls may have moved
	for w := &e.Window; ; {
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
func (b *Body) behind(e *body.Around) match.Answer {
	at, more := e.Space(b.pos)
	b.pos = at
	rest := e.Rest(at)
	if more || len(rest) == 0 {
		return match.More
	}
	b.phase = inName
	return yes
}

// finish reports the calls when the output has ended.
func (b *Body) finish(e *body.Around) bool {
	if b.last().arguments == 0 { // a name alone
		e.Retry()
		return true
	}
	for i := range b.calls {
		b.report(e, &b.calls[i])
	}
	e.Calls.Called()
	return true
}

func (b *Body) report(e *body.Around, c *call) {
	e.Markup(c.at, parsers.RoleBetween)
	if c.end == 0 {
		e.Invalid(b.pos, parsers.Invalid{
			Name: c.name, Arguments: e.Slice(c.arguments, b.pos), Format: b.format,
			Reason: parsers.ReasonIncomplete, Message: "unexpected end of output inside the arguments",
		})
		e.Pos = b.pos
		return
	}
	e.Handler.BeginCall(parsers.Begin{At: c.at, Name: c.name, Format: b.format, Declared: true})
	e.Handler.Arguments(c.log.Append(nil, &e.Window, c.arguments, c.end))
	e.Pos = c.end
	e.Calls.EndCall(c.end, parsers.End{Repairs: c.log.Repairs})
}
