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
//   - token.go: what stands where a key, a value, a comma is due.
//   - word.go: values that are written as words: numbers, literals, strings
//     that lack a delimiter.
//   - text.go: strings, in each of their delimiters.
//   - end.go: what follows the arguments, and calls that fail or are cut off.
//   - mark.go, state.go: which mark stands somewhere; what was read, and its report.
package tree
