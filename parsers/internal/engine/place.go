package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

var _ place.Place = (*Engine)(nil)

// TurnEnd implements [place.Place].
func (e *Engine) TurnEnd(at int) match.Answer {
	m, n := e.MarkerAt(at)
	if n > 0 && m.Ends != EndsBlock {
		return match.No
	}
	return match.Answer(n)
}

// Failed implements [place.Place].
func (e *Engine) Failed(at int) place.Extent {
	return &placedExtent{e: e, extent: e.ExtentFrom(at)}
}

// A placedExtent is an Extent that knows its engine.
type placedExtent struct {
	e      *Engine
	extent Extent
}

// Find implements [place.Extent].
func (x *placedExtent) Find(limit int) (end int, found bool) { return x.extent.Find(x.e, limit) }
