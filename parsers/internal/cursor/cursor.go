// Package cursor knows the undecided text of an output, its offsets, and how much of the
// output was reported. It decides nothing.
//
// Terms:
//
//   - The window is the output from the earliest undecided byte on. Offsets count from the
//     start of the output.
//   - The position is the offset of the next byte to read.
//   - The mark is the offset up to which everything was reported. The text between mark and
//     position is held back.
package cursor

import (
	"encoding/binary"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A Cursor is a parser's place in one output. The parser reads the fields. Only the methods Skip, Seek and Take
// move the position.
type Cursor struct {
	// Handler receives the events. Config says how to parse the output.
	Handler parsers.Handler
	Config  *parsers.Config

	// Window is the output at hand.
	jsonscan.Window
	progress
	// Output is the output's number, which differs from the one before.
	Output int

	// Tail is the end of what is before the window.
	Tail Tail

	failedTail []byte

	buf  []byte // room for a window that is held between chunks
	name string // Intern returned it last
}

// progress is how far the output was read. It has no pointers, so Go clears it without telling the
// garbage collector, which would take longer.
type progress struct {
	Pos  int
	Mark int
	// Called is where the call that was reported last ended, or the string of a document begins that has calls; 0 if there
	// was none.
	Called int
	// Failed is where the failed call that was reported last ended; 0 if there was none.
	Failed int
	// Closed is where a failed call ends with its own closer, if that closer is no marker.
	Closed int
	// Silent: since it was set, no text was reported but white space.
	Silent bool
	// Spoke: text was reported that isn't white space, outside of a thought that begins the output.
	Spoke bool
	// Reaches are the runs that may end at the window's end.
	Reaches Reaches

	// Reason is why the output has ended, once it is final.
	Reason parsers.FinishReason

	before Last // before the window
	held   bool // the window is in buf
}

// Reset makes the cursor ready for another output.
func (c *Cursor) Reset(cfg *parsers.Config, h parsers.Handler) {
	c.Handler, c.Config = h, cfg
	c.Win, c.Base, c.Final, c.Visits = nil, 0, false, cfg.Work.Counter()
	c.progress = progress{before: Last{'\n', '\n', '\n', '\n'}}
	c.Output++
	c.failedTail, c.buf, c.Tail.text = c.failedTail[:0], buffers.Kept(c.buf), c.Tail.text[:0]
	if len(c.name) > buffers.Least {
		c.name = ""
	}
}

// StartAt has the output of the cursor begin at offset at, behind other text, whose last bytes are before.
func StartAt(c *Cursor, at int, before Last) {
	c.Base, c.Pos, c.Mark, c.before = at, at, at, before
}

// Feed adds a chunk to the window. The chunk is used until Keep is called. Each byte of the text that
// is held back is copied once, which needn't be counted.
func (c *Cursor) Feed(piece []byte) {
	switch old := len(c.Win); {
	case !c.held:
		c.Win = piece
	case len(piece) <= cap(c.Win)-old:
		c.Win = c.Win[:old+len(piece)] // its address stays: cheaper than append
		copy(c.Win[old:], piece)
	default:
		c.grow(piece)
	}
}

// grow appends to the window. It is a function of its own, so that Feed is short.
//
//go:noinline
func (c *Cursor) grow(piece []byte) {
	c.Win = append(buffers.Lent(c.Visits, c.Win, len(piece)), piece...)
	c.buf = c.Win
}

// End notes that the output has ended.
func (c *Cursor) End(reason parsers.FinishReason) {
	c.Final, c.Reason = true, reason
}

// Held is how many bytes the window takes, next to the output's text.
func (c *Cursor) Held() int { return buffers.Long(c.buf) }

// HoldsBack reports whether something is held back between chunks.
func (c *Cursor) HoldsBack() bool { return c.held }

// Keep keeps the undecided text for the next chunk. It drops the decided text once that is more
// than half of the window, so that it copies a byte a bounded number of times. The text from offset from on
// is kept, too, although it may be decided.
func (c *Cursor) Keep(from int) {
	if c.held && from-c.Base <= len(c.Win)/2 {
		return
	}
	held := c.Win[from-c.Base:]
	c.before = c.Before(from)
	c.Tail.add(c.Win[:from-c.Base])
	c.Base, c.Win = from, nil
	if c.held = len(held) > 0; !c.held {
		c.buf = buffers.Kept(c.buf)
		return
	}
	c.Visits.Add(len(held))
	c.buf = buffers.Append(c.Visits, buffers.Lent(c.Visits, c.buf[:0], len(held)), held)
	c.Win = c.buf
}

// Skip moves the cursor behind text that something else has reported.
func (c *Cursor) Skip(text []byte) {
	c.Mark += len(text)
	c.said(text)
	c.Tail.add(text)
	c.Base, c.Pos, c.before = c.Mark, c.Mark, c.before.then(text)
}

// Seek sets the position.
func (c *Cursor) Seek(pos int) { c.Pos = pos }

// Take moves the position behind the next n bytes.
func (c *Cursor) Take(n int) { c.Pos += n }

// Rest is the output at hand from offset at on.
func (c *Cursor) Rest(at int) []byte { return c.Win[at-c.Base:] }

// Before returns the last bytes before offset at.
func (c *Cursor) Before(at int) Last { return c.before.then(c.Win[:at-c.Base]) }

// Last are the last bytes of something. Before the output there are newlines.
type Last [4]byte

// then returns the last bytes once b follows.
func (l Last) then(b []byte) Last {
	n := len(b)
	if n >= len(l) {
		return Last(b[n-len(l):])
	}
	last := binary.BigEndian.Uint32(l[:])
	for _, c := range b {
		last = last<<8 | uint32(c)
	}
	binary.BigEndian.PutUint32(l[:], last)
	return l
}

// Byte is the last one.
func (l Last) Byte() byte { return l[len(l)-1] }

// Text reports the text that is held back, up to end, as text.
func (c *Cursor) Text(end int) {
	if end > c.Mark {
		text := c.Slice(c.Mark, end)
		c.Handler.Text(c.Mark, text)
		c.Mark = end
		c.said(text)
	}
}

// said notes that text was reported.
func (c *Cursor) said(text []byte) {
	if (c.Silent || !c.Spoke) && match.SpaceLen(text) < len(text) {
		c.Silent, c.Spoke = false, true
	}
}

// Markup reports the text that is held back, up to end, as markup.
func (c *Cursor) Markup(end int, role parsers.Role) {
	if end > c.Mark || role.Bare() {
		c.Handler.Markup(c.Mark, c.Slice(c.Mark, end), role)
		c.Mark = end
	}
}

// MarkupTo moves the position to end, and reports the text that is held back before it as markup.
func (c *Cursor) MarkupTo(end int, role parsers.Role) {
	c.Seek(end)
	c.Markup(end, role)
}

// ReportCall reports the call that ends at end. It sets call.Raw.
func (c *Cursor) ReportCall(end int, call *parsers.End) {
	call.Raw = c.Slice(c.Mark, end)
	c.Handler.EndCall(*call)
	c.Mark, c.Called = end, end
}

// ReportWhole reports a complete call that ends at end. It sets call.Raw.
func (c *Cursor) ReportWhole(end int, b *parsers.Begin, arguments []byte, call *parsers.End) {
	call.Raw = c.Slice(c.Mark, end)
	c.Handler.Call(*b, arguments, *call)
	c.Mark, c.Called = end, end
}

// Invalid reports the failed call from the mark to end.
func (c *Cursor) Invalid(end int, call parsers.Invalid) {
	call.At, call.Raw = c.Mark, c.Slice(c.Mark, end)
	c.failedTail = c.failedTail[:0]
	c.Handler.InvalidCall(call)
	c.failedUpTo(end)
}

// failedUpTo notes that the failed call reaches up to end.
func (c *Cursor) failedUpTo(end int) {
	c.failedTail = append(c.failedTail, c.Slice(max(c.Mark, end-maxTail), end)...)
	if n := len(c.failedTail); n > maxTail {
		c.failedTail = c.failedTail[:copy(c.failedTail, c.failedTail[n-maxTail:])]
	}
	c.Mark, c.Failed = end, end
}

// maxTail is how much of the end of a failed call is kept, in bytes: the longest closer.
const maxTail = 128

// FailedTail is the end of the failed call that was reported last.
func (c *Cursor) FailedTail() []byte { return c.failedTail }

// InvalidText reports more text of the failed call, up to end.
func (c *Cursor) InvalidText(end int) {
	if end > c.Mark {
		c.Handler.InvalidText(c.Slice(c.Mark, end))
		c.failedUpTo(end)
	}
}

// Decoded reports the text that is held back, up to end. Decoded, it is the text given.
func (c *Cursor) Decoded(end int, text []byte) {
	if end > c.Mark {
		c.Handler.Decoded(parsers.Span{Start: c.Mark, End: end}, text)
		c.Mark = end
	}
}

// Retry moves back to the mark, so that the text that is held back is read as something else.
func (c *Cursor) Retry() { c.Seek(c.Mark) }

// Declared reports whether a tool of this name was offered.
func (c *Cursor) Declared(name string) bool { return c.Config.Tools.Declared(name) }

// Intern returns name as a string. If it equals the last name, of this output or one before, or
// a tool's name, it returns that string and allocates none: few names are new.
func (c *Cursor) Intern(name []byte) string {
	if string(name) != c.name {
		c.name = c.Config.Tools.Intern(name)
	}
	return c.name
}

// Repairs reports whether repairs may be made.
func (c *Cursor) Repairs() bool { return !c.Config.Options.DisableRepair }
