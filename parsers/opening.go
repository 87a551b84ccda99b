package parsers

import "github.com/toolparser/toolparser/parsers/internal/room"

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
	o.argBase = unshared(o.argBase, o.judge.given.delta != nil)
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
	if o.call.ignored = !o.judge.given.cfg.Counts(b.Format); o.call.ignored {
		return
	}
	o.know(&o.call)
	if o.judge.given.delta != nil && o.judge.mayFlow(&o.call) {
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
	last, tools := &o.lookedUp, o.judge.given.cfg.Tools
	if !tools.Given() {
		return false
	}
	if last.tools == tools && last.name == name {
		return o.unknown
	}
	unknown := !tools.Declared(name)
	if len(name) <= room.Least {
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
	args, ok := o.judge.given.output.join(call.args, piece)
	if !ok {
		args = o.judge.given.output.written(o.judge.given.visits, call.args, o.argBuf)
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
		o.judge.given.visits.Add(call.before + n)
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
	case o.judge.given.delta != nil || o.judge.queue.pending != nil:
		o.argBuf = call.args[len(call.args):]
	case cap(call.args) > room.MaxKept:
		o.argBuf, o.argBase = nil, nil
	default:
		o.argBuf, o.argBase = call.args[:0], call.args[:0]
	}
}
