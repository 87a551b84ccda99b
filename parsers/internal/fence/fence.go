// Package fence decides which runs of bytes quote: which of them open and close a fence of
// Markdown, and which open and close inline code.
package fence

const (
	// Code is the byte around inline code. It ends a label, or a name. Its runs count
	// anywhere in a line, and runs of other bytes at the start of a line only.
	Code = '`'
	// least is how many bytes open a fence.
	least = 3
	// indent is how many spaces may be before a run that counts at the start of a line only.
	indent = 3
)

// Begins are the bytes of runs that may quote. A run of tildes may only be a fence.
var Begins = [256]bool{Code: true, '~': true}

// Second are the bytes that may be behind the byte c if that means something; nil if any may.
func Second(c byte) *[256]bool {
	if c == Code || !Begins[c] {
		return nil
	}
	return &Begins
}

// sames are the sets of one byte each, for the bytes that runs begin with.
var sames = [256]*[256]bool{Code: {Code: true}, '~': {'~': true}}

// Same is the byte that a run begins with, as a set.
func Same(c byte) *[256]bool { return sames[c] }

// A Run is the same byte several times, one after another. The zero Run is none.
// See docs/models/formats, "Fences".
type Run struct {
	Len int
	of  byte
}

// At is the run that b begins with. Its first byte is one of [Begins].
func At[T string | []byte](b T) Run {
	n := 1
	for n < len(b) && b[n] == b[0] {
		n++
	}
	return Run{n, b[0]}
}

// Of is a run of n bytes c.
func Of(c byte, n int) Run { return Run{n, c} }

// Code reports whether the run opens inline code, which goes on to as long a run, or to the
// end of its line.
func (r Run) Code() bool { return r.Len < least && r.of == Code }

// Fences reports whether the run is long enough for a fence.
func (r Run) Fences() bool { return r.Len >= least }

// Closes reports whether the run is long enough to close the fence that another one opened.
func (r Run) Closes(open Run) bool { return r.of == open.of && r.Len >= open.Len }

// Counts reports whether the run may open or close a fence; starts: it is at the start of a line, see [Starts].
func (r Run) Counts(starts bool) bool { return r.Fences() && (r.of == Code || starts) }

// ClosesAt reports whether the run closes the fence that another one opened; starts: see Counts. If ends is set, it does
// so only if its line ends behind it, or a marker begins there. opening: it is on the fence's opening line, where any text may
// follow.
func (r Run) ClosesAt(open Run, starts, opening bool) (closes, ends bool) {
	return r.Closes(open) && r.Counts(starts), !opening
}

// Starts reports whether the place behind these bytes is the start of a line, except for a few spaces.
func Starts(before [indent + 1]byte) bool {
	i := indent
	for i > 0 && before[i] == ' ' {
		i--
	}
	return before[i] == '\n'
}
