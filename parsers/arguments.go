package parsers

import (
	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// arguments are those of a call, as they come in, and what a stream's deltas have sent of
// them. Long ones that were sent stay in the memory that the deltas share, and are put
// together in the end: to move them each time they outgrow their room took a tenth more
// time, and half as much memory again.
type arguments struct {
	args   []byte
	sheets [][]byte // what came before args
	before int      // bytes in sheets: all were sent
	sent   sentCall
	// resent are the arguments that were sent, while those that were read
	// anew, equal so far up to byte same, are fewer.
	resent []byte
	same   int
}

// sheetBytes is the size of a sheet, the largest for which Go keeps memory of that size.
const sheetBytes = 32 << 10

// length is the bytes that came in.
func (a *arguments) length() int { return a.before + len(a.args) }

// add adds a chunk.
func (a *arguments) add(v *visit.Count, piece []byte) {
	if n, old := len(piece), len(a.args); n <= cap(a.args)-old {
		a.args = a.args[:old+n] // as in contentWriter.add
		copy(a.args[old:], piece)
	} else {
		a.grow(v, n)
		a.args = append(a.args, piece...)
	}
}

// grow makes room for n more bytes.
func (a *arguments) grow(v *visit.Count, n int) {
	sent := a.sent.bytes - a.before
	if cap(a.args) < sheetBytes || sent <= 0 || a.resent != nil {
		a.args = room.For(v, a.args, n)
		return
	}
	sheet, rest := a.args[:sent:sent], a.args[sent:]
	a.sheets, a.before = append(a.sheets, sheet), a.sent.bytes
	a.args = append(room.For(v, nil, max(len(rest)+n, sheetBytes)), rest...)
}

// join makes args all of the arguments.
func (a *arguments) join() {
	if a.before == 0 {
		return
	}
	whole := room.For(nil, nil, a.length())
	for _, sheet := range a.sheets {
		whole = append(whole, sheet...)
	}
	a.args, a.sheets, a.before = append(whole, a.args...), nil, 0
}
