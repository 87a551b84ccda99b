package main

import (
	"strings"

	"github.com/toolparser/toolparser/bench/repair/gen"
)

// ambiguousAt is the highest confidence at which a result says that it is ambiguous.
const ambiguousAt = 0.4

// A Verdict is what an outcome was worth.
type Verdict uint8

const (
	// Right: one call was accepted, with the name and exactly the arguments that were meant.
	Right Verdict = iota
	// Reported: none was accepted, and the subject said that there was one.
	Reported
	// Ambiguous: a wrong call was accepted at a confidence of 0.4 or less.
	Ambiguous
	// Unseen: no call was accepted or reported; the text is content.
	Unseen
	// Wrong: a wrong call was accepted as if it were right.
	Wrong
	numVerdicts
)

var verdictNames = [numVerdicts]string{"right", "reported", "ambiguous", "unseen", "wrong"}

// String returns the verdict's name, as in flags.
func (v Verdict) String() string { return verdictNames[v] }

// judge compares an outcome with the truth.
func judge(c *gen.Case, o *Outcome) Verdict {
	if len(o.Calls) == 0 {
		if len(o.Reported) > 0 {
			return Reported
		}
		return Unseen
	}
	right, wrong := 0, false
	for _, call := range o.Calls {
		if c.Right(call.Name, call.Arguments) {
			right++
		} else if call.Confidence > ambiguousAt {
			wrong = true
		}
	}
	switch {
	case wrong, right > 1: // a call made twice runs twice
		return Wrong
	case right == 1:
		return Right
	}
	return Ambiguous
}

// stray reports whether a right outcome has left something of the call in the content.
func stray(c *gen.Case, o *Outcome) bool {
	return strings.Join(strings.Fields(o.Content), " ") != strings.Join(strings.Fields(c.Around), " ")
}
