// Package tagged reads calls whose arguments are in tags of their own:
//
//	<invoke name="f"><parameter name="k">v</parameter></invoke>
//
// [grammar.Tags] describes how the tags are spelled, how values are typed and trimmed, and what
// ends a value. The package reads from behind the call's opening tag to the call's report. The
// engine handles the text around calls, such as a wrapper.
//
// A value is text, including any tags in it, up to the closer that ends it. Text that may follow a
// value must follow this closer. Openers inside the value nest, so that a value can quote a call.
// If a value contains openers, or closers of the call and the wrapper, the tags ahead decide what
// ends it. This is its own closer, the opener of a parameter that the tool declares, the first
// closer that may end it, or the end of the call.
//
// Reading order:
//
//   - call.go: from tag to tag, and a call's name in an element.
//   - nested.go: arguments that are one object, or elements in elements.
//   - ending.go: a call that is complete, cut off, or without its closer.
//   - decide.go, ahead.go: what ends a value: the tags in it, and the tags ahead.
//   - value.go: a parameter's key, and its value.
//   - behind.go: what the text behind the closer of a value says about it.
//   - nodes.go: a value that is made of other values.
//   - members.go: arguments that are made once the call is complete.
//   - elements.go: elements as JSON.
//   - arguments.go: how a value becomes JSON.
//   - position.go: where the reading is, which tag is there, and white space.
//   - opening.go: what the opening tag says, how tags begin, and a call's name.
//
// The package failure decides where a failed call ends.
package tagged
