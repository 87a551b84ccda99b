// Package leaks finds the places of a text that look like a call, or like the markup of one, and that no parser
// accepted. It looks at text alone: whoever feeds it says where something else is, such as a call. What is quoted, or
// thought, is no leak.
//
// Reading order:
//
//   - finder.go: one output, byte by byte, however it was cut.
//   - pass.go: what begins nothing.
//   - names.go: declared names in markup, and before arguments.
//   - announced.go: what a marker announces, and results that the model invents.
//   - back.go: the bytes before the one that is read.
//   - table.go: the markers of all families, and where in them a text is.
//   - quotation.go: what is quoted.
//   - marker.go: which markers are signs of a call.
//   - words.go: the words of tags that aren't.
package leaks
