// Package object reads JSON that is a call, or holds some: an object of a
// shape, in wrappers or not, several in a list, or the arguments alone of a
// call whose name stands before them ([Header]).
//
// Which keys name a call, hold its arguments, wrap it or identify it is data:
// [grammar.Shape]. The package knows the cursor, the lexer (jsonscan), what finds
// out what damaged JSON was meant to be (recovery) and, of all else, what a
// [place.Around] tells.
//
// Reading order:
//
//   - between.go, tail.go, head.go, blockheader.go, headerwords.go, marked.go: the markers of a block, what may stand
//     beside them and in the closer's place, and the header before arguments alone.
//   - call.go, inside.go: the loop over tokens, and the phases of one reading.
//   - whole.go: a call that is short and as it should be, at once.
//   - ending.go: a byte that can't follow, and the end of the output, a fence or a block.
//   - finish.go, headerend.go: the end of a unit, in text and between markers.
//   - recovery.go, movedname.go, lists.go: a reading that came upon a contradiction: a
//     quote, a name or a bracket went astray.
//   - definition.go, onward.go: what comes behind a unit, or instead of one.
//   - stringsend.go, failed.go: where a call that failed ends.
//   - frames.go, plain.go, walk.go: what objects, lists and values on the way say.
//   - settle.go, flat.go: what a whole object is: a call, one with flat arguments, or nothing.
//   - report.go: what is reported.
//   - unit.go, schema.go: what is known of a call, and whether it is a definition.
//   - lexing.go, given.go, header.go: the tokens, and what the opening and a header say.
package object
