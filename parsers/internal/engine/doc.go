// Package engine is a parser for any grammar: it reads running text, knows what
// is quoted and what is thought, and hands what may be a call to a candidate,
// a state machine that reads the output from there on: mostly a body, which is a
// package of its own and knows nothing of the engine.
//
// What it knows is in parts, each a type that decides one thing and points to those below it.
// Calls never run up, which the compiler holds:
//
//   - Engine: whose turn it is.
//   - heads: which body reads what begins.
//   - around and Sections: what is around calls, and what of it is missing.
//   - skipper: which text needn't be looked at.
//   - quoting: what opens and closes a quotation or a thought.
//   - prose: whether what begins at a place counts there.
//   - costs: what a call costs for what failed, or was thought, before it.
//   - marks: which marker is at an offset.
//   - rules: what the table and the declared tools say.
//
// Calls run one way file by file, too: a reader can start at the top, and never
// needs to jump back. A test holds the order:
//
//   - family.go, hooks.go, check.go: a family of a table, and what is wrong with one.
//   - engine.go, held.go: the short loop between running text and candidates; what it takes.
//   - text.go: running text; what a byte in it may begin.
//   - marker.go, quoted.go: what becomes of a marker, and of one that is quoted.
//   - parser.go: a parser for a table, and the one for what is quoted.
//   - triggers.go: a table, compiled: its markers, and the bytes they begin with.
//   - fenceline.go: the line that opens a fence.
//   - heads.go, document.go, namelines.go, python.go, block.go, tree.go: how bodies begin.
//   - namedcall.go, namedheader.go, token.go: calls with a name before their JSON arguments, between tokens.
//   - around.go, namedfence.go: what is around calls; what follows one, and ends it.
//   - tagcalls.go, tagshell.go, results.go: calls in tags, tokens around them, and
//     results that the model invents.
//   - framemarkers.go, framemessage.go, framelead.go, framecall.go, framecalls.go,
//     frameheader.go, frames.go:
//     messages in marked sections.
//   - wrapper.go, tagtable.go: the tag around calls in tags, and how their tags are matched.
//   - recipients.go, functiontag.go: calls with a name on a line, or in a tag, before their arguments.
//   - json.go: JSON in text, and behind a header.
//   - section.go, ahead.go: sections of calls, and what follows an opening.
//   - thought.go, quotation.go, option.go: what the text to the left says.
//   - answer.go: tags around the answer.
//   - search.go, far.go: long text that is passed over.
//   - dull.go, dullfence.go: what text needn't stop at after all.
//   - prose.go, line.go, pythonplaces.go: what counts where; where something may begin.
//   - place.go: what bodies may ask of markers.
//   - costs.go: what calls cost.
//   - decline.go: markers that share a place with others.
//   - marks.go, hooked.go, spelled.go, markerat.go, sieve.go, gates.go: markers, by the bytes they begin
//     with, and where nothing can be.
//   - reading.go: what hooks may ask, and the candidate that a body is.
//   - quote.go, scan.go, rules.go: what quotes the position; bytes that are passed over; what the table says.
//
// # One output, from its first byte to its events
//
// Through a family whose calls stand in a block, <call>…</call>, in one piece:
//
//	Sure. <call>{"name": "f", "arguments": {"a": 1}}</call>
//
// Parse (engine.go) feeds the piece to the cursor, and run asks whose turn it is.
// There is no candidate, so text (text.go) passes over what means nothing (skip,
// scan.go) up to the '<'. trigger has marker (marker.go) look which one stands
// there; markerIn finds the block's opener (markerat.go), which triggers.go made of
// the table. Nothing quotes it (markerCounts), so takeMarker reports "Sure. " as
// text and lets the marker open its candidate: object.Between, a body (block.go),
// which Read (reading.go) puts into the engine's shell for bodies. It is run's turn
// again, and now the candidate's: the body reads the JSON up to its last brace, and asks
// what is around it through the parts (place.Around): whether that costs, which marker ends it. Behind
// the closer it reports the call (WholeCall), says that one ended (Called), and is done.
// Had the piece ended earlier, or were anything odd about the call, the cursor would report
// that it begins, its arguments as far as they are certain, and at last its end (EndCall).
// run drops the candidate; text looks for a delimiter behind the call
// (delimiter), finds the end of the window, and the piece is done.
//
// docs/architecture.md follows one through the rooms around the engine. The
// quotation rules, and what becomes of candidates that fail, are those of
// docs/formats; they hold for every family.
package engine
