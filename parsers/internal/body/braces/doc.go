// Package braces reads calls whose arguments are keys and values in braces, with special delimiters
// around strings ([grammar.Tree]).
//
// It reports the arguments as compact JSON, in source order, while they are read. A string is
// reported as it comes. A number, a literal or a key is reported once the text behind it shows what
// it is. A value whose opening delimiter is missing is held back until its closing delimiter.
//
// Reading order:
//
//   - call.go: the phases of one reading, the name, the report.
//   - token.go: what follows where a key, a value or a comma is due, and values that are written as words.
//   - bare.go: strings without delimiters.
//   - failed.go: what follows a value and the arguments; calls that are cut off or fail, and where a failed
//     call ends.
//   - args.go: the arguments as JSON, and what is reported of them.
//   - opening.go: what the opening says, which token is at an offset, and what ends a value.
package braces
