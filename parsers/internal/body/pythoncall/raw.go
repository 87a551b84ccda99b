package pythoncall

import "github.com/toolparser/toolparser/parsers/internal/place"

// raw is the text in a block that may be echoed.
type raw struct {
	given  *given
	text   []byte
	copied int    // text contains the output up to here
	echo   []byte // the text of the block before, if the list is directly behind that block
}

func (r *raw) opens(at int) { r.text, r.copied, r.echo = nil, at, nil }

// echoes sets the text that was in the block directly before.
func (r *raw) echoes(text []byte) { r.echo = text }

// copy stores the text of a block that may be echoed, up to offset to.
func (r *raw) copy(e *place.Around, to int) {
	if r.given.block != nil && r.given.block.Echoed {
		r.text = append(r.text, e.Slice(r.copied, to)...)
		r.copied = to
	}
}

// isEcho reports whether the text up to offset to repeats the text of the block before. Nothing of
// it may have been reported.
func (r *raw) isEcho(e *place.Around, to int) bool {
	return string(r.echo) == string(e.Slice(r.copied, to))
}
