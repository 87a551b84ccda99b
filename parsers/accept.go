package parsers

import (
	"fmt"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// opening is the call that was started and not ended.
type opening struct {
	judge  *judge
	drafts *drafting

	isOpen   bool
	unknown  bool // no tool has the name that was looked up
	call     call
	lookedUp lookup
	argBuf   []byte // room for arguments
	argBase  []byte // the part of argBuf that the pool keeps
}

// A lookup is a name that was looked up.
type lookup struct {
	tools *Tools
	name  string
}

// forget lets go of what the output left behind.
func (o *opening) forget() {
	if o.isOpen {
		o.drop()
	}
	o.argBase = unshared(o.argBase, o.judge.request.delta != nil)
	o.argBuf = o.argBase
}

// use gives room for the arguments of a stream, if there is none.
func (o *opening) use(args []byte) {
	if cap(o.argBuf) == 0 {
		o.argBuf = args
	}
}

// begin starts a call.
func (o *opening) begin(b Begin) {
	o.isOpen = true
	o.call.Begin, o.call.args = b, o.argBuf
	if o.call.ignored = !o.judge.request.cfg.countsAt(b.Format, b.At); o.call.ignored {
		return
	}
	o.know(&o.call)
	if o.judge.request.delta != nil && o.judge.mayFlow(&o.call) {
		o.call.live = true
		o.judge.ids.give(&o.call)
	}
}

// know fills in what is known of a call when it begins.
func (o *opening) know(call *call) {
	call.unknown = o.unknownName(call.Name)
	call.endsThought, call.repeats = o.drafts.at == draftsRead, o.drafts.at == draftsBehind
}

// unknownName reports whether tools were given and don't hold the name. Most calls, of one output
// and of those that follow, are of the same tool.
func (o *opening) unknownName(name string) bool {
	last, tools := &o.lookedUp, o.judge.request.cfg.Tools
	if !tools.Given() {
		return false
	}
	if last.tools == tools && last.name == name {
		return o.unknown
	}
	unknown := !tools.Declared(name)
	if len(name) <= buffers.Least {
		last.tools, last.name, o.unknown = tools, name, unknown
	}
	return unknown
}

// share makes the piece part of the arguments without a copy, if they are one chunk of
// the output.
func (o *opening) share(piece []byte) bool {
	call := &o.call
	if len(call.args) > 0 && !call.shared {
		return false
	}
	args, ok := o.judge.request.output.join(call.args, piece)
	if !ok {
		args = o.judge.request.output.written(o.judge.request.visits, call.args, o.argBuf)
	}
	call.args, call.shared = args, ok
	return ok
}

// rewind keeps the first n bytes of the arguments. Bytes that were sent can't be changed:
// the new ones are collected elsewhere and compared with them.
func (o *opening) rewind(n int) {
	call := &o.call
	if !o.isOpen || n >= call.length() {
		return
	}
	if call.resent == nil && n < call.sent.bytes {
		o.judge.request.visits.Add(call.before + n)
		call.join()
		call.resent = call.args[:call.sent.bytes]
		call.args = append(call.args[call.sent.bytes:call.sent.bytes], call.resent[:n]...)
		call.same = n
		return
	}
	call.args = call.args[:n-call.before]
	call.same = min(call.same, n)
}

// end ends the call.
func (o *opening) end(e End) {
	call := &o.call
	o.isOpen = false
	call.end = e
	call.FreeText = call.FreeText || e.FreeText
	if call.ignored {
		o.judge.ignore(call)
	} else {
		o.judge.end(call)
		o.reuse(call)
	}
	o.drop()
}

// invalid drops the call, which is invalid. It says what was sent of it.
func (o *opening) invalid() (sent sentCall) {
	if o.isOpen {
		sent = o.call.sent
		o.reuse(&o.call)
		o.drop()
	}
	return sent
}

// abandon withdraws a call that the parser neither ended nor reported invalid.
func (o *opening) abandon() {
	if o.isOpen {
		o.judge.sending.withdraw(o.call.sent, rejection{ReasonIncomplete, "the call was never ended"})
		o.drop()
	}
}

// drop empties the place of the call for the next one.
func (o *opening) drop() {
	o.isOpen = false
	o.call = call{}
}

// reuse makes room for the next call's arguments: what follows these
// or, where no string shares their memory, theirs.
func (o *opening) reuse(call *call) {
	switch {
	case call.shared:
	case o.judge.request.delta != nil || o.judge.queue.pending != nil:
		o.argBuf = call.args[len(call.args):]
	case cap(call.args) > buffers.MaxKept:
		o.argBuf, o.argBase = nil, nil
	default:
		o.argBuf, o.argBase = call.args[:0], call.args[:0]
	}
}

// A judge says what becomes of calls.
type judge struct {
	request *request
	queue   *markupQueue
	runes   *splitRune
	results *results
	ids     *callIDs

	sending     sending // what the deltas have of calls
	twins       twinSet // which call is another one, written twice
	optionTaken bool    // an Option call was accepted
}

// mayFlow reports whether a call can be sent as it is generated: nothing that is
// known by now keeps it from being accepted, and, behind a pending call,
// neither its order nor its id depends on what becomes of that one.
func (j *judge) mayFlow(call *call) bool {
	if j.request.buffered || call.Mergeable || call.Held || call.repeats || call.Quoted || call.Skipped || j.atBegin(call).rejected() {
		return false
	}
	if j.queue.pending == nil {
		return true
	}
	before := &j.queue.pending.call
	return before.live && call.Exclusive == NotExclusive &&
		len(j.results.calls)+1 < j.request.cfg.Limits.ToolCalls &&
		call.nativeID() != "" && call.nativeID() != before.id && !j.ids.taken(call.nativeID())
}

// end makes of a call that has ended, and whose format counts, what it is.
func (j *judge) end(call *call) {
	if call.resent != nil {
		j.sending.anew(call)
	}
	if call.before > 0 {
		j.request.visits.Add(call.before)
		call.join()
	}
	call.twin = j.twins.find(j.results, call)
	switch why := j.whatever(call); {
	case call.Skipped && call.Quoted:
		j.ignore(call)
	case call.Skipped:
		j.skip(call)
	case call.Quoted:
		j.quoted(call, why)
	case call.end.Inner, (!why.rejected() || why.reason == ReasonLowConfidence) && j.mayFall(call):
		j.queue.suspend(call) // a quoted call is text, and a doubted one has less confidence, whatever else is wrong about it
	default:
		j.conclude(call, why)
	}
}

// whatever is ended for a call of which it is known what follows it. If it is rejected whatever follows it, what follows doesn't
// matter: with other chunks, that comes later.
func (j *judge) whatever(call *call) rejection {
	end := &call.end
	if !end.Followed || end.Flaw == FlawQuoted {
		return j.ended(call)
	}
	second, flaw := end.SecondReading, end.Flaw
	end.SecondReading, end.Flaw = false, FlawNone
	if why := j.ended(call); why.rejected() {
		return why
	}
	end.SecondReading, end.Flaw = second, flaw
	return j.ended(call)
}

// ignore makes of a call what any other text is.
func (j *judge) ignore(call *call) {
	j.results.amends = false
	j.runes.split(call.At, call.end.Raw, false)
}

// quoted tells of a call that would count in another place.
func (j *judge) quoted(call *call, why rejection) {
	if why.rejected() {
		j.ignore(call)
	} else {
		j.reject(call, rejection{ReasonQuoted, "the call is inside a quotation or a thought"})
	}
}

// mayFall reports whether what follows a call that is acceptable by now may make it
// unacceptable: by a repair, by a second reading, or because the call is malformed.
func (j *judge) mayFall(call *call) bool {
	if call.end.OnLine && (call.unknown || j.request.leastTenths > call.confidence()-CostFreeText*tenthsOfOne) {
		return true
	}
	if w := call.end.Watched; call.end.Inner || w == WatchAll || w == WatchDoubt && j.request.leastTenths > MostDoubtful*tenthsOfOne {
		return true
	}
	return call.end.Pending && len(call.end.Repairs) == 0 &&
		(j.request.cfg.Options.DisableRepair || j.request.leastTenths > 0)
}

// settle decides the pending call, if there is one, and places what followed it.
func (j *judge) settle() {
	if p := j.queue.pending; p != nil {
		j.queue.pending = nil
		j.decide(p)
		j.runes.end()
	}
}

func (j *judge) decide(p *pendingCall) {
	j.conclude(&p.call, j.whatever(&p.call))
	for i := range p.items {
		it := &p.items[i]
		j.request.visits.Add(it.n)
		j.runes.end()
		j.replay(it, p.bytes[it.off:it.off+it.n])
	}
}

// settleInText is settle where text may go on, even inside of a code point.
func (j *judge) settleInText() {
	text := *j.runes
	if j.runes.n = 0; j.queue.pending != nil {
		p := j.queue.pending
		j.queue.pending = nil
		j.decide(p)
	}
	if text.n > 0 {
		*j.runes = text
	}
}

func (j *judge) replay(it *item, text []byte) {
	switch it.kind {
	case itemText:
		j.queue.addText(it.span.Start, text)
	case itemDecoded:
		j.queue.addDecoded(it.span, text)
	case itemMarkup:
		j.queue.placeMarkup(it.span.Start, text, it.role)
	case itemInvalid:
		it.invalid.Raw = text
		j.placeInvalid(it.invalid.Invalid, it.invalid.sent)
	}
}

// A rejection says why a call is not accepted; the zero value, that it is.
type rejection struct {
	reason  Reason
	message string
}

func (rj rejection) rejected() bool { return rj.reason != ReasonUnspecified }

// conclude makes of a call that has ended what it is.
func (j *judge) conclude(call *call, verdict rejection) {
	switch {
	case call.end.Flaw == FlawQuoted:
		j.queue.called(false)
		j.ignore(call)
	case verdict.rejected():
		j.reject(call, verdict)
	case call.twin != "":
		j.twins.free[call.twin]-- // the other call absorbs this one
		j.skip(call)
	default:
		j.accept(call)
	}
}

// ended says whether a call that has ended is accepted.
// See docs/models/formats, "Calls and text".
func (j *judge) ended(call *call) rejection {
	if limit := j.request.cfg.Limits.ArgumentBytes; len(call.args) > limit {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d bytes of arguments", limit)}
	}
	if verdict := j.atBegin(call); verdict.rejected() {
		return verdict
	}
	if call.end.Flaw != FlawNone {
		return rejection{ReasonMalformed, call.end.Flaw.message()}
	}
	if j.request.cfg.Options.DisableRepair && len(call.end.Repairs) > 0 {
		first := call.end.Repairs[0]
		return rejection{ReasonMalformed, fmt.Sprintf("repair is disabled, and the call needs %s at offset %d", first.Kind, first.Offset)}
	}
	if got := call.confidence(); got < j.request.leastTenths {
		return rejection{ReasonLowConfidence, fmt.Sprintf("confidence %g is less than %g", got.float(), j.request.cfg.Options.MinConfidence)}
	}
	return rejection{}
}

// message says for a person what the flaw is.
func (f Flaw) message() string {
	switch f {
	case FlawName:
		return "the name isn't declared, and has signs in it that belong to markers, JSON or code"
	case FlawNamedAgain:
		return "the arguments name the call again"
	}
	return "an argument follows the call"
}

// atBegin is the part of ended that is certain when a call begins.
func (j *judge) atBegin(call *call) rejection {
	if limit := j.request.cfg.Limits.ToolCalls; len(j.results.calls) >= limit && call.twin == "" {
		return rejection{ReasonLimit, fmt.Sprintf("over the limit of %d tool calls", limit)}
	}
	if call.Exclusive == Alternate || call.Exclusive == Option && j.optionTaken {
		return rejection{ReasonAlternative, "the call is one of several exclusive options"}
	}
	if call.unknown && (call.FreeText || call.Declared || j.request.cfg.Options.RejectUnknownTools) {
		return rejection{ReasonUnknownTool, fmt.Sprintf("no tool %q is declared", call.Name)}
	}
	return rejection{}
}

// accept makes a call part of the result.
func (j *judge) accept(call *call) {
	j.queue.called(true)
	j.ids.give(call)
	j.results.accept(call)
	j.optionTaken = j.optionTaken || call.Exclusive == Option
	j.twins.add(j.results, call)
	j.sending.complete(call)
}

// skip makes a call markup.
func (j *judge) skip(call *call) {
	j.queue.called(true)
	j.results.skip(call)
}

// reject makes the text of a call content.
func (j *judge) reject(call *call, why rejection) {
	j.queue.called(false)
	j.results.reject(call, why)
	j.sending.withdraw(call.sent, why)
}

// placeInvalid makes what looked like a call content.
func (j *judge) placeInvalid(inv Invalid, sent sentCall) {
	if inv.Reason == ReasonUnspecified {
		j.sending.withdraw(sent, rejection{message: inv.Message})
		j.runes.split(inv.At, inv.Raw, false)
		return
	}
	j.queue.called(false)
	j.results.reported(&inv)
	j.sending.withdraw(sent, rejection{inv.Reason, inv.Message})
	j.runes.split(inv.At, inv.Raw, true)
}
