// Package tree reads calls whose arguments are keys and values between braces,
// with delimiters of their own around strings ([grammar.Tree]).
//
// What a call reports is JSON made of them, compact, in source order. It is
// reported while it is read: a string as it comes, a number, a literal or a key
// once what follows says that it is one. A value whose opening delimiter was
// lost is held back until the closing one shows it.
//
// Reading order:
//
//   - call.go: the phases of one reading, the name, the report.
//   - token.go: what is where a key, a value, a comma is due.
//   - word.go: values that are written as words: numbers, literals, strings
//     that lack a delimiter.
//   - end.go: what follows a value and the arguments, and calls that are cut off.
//   - failed.go: where a call fails, and where one that failed ends.
//   - text.go: a string while it comes, and the value of a quoted one.
//   - args.go: what the arguments are as JSON, and what is reported of them.
//   - ahead.go, reach.go: what ends a value.
//   - given.go: what the opening says, and which token is at an offset.
package tree
