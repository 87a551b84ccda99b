package pythoncall

import "github.com/toolparser/toolparser/parsers/internal/place"

// raw is what stands in a block that may be echoed.
type raw struct {
	given  *given
	text   []byte
	copied int    // up to here
	echo   []byte // what stood in the block before, if the list stands directly behind it
}

// opens begins at offset at.
func (r *raw) opens(at int) { r.text, r.copied, r.echo = nil, at, nil }

// echoes says what stood in the block directly before.
func (r *raw) echoes(text []byte) { r.echo = text }

// copy keeps what was read up to offset to of a block that may be echoed.
func (r *raw) copy(e *place.Around, to int) {
	if r.given.block != nil && r.given.block.Echoed {
		r.text = append(r.text, e.Slice(r.copied, to)...)
		r.copied = to
	}
}

// isEcho reports whether what was read up to offset to, a list none of which was reported, is
// what stood in the block before.
func (r *raw) isEcho(e *place.Around, to int) bool {
	return string(r.echo) == string(e.Slice(r.copied, to))
}
