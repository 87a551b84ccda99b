package engine

import (
	"bytes"
	"encoding/json"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
)

// Keywords read what stands between the parentheses of a call, `key=value, …`,
// the values being JSON or Python literals, as a JSON object: compact, in
// source order. Nothing is evaluated. They resume where the window ended.
type Keywords struct {
	pos      int
	state    keywordState
	maxDepth int
	at       int // of the value that is being read
	scanner  jsonscan.Scanner
	log      jsonscan.Log
	seen     map[string]bool
	object   []byte
	whole    int // object[:whole] are the members that are complete
}

type keywordState uint8

const (
	beforeKey keywordState = iota
	afterKey
	inValue
	afterValue
)

// A KeywordsStatus says where the reading of keyword arguments stands.
type KeywordsStatus uint8

const (
	// KeywordsMore: the window ends first.
	KeywordsMore KeywordsStatus = iota
	// KeywordsClosed: the closing parenthesis stands at Pos.
	KeywordsClosed
	// KeywordsCut: the output ended.
	KeywordsCut
	// KeywordsFailed: what stands at Pos is no keyword argument.
	KeywordsFailed
	// KeywordsTooDeep: a value nests deeper than allowed.
	KeywordsTooDeep
)

// NewKeywords starts behind the opening parenthesis.
func NewKeywords(at, maxDepth int) Keywords {
	return Keywords{pos: at, maxDepth: maxDepth - 1, object: []byte("{"), whole: 1, seen: make(map[string]bool)}
}

// Pos is where the reading stands.
func (k *Keywords) Pos() int { return k.pos }

// Object is the object so far, up to its last complete member, without its closer.
func (k *Keywords) Object() []byte { return k.object[:k.whole] }

// Depth is how many brackets of the value are open.
func (k *Keywords) Depth() int {
	if k.state != inValue {
		return 0
	}
	return k.scanner.Depth()
}

// InString tells whether the reading stands inside a string.
func (k *Keywords) InString() bool { return k.state == inValue && k.scanner.InString() }

// Read reads on.
func (k *Keywords) Read(w jsonscan.Window) KeywordsStatus {
	for {
		var status KeywordsStatus
		var stop bool
		if k.state == inValue {
			status, stop = k.value(w)
		} else {
			status, stop = k.between(w)
		}
		if stop {
			return status
		}
	}
}

// between reads what stands between values; stop if it isn't all there.
func (k *Keywords) between(w jsonscan.Window) (status KeywordsStatus, stop bool) {
	k.pos = w.Base + skipSpace(w.B, k.pos-w.Base)
	rest := w.B[k.pos-w.Base:]
	if len(rest) == 0 {
		return atEnd(w), true
	}
	switch {
	case k.state == afterKey:
		if rest[0] != '=' {
			return KeywordsFailed, true
		}
		k.pos++
		k.log.Reset()
		k.at = -1
		k.state = inValue
	case rest[0] == ')':
		return KeywordsClosed, true
	case k.state == beforeKey:
		return k.key(w, rest)
	case rest[0] == ',':
		k.pos++
		k.state = beforeKey
	default:
		return KeywordsFailed, true
	}
	return 0, false
}

func atEnd(w jsonscan.Window) KeywordsStatus {
	if w.Final {
		return KeywordsCut
	}
	return KeywordsMore
}

// maxKeyword bounds a key, in bytes.
const maxKeyword = 256

func (k *Keywords) key(w jsonscan.Window, rest []byte) (status KeywordsStatus, stop bool) {
	n := identifier(rest[:min(len(rest), maxKeyword+1)])
	switch {
	case n == 0 || n > maxKeyword || k.seen[string(rest[:n])]:
		return KeywordsFailed, true
	case n == len(rest):
		return atEnd(w), true
	}
	k.seen[string(rest[:n])] = true
	if k.whole > 1 {
		k.object = append(k.object, ',')
	}
	k.object = append(append(append(k.object, '"'), rest[:n]...), '"', ':')
	k.pos += n
	k.state = afterKey
	return 0, false
}

// value reads on in a value.
func (k *Keywords) value(w jsonscan.Window) (status KeywordsStatus, stop bool) {
	if k.at < 0 {
		k.pos = w.Base + skipSpace(w.B, k.pos-w.Base)
		if k.pos == w.End() {
			return atEnd(w), true
		}
		k.at = k.pos
		k.scanner.Start(k.at, k.maxDepth, jsonscan.AllowRepair|jsonscan.AllowQuoteStyles|jsonscan.PythonEscapes, &k.log)
	}
	for !k.scanner.Done() {
		t := k.scanner.Next(w)
		k.pos = k.scanner.Pos()
		switch t.Kind {
		case jsonscan.More:
			return KeywordsMore, true
		case jsonscan.End:
			return KeywordsCut, true
		case jsonscan.Unexpected:
			return KeywordsFailed, true
		case jsonscan.TooDeep:
			return KeywordsTooDeep, true
		}
	}
	if w.Final && k.pos == w.End() && isWordByte(w.B[len(w.B)-1]) {
		return KeywordsCut, true // more of it may have been meant to come
	}
	if !k.append(k.log.Append(nil, w, k.at, k.pos)) {
		return KeywordsFailed, true
	}
	k.state = afterValue
	return 0, false
}

// isWordByte tells whether a number or a literal may end in c.
func isWordByte(c byte) bool { return IsNameByte(c) && c < 0x80 }

func (k *Keywords) append(value []byte) bool {
	var compact bytes.Buffer
	if json.Compact(&compact, value) != nil {
		return false
	}
	k.object = append(k.object, compact.Bytes()...)
	k.whole = len(k.object)
	return true
}

// Cut drops what follows the last complete value of arguments that the output
// ended in, and closes what is open; false if there is no complete value.
func (k *Keywords) Cut(w jsonscan.Window) bool {
	if end := k.scanner.LastValueEnd; k.state == inValue && k.at >= 0 && !k.scanner.Done() && end > k.at {
		k.log.Truncate(end)
		value := k.log.Append(nil, w, k.at, end)
		k.append(k.scanner.Closers(value, k.scanner.LastValueDepth, 0))
	}
	return k.whole > 1
}
