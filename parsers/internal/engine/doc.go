// Package engine is a parser for any grammar. It reads running text, knows what
// is quoted and what is thought, and hands what may be a call to a candidate: a
// state machine that reads the output from there on. Most candidates are bodies.
// A body is a package of its own, and knows nothing of the engine.
//
// This package decides whose turn it is. Below it are packages that each decide one thing. heads decides which
// body reads what begins. around decides what is around calls, and what of it is missing. prose decides whether what begins at a place counts there,
// and what quotes it. costs knows the penalty of a call for what failed, or was thought, before it. marks knows
// which marker is at an offset, and what the table and the declared tools say.
//
// Between files, calls run one way: a reader can start at the top, and never needs to jump back. A test checks
// the order:
//
//   - family.go, check.go: a family of a table, and what is wrong with one.
//   - engine.go: the short loop between running text and candidates; what it takes.
//   - text.go: running text; what a byte in it may begin.
//   - marker.go, quoted.go: what becomes of a marker, and of one that is quoted.
//   - parser.go: a parser for a table, and the one for what is quoted.
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
// there. MarkerAt finds the block's opener (marks/markerat.go), which heads/block.go
// made of the table. Nothing quotes the opener (MarkerCounts), so takeMarker reports "Sure. "
// as text, and lets the marker open its candidate: object.Between, a body
// (heads/block.go), which Read (heads/reading.go) puts into the candidate for bodies. It is run's turn
// again, and now the candidate's. The body reads the JSON up to its last brace. Through
// place.Around, it asks the parts what is around it: which penalty the call has, and
// which marker ends it. Behind the closer it reports the call (WholeCall), notes that a
// call ended (Called), and is done. If the chunk ends earlier, or anything is odd about
// the call, the cursor reports that the call begins, its arguments as far as they are
// certain, and at last its end (EndCall). Step drops the candidate. text looks for a
// delimiter behind the call (PassDelimiter), finds the end of the window, and is done with
// the chunk.
//
// docs/architecture.md follows an output through the rooms around the engine.
// docs/formats has the rules for quotation and for candidates that fail. They hold for
// every family.
package engine
