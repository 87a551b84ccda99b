// Package informal reads what models write between the tags of a call, <tool_call>, in the place of their family's formats:
// a call in Python, attributes, a tag with the tool's name, pairs on lines. The tool must be declared, and the call has a
// penalty of 0.3.
//
// Such text is short and rare, so it is read once all of it is at hand.
//
// Reading order:
//
//   - begins.go: whether the text may be such a call, by its first bytes.
//   - read.go: the complete text.
//   - forms.go: each form.
//   - arguments.go: keys and values as JSON.
//   - tool.go: the name of a tool, alone or in a tag.
package informal
