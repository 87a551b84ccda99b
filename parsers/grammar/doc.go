// Package grammar says how a model family writes its tool calls, as data: Go
// values without functions, so that a table can be read from a file as well.
//
// Reading order:
//
//   - grammar.go: a family's table.
//   - check.go, checkbodies.go, checkmarkers.go, checker.go: what is wrong with a table.
//   - pairs.go: pairs of elements, which several families write for arguments.
//   - calls.go, document.go, json.go: common shapes of JSON, a vendor's
//     response, the fields of a shape.
//   - block.go, named.go: JSON between two markers, and after a header.
//   - tags.go, tree.go, python.go: calls in tags, in braces, in Python.
//   - frames.go: the sections of messages.
//   - tokens.go: special tokens, how markers are spelled.
package grammar
