// Package grammar says how a model family writes its tool calls, as data: Go
// values without functions, so that a table can be read from a file as well.
//
// Reading order:
//
//   - grammar.go: a family's table.
//   - check.go, checker.go: what is wrong with a table.
//   - block.go: JSON between two markers, and after a header.
//   - tags.go, python.go: calls in tags, in pairs of elements, in braces, in Python.
//   - document.go, json.go: a vendor's response, common shapes of JSON, the fields of a shape.
//   - frames.go: the sections of messages.
//   - tokens.go: special tokens, how markers are spelled.
package grammar
