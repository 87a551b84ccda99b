package leaks

import "github.com/toolparser/toolparser/parsers/internal/fence"

// isBehind reports whether index i of the text is behind a word.
func (f *Finder) isBehind(i int, word string) bool {
	for n := range len(word) {
		if f.before(i, n+1)|0x20 != word[len(word)-1-n]|0x20 {
			return false
		}
	}
	return true
}

// keep keeps the last bytes of what was read.
func (f *Finder) keep(text []byte) {
	if len(text) >= backBytes {
		f.back = append(f.back[:0], text[len(text)-backBytes:]...)
		return
	}
	if f.back = append(f.back, text...); len(f.back) > 4*backBytes {
		f.back = append(f.back[:0], f.back[len(f.back)-backBytes:]...)
	}
}

// before is the n-th byte before index i of the text; a newline where the output begins.
func (f *Finder) before(i, n int) byte {
	if i >= n {
		return f.text[i-n]
	}
	if n -= i; n <= len(f.back) {
		return f.back[len(f.back)-n]
	}
	return '\n'
}

// startsLine reports whether index i of the text is at the start of a line, except for some spaces.
func (f *Finder) startsLine(i int) bool {
	return fence.Starts([4]byte{f.before(i, 4), f.before(i, 3), f.before(i, 2), f.before(i, 1)})
}
