package heads

import "github.com/toolparser/toolparser/parsers/internal/marks"

// Hooks are what a family has in addition to its table: what no table can say, and
// few families need.
type Hooks struct {
	// Markers begin such candidates. They are looked for before the grammar's
	// Tokens, longest first where one begins with another.
	Markers []Opening
	// Start makes the candidate that is tried at c, the first byte of the output that
	// isn't white space; nil if no candidate begins with c.
	Start func(hd *Heads, c byte) Candidate
	// Header finds the tool in the headers of the grammar's Named calls.
	Header *Header
}

// An Opening is a marker, and what makes the candidate that the marker begins.
type Opening struct {
	marks.Marker
	Open Opener // nil for a marker next to calls
}

// An Opener makes the candidate for what is at offset at; nil if nothing begins there.
type Opener func(hd *Heads, at int) Candidate

// A Candidate reads what may be calls. Step goes on as far as the window
// reaches; it returns true when the candidate is done, everything up to the
// engine's position having been reported.
type Candidate interface {
	Step(hd *Heads) bool
}

// header is the hook that reads the headers of calls in the format; nil: the table describes
// them.
func (t *Table) header(format string) *Header {
	for i := range t.Hooks {
		if h := t.Hooks[i].Header; h != nil && h.Of == format {
			return h
		}
	}
	return nil
}
