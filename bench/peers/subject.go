package main

import (
	"errors"
	"runtime"
	"time"
)

// A Subject is what is measured.
type Subject interface {
	Name() string
	// Serves reports whether it can parse what a family writes, in such pieces.
	Serves(w *Way, cut int) bool
	// Load takes an output into a slot, and parses it once.
	Load(slot int, o *Output) (Answer, error)
	// Run parses the output of a slot n times.
	Run(slot, n int) (Cost, error)
}

// slots are the outputs that a subject has loaded at a time.
const slots = 3

// A Cost is what it took to parse an output once.
type Cost struct {
	Time time.Duration
	// Allocs are the allocations; unknown outside of Go.
	Allocs float64
}

// A Library is a subject in this process.
type Library interface {
	Name() string
	Serves(w *Way, cut int) bool
	// Parser returns what parses an output, as often as it is called, and what
	// tells the answer of the last time.
	Parser(o *Output) (parse func(), answer func() Answer)
}

// inProcess makes a subject of a library.
type inProcess struct {
	Library
	parse [slots]func()
}

// Load implements Subject.
func (s *inProcess) Load(slot int, o *Output) (Answer, error) {
	parse, answer := s.Parser(o)
	s.parse[slot] = parse
	parse()
	return answer(), nil
}

// Run implements Subject.
func (s *inProcess) Run(slot, n int) (Cost, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := time.Now()
	for range n {
		s.parse[slot]()
	}
	took := time.Since(begun)
	runtime.ReadMemStats(&after)
	return Cost{took / time.Duration(n), float64(after.Mallocs-before.Mallocs) / float64(n)}, nil
}

// lateAfter is how long a subject may take for one output.
const lateAfter = time.Second

var errLate = errors.New("late")

// feed gives a parser the pieces; errLate, if that takes too long. It looks at the
// clock seldom, so that short outputs aren't slowed.
func feed(pieces []string, add func(piece string, last bool) error) error {
	const often = 64
	var begun time.Time
	for i, piece := range pieces {
		if err := add(piece, i == len(pieces)-1); err != nil {
			return err
		}
		switch {
		case i%often != often-1:
		case begun.IsZero():
			begun = time.Now()
		case time.Since(begun) > lateAfter:
			return errLate
		}
	}
	return nil
}
