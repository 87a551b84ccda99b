// Package place says what a body may ask of what stands around it.
//
// A body reads one kind of call. It knows the cursor, its lexers and its part
// of the grammar; prose, quotation and other bodies it knows only through a [Place].
package place

import (
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// A Place is what stands around a body.
type Place interface {
	// Called says that a call ended at the position: what may follow one is looked for.
	Called()
	// Penalize makes a call that starts at offset at cost 0.3, since it stood
	// in a candidate that failed. Penalized tells whether it does.
	Penalize(at int)
	Penalized(at int) bool
	// TrueName is the declared name that a name stands for, if that needs a repair.
	TrueName(name []byte) (declared []byte, repaired bool)
	// Properties are what the tool's schema says about its properties; nil if there is none.
	Properties(name string) *schema.Properties
	// MaxDepth is how deep JSON may nest.
	MaxDepth() int
	// TurnEnd tells whether an end-of-turn token stands at offset at.
	TurnEnd(at int) match.Answer
	// Failed begins to look, from offset at on, for where a failed call ends
	// before its own end.
	Failed(at int) Extent
}

// An Extent finds where a failed call ends before its own end: at a line start
// or directly after a ';', before what begins another call.
type Extent interface {
	// Find looks on, up to offset limit. The failed call reaches at least up
	// to end; found tells that it ends there, and that a call which begins
	// there costs 0.3. An end before limit that wasn't found takes more bytes
	// to decide.
	Find(limit int) (end int, found bool)
}
