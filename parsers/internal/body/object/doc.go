// Package object reads JSON that is a call, or holds some: an object of a
// shape, in wrappers or not, several in a list, or the arguments alone of a
// call whose name stands before them ([Header]).
//
// Which keys name a call, hold its arguments, wrap it or identify it is data:
// [grammar.Shape]. The package knows the cursor, the lexer (jsonscan), the
// search for quotes that went astray (quotes) and, of all else, what a
// [place.Around] tells.
//
// Reading order:
//
//   - between.go, blockheader.go, suffix.go: the markers of a block, what may stand
//     beside them and in the closer's place, and the header before arguments alone.
//   - call.go, inside.go: the loop over tokens, and the phases of one reading.
//   - whole.go, plain.go: a call, and a value, that is short and as it should be, at once.
//   - frames.go, keys.go, definition.go: what objects and keys on the way say.
//   - ending.go: a byte that can't follow, and the end of the output, a fence or a block.
//   - recovery.go, movedname.go: a reading that came upon a contradiction: a quote or a
//     name went astray.
//   - failed.go, stringsend.go: where a call that failed ends.
//   - finish.go, headerend.go, closers.go: the end of a unit: in text, between
//     markers, and where closers are missing.
//   - settle.go, flat.go: what a whole object is: a call, one with flat arguments, or nothing.
//   - lists.go, uniquekeys.go: a bracket of a list that is missing, a brace too many, and
//     keys that come twice.
//   - unit.go, schema.go: what is known of a call, and whether it is a definition.
//   - start.go: how a reading begins, and begins anew.
//   - trouble.go, report.go, header.go: what failed, what is reported, what stands
//     before the JSON.
//   - held.go: what the repairs take.
package object
