package prose

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
)

// Flowing is what means something where the next chunk of running text begins; nil: text must look at the
// chunk. The chunk before it had n bytes.
func (sk *Skipper) Flowing(n int) *parsers.Tells {
	switch {
	case sk.prose.LineDue() && !sk.lineTells():
		return nil
	case sk.prose.Quote.Quoted():
		if n >= bytetable.Enough || sk.prose.LineDue() || sk.prose.Special == sk.Cur.Pos || sk.prose.Quote.BodyDue() {
			return nil // most fences and inline code are too short for a long chunk
		}
		return &sk.prose.Stops().Tells
	case sk.prose.Quote.Think != 0:
		return &sk.Marks.Triggers.Think.Tells
	case sk.prose.plain.In['\n'] && sk.dullLines():
		return sk.dullTells()
	}
	return &sk.prose.plain.Tells
}

// lineTells reports whether the next byte will most likely rule out what is due at the position,
// a marker that is a text.
func (sk *Skipper) lineTells() bool {
	m := sk.Marks.Triggers.Line
	return sk.prose.Places.at != sk.Cur.Pos && sk.prose.Quote.Think == 0 && m != nil && m.Match == nil
}

// PassLine reports whether the marker that counts at a line start isn't at the start of the chunk, or not due there.
func (sk *Skipper) PassLine(piece []byte) bool {
	if !sk.prose.LineWaits() {
		return true
	}
	if len(piece) == 0 || piece[0] == sk.Marks.Triggers.Line.First {
		return false
	}
	sk.prose.LinePassed()
	return true
}
