// Package openings decides which body reads what begins. It makes the candidates: state machines that read what may
// be calls. A candidate that isn't a body reads what is before or around one: the name of a tool, tokens,
// sections, the tags of a wrapper.
//
// The files, each before the files that it calls:
//
//   - openings.go: a family's table: its markers, what opens them, and what may be asked of the candidate at hand.
//   - forms.go: calls in forms that belong to no model.
//   - informal.go: calls that models write in many ways between the tags of a call.
//   - namedstart.go: calls at the start of the output whose opener is missing, before their name.
//   - section.go: sections of calls.
//   - namedcall.go: calls with a name before their JSON arguments, between tokens.
//   - recipients.go, functiontag.go: calls with a name on a line, or in a tag, before their arguments.
//   - frames.go: messages in marked sections.
//   - tagcalls.go: calls in tags, and tokens around them.
//   - bodies.go: how bodies begin: a document, Python, a block, a tree, JSON in text and behind a header.
//   - answer.go: tags around the answer, and results that the model invents.
//   - wrapper.go: the tag around calls in tags.
//   - reading.go: what candidates may ask, the candidate that a body is, and what a family has in addition to
//     its table.
package openings
