package pythoncall

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// Held returns the memory, in bytes, of the calls that wait for the end of their list, and of the
// repairs of the call that is being read.
func (p *Calls) Held() int {
	notes := cap(p.args.reader.Object.Repairs) + cap(p.items.next.repairs) + p.items.repairs
	const texts = 32 // the name and arguments of an item, at least
	return cap(p.args.texts) + cap(p.items.all)*(int(unsafe.Sizeof(item{}))+texts) + notes*int(unsafe.Sizeof(repair.Repair{}))
}
