package jsonscan

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// keptNotes bounds how many repairs and edits a log has room for after it was emptied.
const keptNotes = 1 << 10

// Held is the memory of the log, in bytes.
func (l *Log) Held() int {
	return cap(l.Repairs)*int(unsafe.Sizeof(repair.Repair{})) + cap(l.edits)*int(unsafe.Sizeof(edit{}))
}

// Reset empties the log.
func (l *Log) Reset() {
	if max(cap(l.Repairs), cap(l.edits)) > keptNotes {
		*l = Log{}
		return
	}
	l.Repairs, l.edits = l.Repairs[:0], l.edits[:0]
}
