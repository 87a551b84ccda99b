package sse

import "strings"

// A Pipe takes a stream and sends another one: what all streams of events of a model's API have in
// common. What is to be sent goes to its Sender.
type Pipe struct {
	Sender
	// Event takes an event that has data.
	Event func(frame Frame)
	// Complete ends the stream, of which nothing more comes. done reports whether the upstream
	// sends [DONE], which leaves behind what Complete sends.
	Complete func(done bool)
	// Fail ends a stream whose upstream failed: what was held leaves as it came.
	Fail func()

	frames Splitter
	done   bool
}

// DoneData ends a stream of OpenAI's APIs.
const DoneData = "[DONE]"

// Write takes the next bytes of the upstream's body, cut anywhere, and returns what is sent now. The
// slice is valid until the next call.
func (p *Pipe) Write(b []byte) []byte {
	p.reset()
	for _, frame := range p.frames.Write(b) {
		p.take(frame)
	}
	return p.out
}

// take takes an event, or comments, which wait for nothing.
func (p *Pipe) take(frame Frame) {
	switch {
	case p.done: // an upstream may keep the connection open and go on
	case !frame.HasData:
		p.Send(frame.Raw)
	case strings.TrimSpace(frame.Data) == DoneData:
		p.Complete(true)
		p.Send(frame.Raw)
		p.done = true
	default:
		p.Event(frame)
	}
}

// End ends the stream, whose body has ended, and returns what is sent last.
func (p *Pipe) End() []byte {
	p.reset()
	if frame, ok := p.frames.End(); ok {
		p.take(frame)
	}
	if !p.done {
		p.Complete(false)
	}
	p.done = true
	return p.out
}

// Abort ends the stream, whose upstream failed, and returns what was held, as it came.
func (p *Pipe) Abort() []byte {
	p.reset()
	p.Fail()
	if frame, ok := p.frames.End(); ok {
		p.Send(frame.Raw)
	}
	p.done = true
	return p.out
}

// Done reports whether the stream has ended: nothing that follows is part of it.
func (p *Pipe) Done() bool { return p.done }
