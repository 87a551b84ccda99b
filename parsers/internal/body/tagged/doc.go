// Package tagged reads a call whose arguments stand in tags of their own:
//
//	<invoke name="f"><parameter name="k">v</parameter></invoke>
//
// How the tags are spelt, how values are typed and trimmed, and what ends one
// is data: [grammar.Tags]. The package reads from behind the call's opening tag
// to the call's report. What stands around calls, such as a wrapper, is known
// to the engine.
//
// A value is text, tags and all, up to the closer that ends it: the one that is
// followed by what may follow a value. Openers inside the value nest, so that a
// call can be quoted in one. Where they do, or where closers of call and wrapper
// are in the value, the tags ahead tell what ends it: its own closer, before a
// parameter that the tool declares, the first closer that may, or what ends the call.
//
// Reading order:
//
//   - call.go, elementname.go: from tag to tag, and a call's name in an element.
//   - json.go, nested.go: arguments that are one object, or elements in elements.
//   - ending.go: a call that is whole, cut off, or lacks its closer.
//   - invalue.go, decide.go, ahead.go, valuetag.go: what ends a value: what is in it, and the
//     tags ahead.
//   - parameter.go, dotted.go: a parameter's key, and one that the call's name holds.
//   - value.go, whole.go, verbatim.go: a value, an object or array, and one between marks.
//   - elements.go, nestedjson.go, elementtree.go: what elements are as JSON.
//   - arguments.go: how a value becomes JSON.
//   - here.go, tag.go, space.go: where the reading is, which tag is there, and white space.
//   - given.go, header.go: what the opening tag says, and a call's name.
//   - firsts.go: how tags begin.
//
// Package failure says what becomes of a call that is none.
package tagged
