// Package markdown finds what Markdown quotes in the text of a model: fences of code and inline code.
// Markers of tool calls that are quoted in running text mean nothing. A [Quotation] reads the text byte by byte,
// and reports where something quotes.
package markdown

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolparser/toolparser/parsers/internal/fence"
)

// A Quotation follows fences and inline code through a text, by the rules of docs/models/formats. The zero
// Quotation is at the start of a text. It isn't safe for concurrent use.
type Quotation struct {
	// Markers may follow the closing of a fence directly, in place of the end of its line.
	Markers []string

	fence   fence.Run // that opened the fence; the zero Run outside of fences
	opening bool      // the line is the fence's opening line
	code    fence.Run // that opened inline code
	next    int       // the text before this index was read
}

// See reads the byte of the text at index i. Call it for every byte, in order.
func (q *Quotation) See(text string, i int) {
	switch {
	case i < q.next:
		return
	case text[i] == '\n':
		q.code, q.opening = fence.Run{}, false
	case fence.Begins[text[i]]:
		run := fence.At(text[i:])
		q.next = i + run.Len
		q.run(run, startsLine(text, i), text[q.next:])
	}
}

// Open reports whether a fence or inline code is open.
func (q *Quotation) Open() bool { return q.fence.Fences() || q.code.Len > 0 }

// run reads a run that may quote, at the start of a line or not. rest is the text behind it.
func (q *Quotation) run(run fence.Run, starts bool, rest string) {
	switch {
	case q.fence.Fences():
		if closes, ends := run.ClosesAt(q.fence, starts, q.opening); closes && (!ends || q.endsFence(rest)) {
			q.fence = fence.Run{}
		}
	case q.code.Len > 0:
		if run == q.code {
			q.code = fence.Run{}
		}
	case run.Code():
		q.code = run
	case run.Counts(starts):
		q.fence, q.opening = run, true
	}
}

// endsFence reports whether what follows a closing lets it close a fence.
func (q *Quotation) endsFence(rest string) bool {
	return endsLine(rest) || slices.ContainsFunc(q.Markers, func(marker string) bool { return strings.HasPrefix(rest, marker) })
}

// startsLine reports whether index i is at the start of a line, except for some spaces.
func startsLine(text string, i int) bool {
	before := [4]byte{'\n', '\n', '\n', '\n'}
	copy(before[max(0, len(before)-i):], text[max(0, i-len(before)):i])
	return fence.Starts(before)
}

// endsLine reports whether only white space is in the rest of the line.
func endsLine(text string) bool {
	for _, r := range text {
		if r == '\n' || !unicode.IsSpace(r) {
			return r == '\n'
		}
	}
	return true
}
