// Package heads decides which body reads what begins, and what is around calls. It makes the candidates: state
// machines that read what may be calls. A candidate that isn't a body reads what is before or around one: the
// name of a tool, tokens, sections, the tags of a wrapper.
//
// It has these parts, each above the ones behind it:
//
//   - Heads: which candidate reads what begins. It is all that a candidate knows.
//   - around and Sections: what is around calls, and what of it is missing.
//
// The files, each before the files that it calls:
//
//   - heads.go: what may be asked of the candidate at hand, and what opens one.
//   - openings.go: a family's table: its markers, and what opens them.
//   - document.go, namelines.go, python.go, block.go, tree.go: how bodies begin.
//   - namedcall.go, namedheader.go, token.go: calls with a name before their JSON arguments, between tokens.
//   - around.go, namedfence.go: what is around calls; what follows one, and ends it.
//   - tagcalls.go, tagshell.go, results.go: calls in tags, tokens around them, and
//     results that the model invents.
//   - framemarkers.go, framemessage.go, framelead.go, framecall.go, framecalls.go,
//     frameheader.go, frames.go:
//     messages in marked sections.
//   - wrapper.go: the tag around calls in tags.
//   - recipients.go, functiontag.go: calls with a name on a line, or in a tag, before their arguments.
//   - json.go: JSON in text, and behind a header.
//   - section.go, ahead.go: sections of calls, and what follows an opening.
//   - answer.go: tags around the answer.
//   - hooked.go, hooks.go: what a family has in addition to its table.
//   - reading.go: what candidates may ask, and the candidate that a body is.
package heads
