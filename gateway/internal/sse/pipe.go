package sse

import "strings"

// A Pipe is a stream on its way from an upstream to a client: it cuts what comes into frames,
// and collects what leaves. The zero value is ready for use.
type Pipe struct {
	frames Splitter
	out    []byte
	began  bool // the first frame has come
	done   bool
}

// Write takes the next bytes, cut anywhere, runs event for each frame, and returns what leaves.
// The slice is valid until the next call.
func (p *Pipe) Write(b []byte, event func(Frame)) []byte {
	p.out = p.out[:0]
	p.frames.Write(b, func(frame Frame) {
		if !p.done { // an upstream may keep the connection open and go on
			event(p.unmarked(frame))
		}
	})
	return p.out
}

// unmarked sends the byte order mark of the first frame, and returns the frame without it: the frame may
// wait and be overtaken, and only at the start of the stream is it a mark.
func (p *Pipe) unmarked(frame Frame) Frame {
	if raw, marked := strings.CutPrefix(frame.Raw, byteOrderMark); marked && !p.began {
		p.out = append(p.out, byteOrderMark...)
		frame.Raw = raw
	}
	p.began = true
	return frame
}

// End ends the stream, whose bytes have all come: unless it is done, it runs event for a last event that an empty line ended, and
// then release. An event that no empty line ended is none for a client: it leaves as it came, behind what was released.
func (p *Pipe) End(event func(Frame), release func()) []byte {
	p.out = p.out[:0]
	frame, left := p.frames.End()
	if p.done {
		return p.out
	}
	if left {
		frame = p.unmarked(frame)
	}
	half := left && frame.Half()
	if left && !half {
		event(frame)
	}
	if !p.done {
		release()
	}
	if half {
		p.Send(frame.Raw)
	}
	p.done = true
	return p.out
}

// Make runs send, which sends something, and returns it. The slice is valid until the next call.
func (p *Pipe) Make(send func()) []byte {
	p.out = p.out[:0]
	send()
	return p.out
}

// Abort ends the stream, whose upstream failed, and runs release. Half an event is no event: an
// error that follows would become part of it.
func (p *Pipe) Abort(release func()) []byte {
	p.out = p.out[:0]
	release()
	p.done = true
	return p.out
}

// Held is how many bytes wait for the end of their event.
func (p *Pipe) Held() int { return p.frames.Held() }

// Rest is what came of an event that hasn't ended, for once. It is for what goes on behind Abort
// without a Pipe.
func (p *Pipe) Rest() string {
	frame, _ := p.frames.End()
	return frame.Raw
}

// Finish says that the stream has ended: nothing that follows is part of it.
func (p *Pipe) Finish() { p.done = true }

// Done reports whether the stream has ended.
func (p *Pipe) Done() bool { return p.done }

// Send sends bytes.
func (p *Pipe) Send(text string) { p.out = append(p.out, text...) }
