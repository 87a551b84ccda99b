// Package object reads JSON that is a call, or holds some: an object of a
// shape, in wrappers or not, several in a list, or the arguments alone of a
// call whose name stands before them ([Header]).
//
// Which keys name a call, hold its arguments, wrap it or identify it is data:
// [grammar.Shape]. The package knows the cursor, the lexer (jsonscan), the
// search for quotes that went astray (quotes) and, of all else, what a
// [place.Place] tells.
//
// Reading order:
//
//   - call.go: the loop over tokens, and the phases of one reading.
//   - frames.go, keys.go, unit.go: what the objects and keys on the way say.
//   - finish.go, flat.go, definition.go: what a whole object is: a call, one
//     with flat arguments, a tool's definition, or nothing.
//   - ending.go, movedname.go: what is missing at the end of the output, a
//     fence or a block.
//   - recovery.go, stringsend.go, failed.go: a reading that came upon a
//     contradiction: a quote went astray, a marker ended it, or it failed.
//   - header.go: between markers: arguments alone, or what is a call.
//   - between.go: the markers of a block, what may stand beside them, and what
//     stands in the closer's place.
package object
