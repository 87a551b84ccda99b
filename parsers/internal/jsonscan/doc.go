// Package jsonscan reads JSON that a model is still writing.
//
// A Scanner is a resumable state machine over a window of bytes. It knows two
// languages: JSON as RFC 8259 has it, and the tolerant one of tolerant.go, in
// which every departure from the first is noted as an edit and a repair. Text
// that is JSON is therefore never touched, and what a repair changes is known
// byte by byte.
//
// Terms:
//
//   - A token is reported when its last byte is read. A byte is certain once
//     no later byte can change what becomes of it: a closing quote, a comma, a
//     number and a literal are certain only when the next token agrees with
//     them. [Scanner.Certain] is the end of what is certain.
//   - The window is the part of the output that the caller still holds; all
//     offsets count from the start of the output.
//   - An edit replaces bytes of the output in the JSON text that [Log.Append] renders.
//
// The scanner is strict about quotes: the first closing quote ends a string.
// Where that leads to a contradiction, package quotes finds a better reading,
// and the scanner is run again with the strings' ends given ([Scanner.Force]).
//
// Reading order:
//
//   - force.go: what a caller knows better: where a string ends, that a byte means nothing.
//   - scanner.go: the next token, by what is expected.
//   - whole.go: a short and plain object or array at once.
//   - grammar.go, member.go: keys, values, and what follows them; a member without a comma.
//   - brackets.go: brackets of lists and objects that are missing, or one too many.
//   - word.go, string.go, escape.go: the tokens that have parts.
//   - tolerant.go: what the tolerant language lets stand.
//   - unquote.go: what a string says.
//   - quote.go, plain.go: delimiters of strings, bytes that mean nothing in one.
//   - state.go, log.go, held.go: what was read, and which edits it took.
//   - token.go: tokens, windows.
package jsonscan
