// Package pythonargs reads the arguments of calls that a model wrote as Python
// code, `key=value, …)`, as a JSON object: compact, in source order.
//
// The values are literals, read as data: nothing is ever evaluated, and what is
// no literal (a name, an expression, a call) fails. A [Reader] is resumable:
// it looks at each byte a bounded number of times, however the output is cut.
//
// A quote that ends a string must be followed by what may follow a value. One
// that isn't belongs to the string, whose quotes weren't escaped, unless what
// follows it is code: then the value is an expression. No string that is found so
// holds a marker, or the next keyword of the tool: it wasn't closed.
//
// Reading order:
//
//   - reader.go: from argument to argument.
//   - value.go: a value, or what closes the container around it.
//   - number.go, string.go, escape.go: numbers and strings.
//   - ends.go, doubt.go: whether a quote ends a string, and what speaks against it.
//   - state.go: what is read next.
//   - object.go: what was read.
//   - key.go, prefix.go: keys, a string's prefix.
package pythonargs
