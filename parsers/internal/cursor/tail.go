package cursor

// A Tail is the end of the text that was dropped.
type Tail struct{ text []byte }

// MostBefore is how much of the text is kept, in bytes.
const MostBefore = 128

// TextBefore returns the end of the text between offsets from and at, which is at hand or put into room. It is equally long
// however the output was cut.
func TextBefore(c *Cursor, from, at int, room *[MostBefore]byte) []byte {
	from = max(from, at-MostBefore)
	if from >= c.Base {
		return c.Slice(from, at)
	}
	kept := c.Tail.text
	kept = kept[max(len(kept)-(c.Base-from), 0):]
	return append(append(room[:0], kept...), c.Slice(c.Base, at)...)
}

// add adds text at the end.
func (t *Tail) add(text []byte) {
	text = text[max(len(text)-MostBefore, 0):]
	if all := len(t.text) + len(text); all > cap(t.text) {
		keep, room := t.text[max(all-MostBefore, 0):], t.text
		switch {
		case all <= MostBefore: // in most streams, that is enough
			room = make([]byte, MostBefore)
		case cap(t.text) < 2*MostBefore:
			room = make([]byte, 2*MostBefore)
		}
		t.text = room[:copy(room[:cap(room)], keep)]
	}
	t.text = append(t.text, text...)
}
