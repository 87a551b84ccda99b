// Package gen makes model outputs whose meaning is known.
//
// A [Case] is what a model means, written in one of the forms of package form, damaged as models
// damage it, and read under a request. Everything follows from a seed and a number.
//
// Whether a text has one meaning is found by the writers alone ([Case.Undecidable]); the package knows
// nothing of the parsers.
//
//   - undecidable.go: texts that another answer writes, too.
//   - case.go: cases.
//   - shrink.go: smaller cases.
//   - damage.go: the kinds of damage.
//   - damage_marker.go, damage_sign.go, damage_string.go, damage_call.go, quotation.go: the edits of each kind.
//   - text.go: the values of arguments.
//   - tool.go: tools, and requests with them.
package gen
