// Package chattemplate makes a family declaration of a model's chat template: the Jinja
// template that makes a prompt of a conversation, and so shows how the model's calls,
// answers and thoughts are written.
//
//	declaration, notes, err := chattemplate.Infer(text, "acme")
//
// The template is rendered with conversations that differ in one thing each (a prober); what
// differs in the text is how that thing is written (an inference). The family is then
// tried on all that was rendered: what it doesn't read as it was meant is an error, and
// no declaration is made. What a template can't show is in the notes.
//
// # Security
//
// A template is a stranger's text. It reads no other file, and is bounded: its length and
// nesting, the steps that it takes, the depth of its macros, what it writes, and what its variables
// hold. A rendering that takes too long all the same, or too much of the process's memory, is
// given up, and with it the template; but what it does then may go on for as long as the process
// does: this is a tool's package, and no server's.
package chattemplate
