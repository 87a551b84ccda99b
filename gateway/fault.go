package gateway

import "github.com/toolparser/toolparser/internal/panics"

// A fault is why the fix of a choice was given up, if it was: the panic of a parser, or a text
// that is too long. From then on, the choice goes on as it came.
type fault struct{ err error }

// guard runs f unless there was a panic, and keeps f's.
func (p *fault) guard(f func()) {
	if p.err != nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			p.err = panics.Error(v)
		}
	}()
	f()
}

func (p *fault) happened() bool { return p.err != nil }
