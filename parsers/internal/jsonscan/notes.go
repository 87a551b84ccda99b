package jsonscan

import "github.com/toolparser/toolparser/parsers/internal/repair"

// Tolerance says which departures from RFC 8259 a Scanner repairs.
type Tolerance uint8

const (
	// Strict allows JSON alone.
	Strict Tolerance = iota
	// CommasDue allows every repair, but not white space alone between members or elements.
	CommasDue
	// Tolerant allows every repair.
	Tolerant
)

// Notes decides which repairs may be made, and takes them down.
type Notes struct {
	// Log receives edits and repairs. If it is nil, repairs are only counted.
	Log *Log
	// Repaired counts the repairs made.
	Repaired int
	// Tolerance says which repairs may be made.
	Tolerance Tolerance
	// Doubtful: in some string, an unknown escape makes it doubtful whether the
	// known ones next to it are escapes.
	Doubtful bool
}

// repaired notes a repair, if repairs are allowed.
func (n *Notes) repaired(kind repair.Kind, at int) bool {
	if n.Tolerance == Strict {
		return false
	}
	if kind == repair.Unspecified {
		return true
	}
	n.Repaired++
	if n.Log != nil {
		n.Log.Repairs = append(n.Log.Repairs, repair.Repair{Kind: kind, Offset: at})
	}
	return true
}

func (n *Notes) edit(at, del int, ins insertion) {
	if n.Log != nil {
		n.Log.add(edit{at: at, del: int32(del), ins: ins})
	}
}

func (n *Notes) replace(kind repair.Kind, at, del int, ins insertion) bool {
	if !n.repaired(kind, at) {
		return false
	}
	n.edit(at, del, ins)
	return true
}

func (n *Notes) insert(kind repair.Kind, at int, ins insertion) bool {
	return n.replace(kind, at, 0, ins)
}

func (n *Notes) drop(kind repair.Kind, at, del int) bool {
	return n.replace(kind, at, del, insNone)
}
