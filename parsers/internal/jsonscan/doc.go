// Package jsonscan reads JSON that a model is still writing.
//
// A Scanner is a resumable state machine over a window of bytes. It knows two
// languages: JSON as defined in RFC 8259, and the tolerant one that has comments, other
// quotes, keys without quotes, and no commas where they can be added. It
// notes every departure from RFC 8259 as an edit and a repair. So it never touches
// text that is JSON, and the bytes that a repair changes are known.
//
// Terms:
//
//   - A token is reported when its last byte is read. A byte is certain once
//     no later byte can change how it is read. A closing quote, a comma, a
//     number and a literal are certain only when the next token agrees with
//     them. [Scanner.Certain] is the end of the certain bytes.
//   - The window is the part of the output that the caller still holds. All
//     offsets count from the start of the output.
//   - An edit replaces bytes of the output in the JSON text that [Log.Append] renders.
//
// The scanner is strict about quotes: the first closing quote ends a string.
// If that leads to a contradiction, package recovery looks for a better reading,
// and the scanner runs again with the ends of the strings given ([Corrections.Ends]).
//
// The parts of a Scanner are values, so that a copy of it shares only the log. Each part decides one
// thing: Notes which repairs are made, Corrections what the caller demands, Nesting which containers are
// open, place where the reading is, quoted what the bytes of a string mean.
//
// Reading order:
//
//   - scanner.go: the next token, as the expectation and its first byte decide; how a caller resumes elsewhere.
//   - grammar.go: keys, values, the tokens behind them, and what is missing between them.
//   - unquote.go: the value of a string.
//   - string.go: strings, and their bytes.
//   - whole.go: a short and plain object or array, read at once.
//   - word.go: the other tokens that have parts.
//   - place.go: the state behind a token, and what is open there.
//   - space.go: white space and comments.
//   - corrections.go: what a caller knows better: where a string ends, which brackets are wrong.
//   - log.go: the edits; tokens, windows.
package jsonscan
