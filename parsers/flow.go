package parsers

import (
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// longPiece is so long that it is worth two calls to take four bytes at a time, and to
// copy them all.
const longPiece = 16

// flow takes a chunk of prose behind prose, as most pieces are: it makes the content
// longer, and nothing else. The parser and the segments get all that flowed
// by once another piece comes. False if this is one.
func (ss *session) flow(piece string) bool {
	w, watched := &ss.collector.placed.content, ss.watched
	old, n := len(w.buf), len(piece)
	if n == 0 || n > cap(w.buf)-old || ss.newline && watched.Line[piece[0]] {
		return false
	}
	added := w.buf[old : old+n]
	if n >= longPiece {
		if watched.In(asBytes(piece)) {
			return false
		}
		copy(added, piece)
	} else {
		i, first := 0, watched.First
		for i < len(piece) && i < len(added) && !first[piece[i]] {
			added[i] = piece[i]
			i++
		}
		if i < n { // no call in the loop: it would have all of its variables in memory
			if watched.Index(asBytes(piece), i) < n {
				return false
			}
			copy(added[i:], piece[i:])
		}
	}
	w.buf = w.buf[:old+n]
	solid, split, last := n, 0, piece[n-1]
	if last <= ' ' || last >= utf8.RuneSelf || ss.split > 0 {
		for w.joined && solid > 0 && isSpace(piece[solid-1]) {
			solid--
		}
		if ss.split > 0 || piece[max(solid, 1)-1] >= utf8.RuneSelf {
			if solid, split = w.end(old - int(ss.split)); solid < 0 {
				w.buf = w.buf[:old]
				return false
			}
			solid -= int(ss.split)
		}
	}
	if solid > 0 {
		w.solid = old + solid
		ss.collector.request.delta.Content = asString(w.next())
	} else {
		ss.collector.request.delta.Content = ""
	}
	ss.flowed, ss.split = ss.flowed+n, int32(split)
	ss.newline = last == '\n' && watched.Line != nil
	return true
}

// end is the length of the text from buf[from] on, without a code point at its end that isn't
// complete, and the white space before that; split: the length of that code point. Less than 0: that
// takes a closer look.
func (w *contentWriter) end(from int) (n, split int) {
	text := w.buf[from:]
	n = wholeRunes(text)
	split = len(text) - n
	for w.joined && n > 0 && isSpace(text[n-1]) {
		n--
	}
	if n > 0 && text[n-1] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeLastRune(text[:n]); r == utf8.RuneError || unicode.IsSpace(r) {
			return -1, 0
		}
	}
	return n, split
}

// flows reports whether more text, which the parser needn't see, may flow.
func (c *collector) flows() bool {
	return c.plain() && c.placed.flows() && c.request.delta.Reasoning == ""
}

// catchUp tells the parser, and the segments, what flowed by. No more does.
func (ss *session) catchUp() {
	w := &ss.collector.placed.content
	ss.parser.Skip(w.buf[len(w.buf)-ss.flowed:])
	if ss.flowed > 0 {
		end := ss.collector.placed.flowed(ss.flowed - int(ss.split))
		at := end - (ss.flowed - int(ss.split))
		ss.collector.lookAtText(at, w.buf[len(w.buf)-ss.flowed:])
		if ss.split > 0 {
			ss.collector.runes.hold(end, w.cut(int(ss.split)), false)
		}
	}
	ss.watched, ss.flowed, ss.split, ss.newline = nil, 0, 0, false
}

// cut takes the last n bytes back. They stay as they are until more text comes.
func (w *contentWriter) cut(n int) []byte {
	whole := len(w.buf) - n
	last := w.buf[whole:]
	w.buf = w.buf[:whole]
	return last
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

func (ss *session) held() int {
	f := &ss.collector.results
	n := cap(f.calls)*int(unsafe.Sizeof(ToolCall{})) +
		cap(f.invalid)*int(unsafe.Sizeof(f.invalid[0])) + len(f.invalid)*int(unsafe.Sizeof(InvalidToolCall{})) +
		cap(ss.collector.placed.segments)*int(unsafe.Sizeof(Segment{})) +
		f.repairs*int(unsafe.Sizeof(Repair{})) + buffers.Long(ss.collector.open.call.args) + ss.collector.queue.held()
	if ss.holder != nil {
		n += ss.holder.Held()
	}
	if m := ss.cfg.mask; m != nil {
		n += cap(m.found)*int(unsafe.Sizeof(foundToken{})) + cap(m.spans)*int(unsafe.Sizeof(Span{}))
	}
	return 2 * n
}

// hold reports what the output takes.
func (ss *session) hold() error {
	if ss.cfg.Hold == nil {
		return nil
	}
	return ss.cfg.Hold(ss.held())
}

// held is what waits for a call, in bytes, next to the output's text; see Stream.Held.
func (q *markupQueue) held() int {
	n := cap(q.items)*int(unsafe.Sizeof(item{})) + cap(q.waiting)*int(unsafe.Sizeof(0)) + buffers.Long(q.bytes)
	if p := q.pending; p != nil {
		n += cap(p.items)*int(unsafe.Sizeof(item{})) + buffers.Long(p.bytes)
	}
	return n
}
