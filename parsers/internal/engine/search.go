package engine

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A search is a way to pass over long text: the next of each byte that means
// something is searched for, and remembered until it is reached. Where these
// bytes are few and far apart, that takes a fifth of the time of a look at every byte.
type search struct {
	table *[256]bool  // that the bytes are of
	next  [maxFew]int // where the next of each stands; limit: there is none before it
	at    int         // where it was searched from last
	limit int         // up to where
	near  bool        // the last one stood near
}

const (
	// maxFew is the number of bytes up to which a search is worth it.
	maxFew = 10
	// nearBytes are looked at one by one first where what means something stands near.
	nearBytes = 64
	// farBytes are so many that it is searched in them.
	farBytes = 4 * nearBytes
	// searchBlock is how far it is searched at a time: it stays in the first cache
	// for the bytes searched for next.
	searchBlock = 4 << 10
)

// few are the bytes in a table, if they are that.
type few struct {
	bytes   []byte
	closers int // the last ones are closing brackets, which mean something behind opening ones only
}

// fewIn are the few bytes in the table.
func (t *triggers) fewIn(table *[256]bool) few {
	var f few
	var closers []byte
	for i, in := range table {
		switch c := byte(i); {
		case !in:
		case (c == ']' || c == '}') && len(t.begin[c]) == 0:
			closers = append(closers, c)
		default:
			f.bytes = append(f.bytes, c)
		}
	}
	f.bytes, f.closers = append(f.bytes, closers...), len(closers)
	if len(f.bytes) > maxFew {
		return few{}
	}
	return f
}

// fewOf are those in the table, if it is one of plain text or of thoughts.
func (t *triggers) fewOf(table *[256]bool) few {
	switch table {
	case &t.plain:
		return t.fewPlain
	case &t.lines:
		return t.fewLines
	case &t.think:
		return t.fewThink
	}
	return few{}
}

// skip is the index of the first byte of b from i on that may mean something there.
func (e *Engine) skip(b []byte, i int, table *[256]bool) int {
	t, s := e.triggers, &e.search
	if len(b)-i < farBytes {
		return t.skip(b, i, table)
	}
	if bytetable.Wide {
		if table[b[i]] && t.fits(b[i], b[i+1]) {
			return i // as between calls: far would take longer
		}
		if p := t.pairsOf(table); p != nil {
			return e.far(b, i, table, p)
		}
	}
	f := t.fewOf(table)
	if f.bytes == nil {
		return t.skip(b, i, table)
	}
	if s.near {
		near := b[:i+nearBytes]
		if i = t.skip(near, i, table); i < len(near) {
			return i
		}
	}
	bytes := f.bytes
	if e.open == (place.Brackets{}) {
		bytes = bytes[:len(bytes)-f.closers]
	}
	from := i
	for {
		i = s.skip(b, i, e.Base, table, bytes)
		if i+1 >= len(b) || t.fits(b[i], b[i+1]) {
			s.near = i-from < nearBytes
			return i
		}
		i++
	}
}

// skip is the index of the first of a few bytes in b from i on. b begins at offset base.
func (s *search) skip(b []byte, i, base int, table *[256]bool, few []byte) int {
	if at := base + i; table != s.table || at < s.at {
		s.table, s.limit = table, at
	}
	for i < len(b) {
		at := base + i
		if at >= s.limit {
			s.limit = base + min(len(b), i+searchBlock)
			for k := range s.next {
				s.next[k] = -1
			}
		}
		s.at = at
		first := s.limit
		for k, c := range few {
			if s.next[k] < at {
				s.next[k] = s.limit
				if n := bytes.IndexByte(b[i:s.limit-base], c); n >= 0 {
					s.next[k] = at + n
				}
			}
			first = min(first, s.next[k])
		}
		i = first - base
		if first < s.limit {
			break
		}
	}
	return i
}
