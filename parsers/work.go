package parsers

import "github.com/toolparser/toolparser/parsers/internal/visit"

// Work is what parsing takes, counted in bytes that were looked at, each as often as it was: a
// figure that is the same on every machine, whatever else that does. It is set as Config.Work
// before the output begins, and may be read between two calls of a [Stream], and once
// the parse has returned. The zero value is ready to use. A Work belongs to one output at a time.
type Work struct{ count visit.Count }

// Visits is the number of bytes that were looked at so far.
func (w *Work) Visits() int { return w.count.N() }

// Add counts n bytes. A [Parser] that reads text by itself calls it once for each scan.
func (w *Work) Add(n int) { w.Count().Add(n) }

// Count is the count, for the parsers of this module; nil of a nil Work.
func (w *Work) Count() *visit.Count {
	if w == nil {
		return nil
	}
	return &w.count
}
