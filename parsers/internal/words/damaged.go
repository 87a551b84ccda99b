package words

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/match"
)

// OpenerEnds reports whether text, without the white space before it, begins with the end of an opener.
func (w *Words) OpenerEnds(text []byte, of *Format) bool {
	text = text[match.SpaceLen(text):]
	for i := range w.tags {
		t := &w.tags[i]
		for n := len(t.name) - 1; n > 0 && of.has(t) && !t.Closes; n-- {
			if begins(text, t.name[len(t.name)-n:]) && begins(text[n:], t.end) {
				return true
			}
		}
	}
	return false
}

// The signs of tags as entities.
const (
	OpenEntity  = "&lt;"
	closeEntity = "&gt;"
)

// DamagedAt returns the length of the damaged tag with which text begins; 0 if none is there.
func (w *Words) DamagedAt(text []byte, of *Format) int {
	n := 1
	if text[0] == OpenEntity[0] {
		if !begins(text, OpenEntity) {
			return 0
		}
		n = len(OpenEntity)
	}
	if begins(text[n:], "/") {
		n++
	}
	for i := range w.tags {
		t := &w.tags[i]
		if !of.has(t) {
			continue
		}
		at := n
		if rest := strings.TrimPrefix(t.lead[1:], "/"); begins(text[at:], rest) {
			at += len(rest)
		}
		word := wordOf(text[at:])
		if len(word) == 0 || !like(word, t.name, at+len(word) == len(text) || text[at+len(word)] == '\n') {
			continue
		}
		if whole, _ := t.at(text); whole > 0 {
			return 0 // it isn't damaged
		}
		return tail(text, at+len(word))
	}
	return 0
}

// maxTail is how long the rest of a damaged tag is at most, in bytes.
const maxTail = 128

// tail returns the end of a damaged tag whose word ends at index n.
func tail(text []byte, n int) int {
	for i := n; i < min(len(text), n+maxTail); i++ {
		switch {
		case text[i] == '\n':
			return i
		case text[i] == '>':
			return i + 1
		case begins(text[i:], closeEntity):
			return i + len(closeEntity)
		}
	}
	return n
}

const (
	// leastCut is how long the rest of a word is at least that was cut off.
	leastCut = 3
	// maxEdits is how many letters may be wrong in a word, and leastLike how long that word is at least.
	maxEdits  = 2
	leastLike = 5
)

// like reports whether the word is the tag's, in any case, with up to two letters wrong, or cut off.
func like(word []byte, name string, cut bool) bool {
	lower := strings.ToLower(string(word))
	switch {
	case lower == name:
		return true
	case cut && len(lower) >= leastCut && strings.HasPrefix(name, lower):
		return true
	case len(name) < leastLike || len(lower) < leastLike-1:
		return false
	}
	return len(name) <= maxWord && match.Slips(name, lower) <= maxEdits
}
