// Package engine is a parser for any grammar. It decides whose turn it is: running text is read until something
// opens a candidate, and a candidate is read until it is reported. Most candidates are bodies. A body is a package
// of its own, and knows nothing of the engine.
//
// The packages below it each decide one thing. openings decides which body reads what begins. enclosing decides
// what is around calls, and what of it is missing. quoting decides whether what begins at a place counts there, and
// what quotes it. penalty decides the penalty of a call for what failed, or was thought, before it. markers decides
// which marker is at an offset. docs/develop/architecture.md has a picture of them.
//
// Between files, calls run one way: a reader can start at the top, and never needs to jump back. A test checks
// the order:
//
//   - family.go: a family of a table, and what is wrong with one.
//   - signs.go: the markers of a table by which leaks are found.
//   - engine.go: the short loop between running text and candidates; what it takes.
//   - chosen.go: an output that is only calls, because the request demanded one.
//   - text.go: running text; what a byte or a marker in it may begin.
//   - common.go: calls in the common formats, where the family reads nothing.
//   - quoted.go: what becomes of a marker that is quoted.
//   - parser.go: a parser for a table.
//
// # One output, from its first byte to its events
//
// The family has calls in a block, <call>…</call>, and the output comes as one chunk:
//
//	Sure. <call>{"name": "f", "arguments": {"a": 1}}</call>
//
// ParseLast (engine.go) feeds the chunk to the cursor, and run asks whose turn it is. There is no candidate, so
// text (text.go) passes over what means nothing (Skipper.Skip, quoting/skipper.go) up to the '<'. trigger has marker
// (text.go) look which marker is there. MarkerAt finds the block's opener (markers/finder.go), which
// openings/bodies.go made of the table. Nothing quotes the opener (MarkerCounts, quoting/prose.go), so takeMarker reports
// "Sure. " as text, and has OpenMarker (openings/openings.go) open what the marker's number means: object.Between, a body
// (openings/bodies.go), which Read (openings/reading.go) puts into the candidate for bodies.
//
// It is run's turn again, and now the candidate's (Step, openings/openings.go). The body reads the JSON up to its last
// brace. Through body.Env, it asks the rooms above it which penalty the call has, and which marker ends it.
// Behind the closer, it reports the call (WholeCall, enclosing/enclosing.go), notes that a call ended (Called), and is
// done. If the chunk ends earlier, or anything is odd about the call, the cursor reports that the call begins, its
// arguments as far as they are certain, and at last its end (EndCall). Step drops the candidate. text looks for a
// delimiter behind the call (Delimiter, enclosing/enclosing.go), finds the end of the window, and is done with the chunk.
//
// docs/develop/architecture.md follows an output without markers, and up to the result. docs/models/formats has the rules for
// quotation and for candidates that fail. They hold for every family.
package engine
