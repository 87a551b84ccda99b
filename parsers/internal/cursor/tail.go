package cursor

import "github.com/toolparser/toolparser/parsers/internal/work"

// A Tail is the end of a text that was dropped.
type Tail struct {
	// On: it is kept.
	On   bool
	text []byte
}

// maxTailText is how much of the text is kept, in bytes.
const maxTailText = 128

// With returns the end of the text, with the text b behind it.
func (t *Tail) With(v *work.Counter, b []byte) []byte {
	if len(b) < maxTailText {
		b = append(v.Clone(t.text), b...)
	}
	return b[max(len(b)-maxTailText, 0):]
}

// add adds text at the end.
func (t *Tail) add(text []byte) {
	if !t.On {
		return
	}
	text = text[max(len(text)-maxTailText, 0):]
	if len(t.text)+len(text) > cap(t.text) {
		keep := t.text[max(len(t.text)+len(text)-maxTailText, 0):]
		if cap(t.text) == 0 {
			t.text = make([]byte, 0, 2*maxTailText)
		}
		t.text = t.text[:copy(t.text[:cap(t.text)], keep)]
	}
	t.text = append(t.text, text...)
}
