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
// and the scanner runs again with the ends of the strings given ([Given.Ends]).
//
// The parts of a Scanner are values, so that a copy of it shares only the log. Each part decides one
// thing: Notes which repairs are made, Given what the caller demands, Nesting which containers are
// open, place where the reading is, quoted what the bytes of a string mean.
//
// Reading order:
//
//   - resume.go: how a caller resumes elsewhere, and what it asks to decide that.
//   - scanner.go: the next token, as the expectation and its first byte decide.
//   - whole.go: a short and plain object or array, read at once.
//   - grammar.go, member.go: keys, values, and the tokens behind them; a member without a comma.
//   - brackets.go: brackets of lists and objects that are missing, or one too many.
//   - word.go, string.go: the tokens that have parts.
//   - took.go: what is open and expected behind a token.
//   - space.go: white space and comments.
//   - quoted.go, escape.go: the bytes of a string.
//   - unquote.go: the value of a string.
//   - given.go: what a caller knows better: where a string ends, which brackets are wrong.
//   - quote.go, plain.go: delimiters of strings, and bytes without a meaning in one.
//   - place.go, nesting.go, log.go: the state after a token, and the edits.
//   - token.go: tokens, windows.
package jsonscan
