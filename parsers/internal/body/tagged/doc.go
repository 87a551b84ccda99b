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
// call can be quoted in one. A value that lacks its closer ends where the
// evidence is good: before a parameter that the tool declares, or before the
// closers of call and wrapper with nothing but a new call or the end behind them.
//
// Reading order:
//
//   - call.go: from tag to tag.
//   - dotted.go, elementname.go: a call's name that holds a key, one in an element.
//   - json.go, nested.go: arguments that are one object, or elements in elements.
//   - outer.go, value.go, verbatim.go: what ends a value, and one between marks.
//   - ending.go: a call that is whole, cut off, or lacks its closer.
//   - packed.go: a parameter that holds all arguments.
//   - elements.go, nestedjson.go, elementtree.go: what elements are as JSON.
//   - tag.go, group.go: which tag stands somewhere, the tag around the parameters.
//   - header.go: a call's name.
//   - arguments.go: how a value becomes JSON.
//   - firsts.go, report.go: how tags begin; what is reported.
//
// Package failure says what becomes of a call that is none.
package tagged
