// Package tree reads calls whose arguments are keys and values in braces, with special delimiters
// around strings ([grammar.Tree]).
//
// It reports the arguments as compact JSON, in source order, while they are read. A string is
// reported as it comes. A number, a literal or a key is reported once the text behind it shows what
// it is. A value whose opening delimiter is missing is held back until its closing delimiter.
//
// Reading order:
//
//   - call.go: the phases of one reading, the name, the report.
//   - token.go: what follows where a key, a value or a comma is due.
//   - word.go: values that are written as words: numbers, literals, and strings with a missing
//     delimiter.
//   - end.go: what follows a value and the arguments, and calls that are cut off.
//   - failed.go: where a call fails, and where a failed call ends.
//   - text.go: a string while it comes, and the value of a quoted string.
//   - args.go: the arguments as JSON, and what is reported of them.
//   - ahead.go: what ends a value.
//   - given.go: what the opening says, and which token is at an offset.
package tree
