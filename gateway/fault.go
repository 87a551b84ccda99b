package gateway

import (
	"fmt"
	"runtime/debug"
)

// A fault is the panic of a parser, if there was one. It costs the fix of a choice: from then
// on, the choice goes on as it came.
type fault struct{ err error }

// guard runs f unless there was a panic, and keeps f's.
func (p *fault) guard(f func()) {
	if p.err != nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			p.err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	f()
}

func (p *fault) happened() bool { return p.err != nil }
