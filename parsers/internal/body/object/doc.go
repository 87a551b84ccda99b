// Package object reads JSON that is a call, or contains calls. The JSON is an object of a shape,
// with or without wrappers, several objects in a list, or the arguments of a call whose name is
// before them ([Header]).
//
// [grammar.Shape] describes which keys name a call, hold its arguments, wrap it or identify it. The
// package knows the cursor, the lexer (jsonscan), and the package recovery, which finds out what
// damaged JSON was meant to be. It knows the rest of the engine only as a [body.Env].
//
// Reading order:
//
//   - between.go, head.go, blockheader.go: the markers of a block, the text that may be next to them or instead
//     of the closer, and the header before arguments.
//   - call.go: the loop over tokens, and the phases of one reading.
//   - whole.go: a short call without flaws, or a value of another one, read in one step.
//   - finish.go: the end of a unit, of the output, of a fence or a block, and an unexpected byte.
//   - recovery.go: contradictions, if a quote, a name or a bracket may be in the wrong place.
//   - onward.go: what follows a unit, or replaces one.
//   - failed.go: where a failed call ends.
//   - walk.go: the objects, lists and values that are read on the way to a call.
//   - report.go: what a complete object is (a call, a call with flat arguments, or neither), and what is
//     reported.
//   - unit.go: what is known of a call, and whether it is a definition.
//   - opening.go: the tokens, and what the opening and a header say.
package object
