// Package jsonrepair makes JSON of text that was meant to be JSON, such as a language model
// writes. It repairs what the parsers of tool calls repair in arguments, with the same code:
//
//   - quotes in a string that weren't escaped, raw newlines and other control characters, unknown
//     escapes
//   - single and typographic quotes, keys without quotes
//   - commas that are missing or too many, brackets that are missing or too many, or of the wrong kind at the end
//   - a missing colon (reported as a missing comma), a raw newline in a key
//   - a quote that is written twice
//   - Python's True, False and None; NaN and Infinity, which become null
//   - comments, and white space that JSON doesn't know
//
// Text that is JSON is never changed. Nothing is made up: what is inserted is punctuation,
// escapes of what is there, true, false and null. No other byte gets into a string or a number, and no
// value is guessed.
//
// [Repair] takes the text and [Options], and returns a [Result]: the JSON, and an [Edit] for each repair. Where text
// can't be repaired so, it returns an [Error].
package jsonrepair

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Options say how text is repaired. The zero value is ready to use.
type Options struct {
	// MaxDepth is how deep objects and arrays may nest in text that isn't JSON, at most 512. 0 is 512.
	MaxDepth int
	// CutOff accepts text that ends too early: what follows the last complete value is
	// dropped, and what is open is closed. A number at the end isn't complete, because it may go on.
	// Without CutOff, only the last closer may be missing, behind a complete object or array.
	CutOff bool
	// Schema, if not empty, is a JSON Schema of the object. It decides where a string ends
	// that holds what looks like another member. The result may still violate it.
	Schema string
}

// A Result is the JSON that was made of a text.
type Result struct {
	// JSON is valid. If nothing was repaired, it is part of the text, without the white space
	// around it.
	JSON []byte
	// Edits make JSON of the text, without the white space around it. They are in the order of
	// the text, and don't overlap.
	Edits []Edit
	// Repairs name the kinds of damage, in the order of the text. One may take several edits, as
	// single quotes do.
	Repairs []parsers.Repair
	// SecondReading: the text could also be repaired in another way. A caller
	// that acts on the values should ask again then.
	SecondReading bool
}

// An Edit replaces bytes of the text.
type Edit struct {
	// Offset counts bytes from the start of the text, Removed is how many are replaced.
	Offset, Removed int
	// Inserted is put in their place.
	Inserted string
}

// An Error says why text can't be repaired. It is the type of all errors of [Repair].
type Error struct {
	// Offset is the byte of the text at which reading failed.
	Offset  int
	Message string
	// CutOff: the text ends too early, see [Options].
	CutOff bool
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Message) }

// Repair makes JSON of text, which must hold one value and nothing else: no prose around it, and no
// fence. It doesn't change text, takes time linear in its length, and may be called by several
// goroutines at once. The error is an [*Error].
func Repair(text []byte, o Options) (Result, error) { return counted(text, o, nil) }

// counted is Repair; v counts the bytes that it looks at.
func counted(text []byte, o Options, v *work.Counter) (r Result, err error) {
	start := match.SpaceLen(text)
	w := &jsonscan.Window{Win: match.TrimSpaceRight(text[start:]), Base: start, Final: true, Visits: v}
	if json.Valid(w.Win) {
		return Result{JSON: w.Win}, nil
	}
	value := recovery.Value{
		Depth: parsers.MaxDepth, Tolerance: jsonscan.Tolerant, Log: new(jsonscan.Log),
		Recovers: true, CutOff: o.CutOff,
	}
	if o.MaxDepth > 0 {
		value.Depth = min(value.Depth, o.MaxDepth)
	}
	if o.Schema != "" {
		value.Schema = schema.Read(o.Schema, nil)
	}
	if failed := value.Read(w); failed != nil {
		return r, &Error{Offset: failed.At, Message: failed.Message, CutOff: failed.CutOff}
	}
	edit := func(at, n int, text []byte) {
		if n > 0 || len(text) > 0 {
			r.Edits = append(r.Edits, Edit{at, n, string(text)})
		}
	}
	edit(start, value.Start-start, nil)
	value.Log.Each(value.Start, value.End, edit)
	edit(value.End, w.End()-value.End, value.Closers)
	r.JSON = append(value.Log.Append(nil, w, value.Start, value.End), value.Closers...)
	r.Repairs, r.SecondReading = value.Log.Repairs, value.SecondReading
	slices.SortStableFunc(r.Repairs, func(a, b parsers.Repair) int { return a.Offset - b.Offset })
	return r, nil
}
