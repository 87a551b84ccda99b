package engine

// optionWatch looks for lines that introduce one of several options: the word
// "option", then digits or one letter, then ':', ')', '.' or the line's end.
type optionWatch struct {
	line, before bool // this line, the line before, introduces an option
}

// introduced tells whether a fence that opens here is an option.
func (o *optionWatch) introduced() bool { return o.line || o.before }

func (o *optionWatch) newline() { o.before, o.line = o.line, false }

// optionWord is looked for by its rarest letter, the second one.
const optionWord = "option"

// lastBytes are the last two bytes of something.
type lastBytes [2]byte

// then is the last bytes once b follows.
func (l lastBytes) then(b []byte) lastBytes {
	switch n := len(b); n {
	case 0:
		return l
	case 1:
		return lastBytes{l[1], b[0]}
	default:
		return lastBytes{b[n-2], b[n-1]}
	}
}

// startsWord tells whether an 'o' that a word starts with stands before the position.
func (e *Engine) startsWord() bool {
	l := e.before.then(e.Win[:e.Pos-e.Base])
	return l[1]|0x20 == optionWord[0] && (!IsNameByte(l[0]) || l[0] == '.' || l[0] == '-')
}

// optionWord handles a 'p' at the position; false if more bytes must tell.
func (e *Engine) optionWord() bool {
	if !e.startsWord() {
		e.Pos++
		return true
	}
	n := matchOption(e.Rest(e.Pos), e.Final)
	if n < 0 {
		if e.quote.phase == fenceBody {
			e.Text(e.Pos)
		}
		return false
	}
	if n > 0 {
		e.option.line = true
	}
	e.Pos++
	return true
}

// maxOptionDigits bounds the number of an option.
const maxOptionDigits = 9

// matchOption is positive if b, an 'o' before it, begins with an introduction, -1 if more bytes must tell.
func matchOption(b []byte, final bool) int {
	i := 0
	need := func() (byte, int) {
		switch {
		case i < len(b):
			return b[i], 1
		case final:
			return '\n', 1
		}
		return 0, -1
	}
	for ; i < len(optionWord)-1; i++ {
		c, ok := need()
		if ok < 0 || c|0x20 != optionWord[i+1] {
			return min(ok, 0)
		}
	}
	for {
		c, ok := need()
		if ok < 0 {
			return -1
		}
		if c != ' ' && c != '\t' || i > len(optionWord)+maxOptionDigits {
			break
		}
		i++
	}
	start, digits := i, false
	for ; i-start < maxOptionDigits; i++ {
		c, ok := need()
		if ok < 0 {
			return -1
		}
		if '0' <= c && c <= '9' {
			digits = true
			continue
		}
		if !digits && i == start && 'a' <= c|0x20 && c|0x20 <= 'z' {
			i++
		}
		break
	}
	if i == start {
		return 0
	}
	switch c, ok := need(); {
	case ok < 0:
		return -1
	case c == ':' || c == ')' || c == '.' || c == '\n' || c == '\r' || c == '*':
		return 1
	}
	return 0
}
