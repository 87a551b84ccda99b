// Package engine is a parser for any grammar. It reads running text, knows what
// is quoted and what is thought, and hands what may be a call to a candidate: a
// state machine that reads the output from there on. Most candidates are bodies.
// A body is a package of its own, and knows nothing of the engine.
//
// The engine consists of parts. Each part is a type that decides one thing, and points to parts
// below it. No part calls a part above it, which the compiler enforces:
//
//   - Engine: whose turn it is.
//   - heads: which body reads what begins.
//   - around and Sections: what is around calls, and what of it is missing.
//
// Below them are packages. prose decides whether what begins at a place counts there, and what quotes it. costs
// knows the penalty of a call for what failed, or was thought, before it. marks knows which marker is at an
// offset, and what the table and the declared tools say. A marker opens something by its number, which
// openings.go gives it.
//
// Between files, calls run one way, too: a reader can start at the top, and never
// needs to jump back. A test checks the order:
//
//   - family.go, hooks.go, check.go: a family of a table, and what is wrong with one.
//   - engine.go, held.go: the short loop between running text and candidates; what it takes.
//   - text.go: running text; what a byte in it may begin.
//   - marker.go, quoted.go: what becomes of a marker, and of one that is quoted.
//   - parser.go: a parser for a table, and the one for what is quoted.
//   - openings.go: a family's table: its markers, and what opens them.
//   - heads.go, document.go, namelines.go, python.go, block.go, tree.go: how bodies begin.
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
//   - hooked.go: what the hooks of a family say.
//   - reading.go: what hooks may ask, and the candidate that a body is.
//
// # One output, from its first byte to its events
//
// The family has calls in a block, <call>…</call>, and the output comes as one chunk:
//
//	Sure. <call>{"name": "f", "arguments": {"a": 1}}</call>
//
// Parse (engine.go) feeds the chunk to the cursor, and run asks whose turn it is.
// There is no candidate, so text (text.go) passes over what means nothing (Skip,
// prose/search.go) up to the '<'. trigger has marker (marker.go) look which marker is
// there. MarkerAt finds the block's opener (marks/markerat.go), which block.go made of
// the table. Nothing quotes the opener (MarkerCounts), so takeMarker reports "Sure. "
// as text, and lets the marker open its candidate: object.Between, a body (block.go),
// which read (reading.go) puts into the engine's candidate for bodies. It is run's turn
// again, and now the candidate's. The body reads the JSON up to its last brace. Through
// place.Around, it asks the parts what is around it: which penalty the call has, and
// which marker ends it. Behind the closer it reports the call (WholeCall), notes that a
// call ended (Called), and is done. If the chunk ends earlier, or anything is odd about
// the call, the cursor reports that the call begins, its arguments as far as they are
// certain, and at last its end (EndCall). run drops the candidate. text looks for a
// delimiter behind the call (delimiter), finds the end of the window, and is done with
// the chunk.
//
// docs/architecture.md follows an output through the rooms around the engine.
// docs/formats has the rules for quotation and for candidates that fail. They hold for
// every family.
package engine
