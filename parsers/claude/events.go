package claude

import (
	"bytes"
	"slices"
	"unsafe"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/openings"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// eventStream is the body for the event stream of the Messages API. It
// reads lines: what isn't data is markup.
type eventStream struct {
	known bool // it is one
	line  int  // where the line begins
	pos   int  // up to here there is no end of the line
	kind  blockKind
	event event // that the line is, if it was read
	call  eventCall
	waits []*eventCall // calls whose blocks began in the call's block
}

// maxWaits bounds the calls that wait for the end of a call.
const maxWaits = 16

// A blockKind is the kind of the content block whose events come.
type blockKind uint8

const (
	otherBlock blockKind = iota // text, what the provider runs, or none
	reasoningBlock
	callBlock
)

const (
	eventField = "event:"
	dataField  = "data:"

	messageStart = "message_start"
	blockStart   = "content_block_start"
	blockDelta   = "content_block_delta"
	blockStop    = "content_block_stop"
)

// startEvents tries an event stream at the first byte of the output.
func startEvents(e *openings.Openings, c byte) openings.Candidate {
	env := &e.Place
	if c != eventField[0] && c != dataField[0] || !env.Config.Counts(formatEvents) {
		return nil
	}
	start, _ := env.Space(env.Pos)
	s := openings.Own[eventStream](e)
	call := s.call
	call.reset()
	*s = eventStream{line: start, pos: start, call: call}
	return e.Read(s)
}

// Held is how many bytes the call takes, next to its text.
func (s *eventStream) Held() int {
	n := buffers.Long(s.call.text) + cap(s.call.repairs)*int(unsafe.Sizeof(parsers.Repair{}))
	for _, w := range s.waits {
		n += int(unsafe.Sizeof(*w)) + cap(w.text) + len(w.kept)
	}
	return n
}

// Step implements [body.Body].
func (s *eventStream) Step(env *body.Env) bool {
	for {
		more, end := s.nextLine(env)
		if !s.known && !s.mayBegin(env, end) {
			env.Retry()
			return true
		}
		if more {
			return false
		}
		s.event.read(env, s.line, end)
		s.known = s.known || begins(s.event.text(env, eventType))
		switch {
		case s.known:
			s.follow(env, end)
		case !s.introduced(env, end):
			env.Retry()
			return true
		}
		s.line, s.pos = end, end
		if len(env.Rest(end)) == 0 {
			if env.Final {
				s.finish(env, end)
			}
			return env.Final
		}
	}
}

// finish ends the stream at the end of the output.
func (s *eventStream) finish(env *body.Env, end int) {
	switch {
	case !s.known:
		env.Retry()
		return
	case s.kind == callBlock:
		s.cutAll(env, end)
	}
	env.Seek(end)
}

// nextLine finds the end of the line, its newline included; that of what is there of it, if more follows.
func (s *eventStream) nextLine(env *body.Env) (more bool, end int) {
	rest := env.Rest(s.pos)
	if i := env.Visits.IndexByte(rest, '\n'); i >= 0 {
		return false, s.pos + i + 1
	}
	s.pos += len(rest)
	return !env.Final, s.pos
}

// mayBegin reports whether the line, as far as it is there, may be one of the
// lines that a stream begins with.
func (s *eventStream) mayBegin(env *body.Env, end int) bool {
	line := bytes.TrimSuffix(env.Slice(s.line, end), []byte("\n"))
	if value, ok := bytes.CutPrefix(line, []byte(eventField)); ok {
		value = afterGap(value)
		return mayBe(env.Visits, value, messageStart) || mayBe(env.Visits, value, blockStart)
	}
	if value, ok := bytes.CutPrefix(line, []byte(dataField)); ok {
		value = afterGap(value)
		return len(value) == 0 || value[0] == '{'
	}
	return mayBe(env.Visits, line, eventField) || mayBe(env.Visits, line, dataField)
}

// maxGap bounds the spaces after the colon of a stream's first lines.
const maxGap = 64

// afterGap is what follows the spaces after a colon.
func afterGap(value []byte) []byte {
	n := 0
	for n < len(value) && n < maxGap && value[n] == ' ' {
		n++
	}
	return value[n:]
}

// mayBe reports whether a line that begins like this may be text, ignoring
// white space behind it.
func mayBe(v *work.Counter, line []byte, text string) bool {
	if len(line) > len(text)+maxGap {
		return false
	}
	line = v.TrimRight(line, " \r")
	return len(line) <= len(text) && string(line) == text[:len(line)]
}

// introduced reports whether the line is the first event's name, which comes
// before its data.
func (s *eventStream) introduced(env *body.Env, end int) bool {
	value, ok := bytes.CutPrefix(env.Slice(s.line, end), []byte(eventField))
	return ok && begins(env.Visits.TrimSpace(value))
}

// begins reports whether a stream begins with an event of this type.
func begins(typ []byte) bool { return string(typ) == messageStart || string(typ) == blockStart }

// follow goes on with the line's event; the line ends at end.
func (s *eventStream) follow(env *body.Env, end int) {
	typ := s.event.text(env, eventType)
	if s.kind == callBlock && s.event.index != s.call.index && s.event.index >= 0 && s.call.index >= 0 && s.followOther(env, string(typ), end) {
		return
	}
	switch string(typ) {
	case blockStart:
		s.startBlock(env, end)
	case blockDelta:
		s.delta(env, end)
	case blockStop:
		s.stopBlock(env, end)
	default:
		s.call.lost = s.call.lost || s.kind == callBlock && len(typ) == 0 && !saysNothing(env.Visits.TrimSpace(env.Slice(s.line, end)))
		s.markup(env, end)
	}
}

// followOther goes on with an event of another block than the call's. It returns false if the event ends the call.
func (s *eventStream) followOther(env *body.Env, typ string, end int) bool {
	i := slices.IndexFunc(s.waits, func(w *eventCall) bool { return w.index == s.event.index })
	switch {
	case typ == blockStart && i < 0 && len(s.waits) < maxWaits && s.beginsCall(env):
		w := new(eventCall)
		w.start(env, &s.event)
		w.at, w.kept = s.line, env.Visits.Clone(env.Slice(w.input.Start, w.input.End))
		s.waits = append(s.waits, w)
	case typ == blockDelta && i >= 0:
		w := s.waits[i]
		w.lost = w.lost || s.event.strings[partialJSON].End == 0
		w.text = append(w.text, s.event.text(env, partialJSON)...)
	case typ == blockStop && i >= 0: // before that of the call
		s.cutBefore(env, i)
		s.stopBlock(env, end)
	case typ == blockDelta, typ == blockStop:
		s.call.other = true
	default:
		return false
	}
	return true
}

// cutBefore cuts the call off where the block of the i-th call began that waits for its end, and goes on with that call.
func (s *eventStream) cutBefore(env *body.Env, i int) {
	at := s.waits[i].at
	if at <= env.Mark {
		at = s.line
	}
	s.call.cut(env, at)
	s.goOn(env, i)
}

// goOn goes on with the i-th call that waits.
func (s *eventStream) goOn(env *body.Env, i int) {
	w := s.waits[i]
	s.waits = slices.Delete(s.waits, i, i+1)
	s.kind = callBlock
	s.call.resume(env, w)
}

// cutAll cuts off the call, and the first one that waits for its end. Others that wait are in the text of that one.
func (s *eventStream) cutAll(env *body.Env, end int) {
	if len(s.waits) > 0 {
		s.cutBefore(env, 0)
	}
	s.waits = nil
	s.call.cut(env, end)
}

// saysNothing reports whether the line, without white space around it, is empty, or none of an event's data.
func saysNothing(line []byte) bool {
	begins := func(field string) bool { return bytes.HasPrefix(line, []byte(field)) }
	return len(line) == 0 || slices.ContainsFunc([]string{eventField, "id:", "retry:", ":"}, begins)
}

// markup reports the line as syntax, unless it is part of a call.
func (s *eventStream) markup(env *body.Env, end int) {
	if s.kind != callBlock {
		env.Markup(end, parsers.RoleDocument)
	}
}

// startBlock begins a content block.
func (s *eventStream) startBlock(env *body.Env, end int) {
	switch s.kind {
	case callBlock:
		s.cutAll(env, s.line)
	case reasoningBlock:
		env.Markup(s.line, parsers.RoleReasoningEnd)
	}
	s.kind = otherBlock
	ev := &s.event
	switch kind := part.PartOf(ev.text(env, blockType)); {
	case s.beginsCall(env):
		env.Markup(s.line, parsers.RoleDocument)
		s.kind = callBlock
		s.call.start(env, ev)
	case kind == grammar.PartReasoning:
		s.kind = reasoningBlock
		env.Markup(s.line, parsers.RoleReasoning)
		s.decoded(env, thinking, end)
	case kind == grammar.PartInside:
		s.decoded(env, text, end)
	default:
		s.markup(env, end)
	}
}

// beginsCall reports whether the line's event begins the block of a call.
func (s *eventStream) beginsCall(env *body.Env) bool {
	ev := &s.event
	return part.PartOf(ev.text(env, blockType)) == grammar.PartCall && names.Valid(env.Config.Tools, ev.text(env, blockName))
}

// delta reads more of a content block.
func (s *eventStream) delta(env *body.Env, end int) {
	switch s.kind {
	case callBlock:
		s.call.lost = s.call.lost || s.event.strings[partialJSON].End == 0
		s.call.add(env, s.event.text(env, partialJSON))
	case reasoningBlock:
		s.decoded(env, thinking, end)
	default:
		s.decoded(env, text, end)
	}
}

// decoded reports a chunk of text, if there is one, and the line around it as syntax.
func (s *eventStream) decoded(env *body.Env, f field, end int) {
	if t := &s.event.strings[f]; t.Start < t.End {
		env.Markup(t.Start, parsers.RoleDocument)
		env.Decoded(t.End, s.event.text(env, f))
	}
	s.markup(env, end)
}

// stopBlock ends a content block.
func (s *eventStream) stopBlock(env *body.Env, end int) {
	kind := s.kind
	s.kind = otherBlock
	switch kind {
	case callBlock:
		s.call.finish(env, s.event.end)
	case reasoningBlock:
		env.Markup(s.event.end, parsers.RoleReasoningEnd)
	}
	if s.markup(env, end); len(s.waits) > 0 {
		s.goOn(env, 0)
	}
}

// An eventCall is a call whose arguments come in chunks of an event stream.
type eventCall struct {
	name, id string
	text     []byte       // the arguments as far as they came
	input    parsers.Span // what the block began with
	kept     []byte       // that text, of a call that waited
	index    int          // of the block; negative: none was given
	at       int          // where the block of a call that waits began
	lost     bool         // something that is no argument is in the block
	other    bool         // an event of a block that isn't open is in the block
	renamed  bool         // the block has several names
	s        jsonscan.Scanner
	last     jsonscan.Kind // of the last token, if that failed
	begun    bool
	flushed  int // up to here the text was reported
	repairs  []parsers.Repair
}

func (c *eventCall) reset() { *c = eventCall{text: buffers.Reused(c.text)} }

// start begins the call of a content_block_start.
func (c *eventCall) start(env *body.Env, ev *event) {
	c.reset()
	name, kind := names.True(env.Visits, env.Config, ev.text(env, blockName))
	if kind != 0 {
		c.repairs = append(c.repairs, parsers.Repair{Kind: kind, Offset: ev.strings[blockName].Start - 1})
	}
	c.name = env.Intern(name)
	c.id = string(ev.text(env, blockID))
	c.index, c.input, c.lost, c.renamed = ev.index, ev.input, ev.odd, ev.renamed
	c.s.Start(0, env.Rules.MaxDepth(), jsonscan.Strict, nil)
}

// resume goes on with a call that waited, and what came of it.
func (c *eventCall) resume(env *body.Env, w *eventCall) {
	c.reset()
	c.name, c.id, c.repairs, c.index, c.input, c.kept, c.lost, c.renamed = w.name, w.id, w.repairs, w.index, w.input, w.kept, w.lost, w.renamed
	c.s.Start(0, env.Rules.MaxDepth(), jsonscan.Strict, nil)
	c.text = append(c.text, w.text...) // its next event shows where it begins
}

// add reads another piece of the arguments, and reports what is certain.
func (c *eventCall) add(env *body.Env, piece []byte) {
	env.Visits.Add(len(piece))
	c.text = append(c.text, piece...)
	if c.last != jsonscan.More {
		return
	}
	c.scan(env, false)
	if !c.begun && c.s.Nesting.Depth() > 0 && c.s.Nesting.IsObject(1) {
		c.begin(env)
	}
	if end := c.s.Certain(); c.begun && end > c.flushed {
		env.Handler.Arguments(c.text[c.flushed:end])
		c.flushed = end
	}
}

// leading is the length of the white space before the arguments.
func (c *eventCall) leading(env *body.Env) int {
	return len(c.text) - len(env.Visits.TrimLeft(c.text, " \t\r\n"))
}

// scan reads on in the arguments.
func (c *eventCall) scan(env *body.Env, final bool) {
	w := &jsonscan.Window{Win: c.text, Final: final, Visits: env.Visits}
	for {
		switch kind := c.s.Next(w).Kind; kind {
		case jsonscan.More, jsonscan.End:
			return
		case jsonscan.Unexpected, jsonscan.TooDeep:
			c.last = kind
			return
		}
	}
}

func (c *eventCall) begin(env *body.Env) {
	c.begun, c.flushed = true, c.leading(env)
	env.BeginCall(parsers.Begin{At: env.Mark, Name: c.name, ID: c.id, Format: formatEvents})
}

// finish ends the call, whose last event ends at end.
func (c *eventCall) finish(env *body.Env, end int) {
	text := env.Visits.TrimSpace(c.text)
	began := len(text) == 0 && c.input.End > 0
	if began {
		if text = c.kept; text == nil {
			text = env.Slice(c.input.Start, c.input.End)
		}
		c.text = append(c.text, text...)
	}
	none := len(text) == 0 || string(text) == "null"
	if c.renamed {
		c.fail(env, end, parsers.ReasonMalformed, "the call has several names")
		return
	}
	if c.other {
		c.fail(env, end, parsers.ReasonMalformed, "an event of another block is in the call")
		return
	}
	if c.lost && (none || began && len(env.Visits.TrimSpace(text[1:])) == 1) {
		c.fail(env, end, parsers.ReasonMalformed, "something other than arguments is in the call")
		return
	}
	if none {
		c.whole(env, end, []byte("{}"), parsers.End{})
		return
	}
	if c.last == jsonscan.More {
		c.scan(env, true)
	}
	switch {
	case c.last == jsonscan.TooDeep:
		c.fail(env, end, parsers.ReasonLimit, failure.TooDeep)
	case c.last == jsonscan.Unexpected:
		c.repaired(env, end)
	case !c.s.Done():
		c.cut(env, end)
	default:
		c.valid(env, end, env.Visits.TrimSpace(c.text))
	}
}

// valid ends the call; text is its arguments, which are valid JSON.
func (c *eventCall) valid(env *body.Env, end int, text []byte) {
	switch {
	case c.begun:
		env.Handler.Arguments(c.text[c.flushed : env.Visits.LastIndexByte(c.text, '}')+1])
		c.end(env, end, parsers.End{})
	case text[0] == '{':
		c.whole(env, end, text, parsers.End{})
	case text[0] == '"' && c.encoded(env, end, text[1:len(text)-1]):
	case !env.Declared(c.name):
		c.fail(env, end, parsers.ReasonMalformed, "the arguments are no object")
	default:
		c.whole(env, end, text, parsers.End{Weak: true})
	}
}

// encoded ends the call if its arguments are a string that may hold an object.
func (c *eventCall) encoded(env *body.Env, end int, raw []byte) bool {
	env.Visits.Add(len(raw))
	inner := env.Visits.TrimSpace(jsonscan.DecodeString(raw, true))
	switch {
	case len(inner) == 0:
		c.whole(env, end, []byte("{}"), parsers.End{})
		return true
	case inner[0] != '{' || !env.Repairs():
		return false
	}
	object, repairs, ok := tolerant(env, inner)
	if !ok {
		c.fail(env, end, parsers.ReasonMalformed, "the arguments are a string that holds no JSON object")
		return true
	}
	first := parsers.Repair{Kind: parsers.RepairDoubleEncodedArguments, Offset: env.Mark}
	c.whole(env, end, object, parsers.End{Repairs: append([]parsers.Repair{first}, repairs...)})
	return true
}

// repaired ends the call if its arguments, which are no JSON, can be repaired.
func (c *eventCall) repaired(env *body.Env, end int) {
	text := env.Visits.TrimSpace(c.text)
	if text[0] == '{' && env.Repairs() {
		if object, repairs, ok := tolerant(env, text); ok {
			c.whole(env, end, object, parsers.End{Repairs: repairs})
			return
		}
	}
	c.fail(env, end, parsers.ReasonMalformed, c.s.Message())
}

// tolerant reads JSON, repairing what can be repaired. Where in the pieces
// the repairs are isn't reported: their offset is the call's.
func tolerant(env *body.Env, text []byte) ([]byte, []parsers.Repair, bool) {
	var log jsonscan.Log
	json, ok := recovery.Inner(&jsonscan.Window{Win: text, Final: true, Visits: env.Visits}, env.Rules.MaxDepth(), jsonscan.Tolerant, &log)
	for i := range log.Repairs {
		log.Repairs[i].Offset = env.Mark
	}
	return json, log.Repairs, ok
}

// whole reports the call with these arguments, whatever was reported of them.
func (c *eventCall) whole(env *body.Env, end int, arguments []byte, how parsers.End) {
	if !c.begun {
		c.begin(env)
	} else {
		env.Handler.RewindArguments(0)
	}
	env.Handler.Arguments(arguments)
	c.end(env, end, how)
}

func (c *eventCall) end(env *body.Env, end int, how parsers.End) {
	how.Repairs = append(c.repairs, how.Repairs...)
	env.Calls.EndCall(end, how)
}

// cut ends a call whose arguments or events end before they are whole.
func (c *eventCall) cut(env *body.Env, end int) {
	if end <= env.Mark { // it waited, and nothing came behind the call before it
		return
	}
	at, from := c.s.LastValueEnd, c.leading(env)
	if env.Config.Options.AcceptIncomplete && c.last == jsonscan.More && at > from &&
		c.s.LastValueDepth > 0 && c.s.Nesting.IsObject(1) {
		text := append([]byte(nil), c.text[from:at]...)
		c.whole(env, end, c.s.Nesting.Closers(text, c.s.LastValueDepth, 0), parsers.End{Weak: true})
		return
	}
	c.fail(env, end, parsers.ReasonIncomplete, failure.CutOff)
}

func (c *eventCall) fail(env *body.Env, end int, reason parsers.Reason, message string) {
	env.Invalid(end, parsers.Invalid{
		Name: c.name, ID: c.id, Arguments: c.text, Format: formatEvents, Reason: reason, Message: message,
	})
}
