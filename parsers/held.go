package parsers

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/room"
)

// A Holder is a [Parser] that knows what it holds, in bytes, next to the output's text: what
// it has noted and not reported yet. It is asked for every chunk, so it must be quick.
type Holder interface {
	Held() int
}

// Held is what the stream takes, in bytes, next to the text of its output: calls, segments,
// repairs, markup that waits for a call, what is noted about an open call, and copies of the text over 64 KiB; and as much again
// for when that grows, or becomes a result. An output of a few bytes for each of them can make it
// two hundred times as long as its text. After Finish and Close it is nothing.
func (s *Stream) Held() int {
	if s.session == nil {
		return 0
	}
	return s.session.held()
}

func (s *session) held() int {
	f := &s.collector.found
	n := cap(f.calls)*int(unsafe.Sizeof(ToolCall{})) +
		cap(f.invalid)*int(unsafe.Sizeof(f.invalid[0])) + len(f.invalid)*int(unsafe.Sizeof(InvalidToolCall{})) +
		cap(s.collector.placed.segments)*int(unsafe.Sizeof(Segment{})) +
		f.repairs*int(unsafe.Sizeof(Repair{})) + room.Long(s.collector.open.call.args) + s.collector.queue.held()
	if s.holder != nil {
		n += s.holder.Held()
	}
	return 2 * n
}

// hold reports what the output takes.
func (s *session) hold() error {
	if s.cfg.Hold == nil {
		return nil
	}
	return s.cfg.Hold(s.held())
}

// held is what waits for a call, in bytes, next to the output's text; see Stream.Held.
func (q *markupQueue) held() int {
	n := cap(q.items)*int(unsafe.Sizeof(item{})) + cap(q.waiting)*int(unsafe.Sizeof(0)) + room.Long(q.bytes)
	if p := q.pending; p != nil {
		n += cap(p.items)*int(unsafe.Sizeof(item{})) + room.Long(p.bytes)
	}
	return n
}
