package flow

import (
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// An Out collects what the client gets of a stream, and what is reported of it.
type Out struct {
	// Last is the last event that came and has left.
	Last sse.Frame
	// EndsWithDone: [DONE] ends the response. Elsewhere, it means nothing.
	EndsWithDone bool

	pipe   sse.Pipe
	report gateway.Report
	ended  bool // an event of the upstream has ended the response, or reported an error
	says   bool // anything with content has left
	sent   bool // an event has left
	ids    bool // events have ids
}

// Send sends the bytes of an event.
func (o *Out) Send(text string) {
	o.pipe.Send(text)
	o.sent = true
}

// Pass sends an event as it came.
func (o *Out) Pass(frame sse.Frame) {
	o.Send(frame.Raw)
	o.Last = frame
}

// Change sends an event with other bytes.
func (o *Out) Change(text string) {
	o.Send(text)
	o.Changed()
}

// Edit sends an event of a type with what is to be changed in its data: the upstream's own bytes, if nothing is.
func (o *Out) Edit(frame *sse.Frame, event string, edits *jsonedit.Text) {
	if edits.Edited() {
		o.Change(frame.With(event, edits.String()))
	} else {
		o.Send(frame.Raw)
	}
}

// Make sends an event that is made, with the line ends of the last one.
func (o *Out) Make(event, data string) { o.MakeLike(&o.Last, event, data) }

// MakeLike sends an event that is made, with the line ends of another one.
func (o *Out) MakeLike(like *sse.Frame, event, data string) { o.Change(like.Alone(event, data)) }

// Changed notes that the client gets something else than the upstream sent.
func (o *Out) Changed() { o.report.Changed = true }

// Comment is a comment as the client can read it. Some clients take the empty line behind a comment for an event, if events have ids.
func (o *Out) Comment(text string) string {
	if o.ids {
		return ": " + text + "\n"
	}
	return ": " + text + "\n\n"
}

// Speak notes that what leaves has content.
func (o *Out) Speak() { o.says = true }

// Says reports whether anything with content has left, or nothing more is to come.
func (o *Out) Says() bool { return o.says || o.Ended() }

// Add adds the report of a choice that has ended.
func (o *Out) Add(report gateway.Report) { o.report.Add(report) }

// Fault notes why the fix of a choice was given up.
func (o *Out) Fault(err error) {
	if o.report.Fault == nil {
		o.report.Fault = err
	}
}

// Complete says that the response has ended: what follows passes as it comes.
func (o *Out) Complete() { o.ended = true }

// Finish says that the stream has ended: nothing that follows is part of it.
func (o *Out) Finish() { o.pipe.Finish() }

// Ended reports whether the response has ended, or failed.
func (o *Out) Ended() bool { return o.ended || o.pipe.Done() }
