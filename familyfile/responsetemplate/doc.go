// Package responsetemplate makes a family declaration of Hugging Face's
// response_template, which tells how a model's output becomes a message: in
// tokenizer_config.json, or in a file of its own. (Transformers 5.13 and later.)
//
//	declaration, notes, err := responsetemplate.Import(text, "acme")
//
// The template's patterns are regular expressions, of which those are understood that
// are literals, white space and one name. All else is refused: a [Refusal] has the name of
// its key, and nothing is dropped in silence. What a declaration says in another way than
// the template, or needn't say, is in the notes.
//
// # Reading order
//
//   - import.go: the template.
//   - calls.go, tags.go: fields that are calls, as JSON and in tags.
//   - shape.go: the shape of a call's JSON.
//   - texts.go: fields that are content or thoughts.
//   - field.go: a field, and its patterns.
//   - importer.go: what is refused, and notes.
package responsetemplate
