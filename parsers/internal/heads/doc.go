// Package heads decides which body reads what begins. It makes the candidates: state machines that read what may
// be calls. A candidate that isn't a body reads what is before or around one: the name of a tool, tokens,
// sections, the tags of a wrapper.
//
// The files, each before the files that it calls:
//
//   - heads.go: what may be asked of the candidate at hand, and what opens one.
//   - openings.go: a family's table: its markers, and what opens them.
//   - document.go, python.go, block.go, tree.go: how bodies begin.
//   - section.go: sections of calls.
//   - namedcall.go, namedheader.go: calls with a name before their JSON arguments, between tokens.
//   - tagcalls.go, tagshell.go, results.go: calls in tags, tokens around them, and
//     results that the model invents.
//   - framemarkers.go, framemessage.go, framecall.go: messages in marked sections.
//   - wrapper.go: the tag around calls in tags.
//   - recipients.go, functiontag.go: calls with a name on a line, or in a tag, before their arguments.
//   - json.go: JSON in text, and behind a header.
//   - answer.go: tags around the answer.
//   - hooks.go: what a family has in addition to its table.
//   - reading.go: what candidates may ask, and the candidate that a body is.
package heads
