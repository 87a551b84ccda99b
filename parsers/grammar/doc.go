// Package grammar says how a model family writes its tool calls, as data: Go
// values without functions, so that a table can be read from a file as well.
//
// Reading order:
//
//   - grammar.go: a family's table.
//   - check.go, checkbodies.go, checkmarkers.go, checker.go: what is wrong with one.
//   - pairs.go: pairs of elements, as several families write arguments.
//   - calls.go, document.go, json.go: shapes of JSON that are common, a vendor's
//     response, what a shape is.
//   - block.go, named.go: JSON between two markers, and behind a header.
//   - tags.go, tree.go, python.go: calls in tags, in braces, in Python.
//   - frames.go: the sections of messages.
//   - tokens.go: special tokens, how markers are spelt.
package grammar
