// Package chattemplate makes a family declaration of a model's chat template: the Jinja
// template that makes a prompt of a conversation, and so shows how the model's calls,
// answers and thoughts are written.
//
//	declaration, notes, err := chattemplate.Infer(text, "acme")
//
// The template is rendered with conversations that differ in one thing each (a prober); what
// differs in the text is how that thing is written (an inference). The family is then
// tried on all that was rendered: what it doesn't read as it was meant is an error, and
// no declaration is made. What a template can't show is in the notes. [Readers] finds which of the families
// that are known read what the template writes.
//
// # Security
//
// A template is a stranger's text. It reads no other file, and is bounded: its length and
// nesting, the steps that it takes, the depth of its macros, what it writes, and what its variables
// hold. A rendering that takes too long all the same, or too much of the process's memory, is
// given up, and with it the template; but what it does then may go on for as long as the process
// does: this is a tool's package, and no server's.
//
// # Reading order
//
//   - readers.go: which known families read what the template writes.
//   - infer.go: the steps of an inference, and its proof.
//   - calls.go, tags.go: how a call is written: as an object, with its name before it, as Python, in braces, in tags.
//   - messages.go: messages with headers.
//   - texts.go: what is around calls: wrappers, thoughts, results, the ends of turns.
//   - inference.go: what is known so far, and what a rendering holds.
//   - probe.go: conversations, and what the template writes for them.
//   - markers.go: a text's markers and words.
//   - source.go: the template's text, and the special tokens of its tokenizer.
//   - engine.go: one rendering.
//   - structures.go, python.go, json.go: statements, methods and JSON, as Python's Jinja has them.
//   - bounds.go: what a rendering may take.
//   - rewrite.go: a template's text, made such that the library for Go reads it as the one for Python.
package chattemplate
