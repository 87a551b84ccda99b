package pythonargs

import "github.com/toolparser/toolparser/parsers/internal/jsonscan"

func atEnd(w *jsonscan.Window) Status {
	if w.Final {
		return Cut
	}
	return More
}

// next passes over n bytes, and sets the state.
func (r *Reader) next(n int, s state) Status {
	r.pos += n
	r.state, r.spaced, r.afterText = s, false, false
	return goOn
}

// valueEnds notes that a value is complete, n bytes from the position on.
func (r *Reader) valueEnds(n int) Status {
	r.next(n, afterValue)
	r.Object.valueEnds()
	return goOn
}
