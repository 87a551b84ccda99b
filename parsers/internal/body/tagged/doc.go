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
// The call's file has the way from tag to tag, value.go what ends a value,
// arguments.go how a value becomes JSON, package failure what becomes of a call that
// is none.
package tagged
