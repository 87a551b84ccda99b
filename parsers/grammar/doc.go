// Package grammar says how a model family writes its tool calls, as data: Go
// values without functions, so that a table can be read from a file as well.
//
// A [Grammar] is the table. Its fields, by the way in which calls are written:
//
//   - as JSON: a [Shape] says by their keys which objects are calls; each key is a [Field]
//   - as JSON between two markers: a [Block]
//   - as JSON after a name: [Named], [Recipients]
//   - in the messages of a vendor: [Frames], [Document]
//   - with tags around each argument: [Tags]
//   - with delimiters of their own around keys and values: a [Tree]
//   - as Python code: [Python]
//
// [Markers] are a pair of texts around something, a [Token] is a text next to calls. [Grammar.Check] returns a
// [Problem] for each mistake.
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
