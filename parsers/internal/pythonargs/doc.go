// Package pythonargs reads the arguments of calls that a model wrote as Python
// code, `key=value, …)`, as a JSON object: compact, in source order.
//
// The values are literals, read as data. Nothing is ever evaluated, and a value that is
// no literal (a name, an expression, a call) fails. A [Reader] is resumable:
// it looks at each byte a bounded number of times, however the output is cut.
//
// A quote ends a string if the text after it may follow a value. Another quote
// belongs to the string, whose quotes weren't escaped. But if code follows
// the quote, the value is an expression. If a string with such quotes holds a
// marker, or the next keyword of the tool, it wasn't closed.
//
// Reading order:
//
//   - reader.go: from argument to argument.
//   - value.go: a value, a number, or the closer of the container around it.
//   - string.go: strings.
//   - ends.go: whether a quote ends a string, and what makes that doubtful.
//   - state.go: the state after a token.
//   - object.go: the arguments, as JSON; keys, a string's prefix.
package pythonargs
