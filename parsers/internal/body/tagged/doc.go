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
//   - call.go: from tag to tag.
//   - dotted.go, elementname.go: a call's name that holds a key, one in an element, and what follows from it.
//   - json.go, nested.go: arguments that are one object, or elements in elements.
//   - decide.go, value.go: what ends a value.
//   - whole.go, ahead.go, valuetag.go: objects and arrays, the tags ahead, which one it is.
//   - verbatim.go: a value between marks.
//   - ending.go: a call that is whole, cut off, or lacks its closer.
//   - elements.go, nestedjson.go, elementtree.go: what elements are as JSON.
//   - tag.go, group.go: which tag stands somewhere, the tag around the parameters.
//   - header.go: a call's name.
//   - arguments.go: how a value becomes JSON.
//   - firsts.go, report.go: how tags begin; what is reported.
//
// Package failure says what becomes of a call that is none.
package tagged
