// Package engine is a parser for any grammar: it reads running text, knows what
// is quoted and what is thought, and hands what may be a call to a candidate,
// a state machine that reads the output from there on: mostly a body, which is a
// package of its own and knows nothing of the engine.
//
// Reading order:
//
//   - family.go, grammar.go: a family of a table, with its hooks.
//   - engine.go: the short loop between running text and candidates.
//   - text.go, marker.go: running text, markers, what follows a call.
//   - beside.go, block.go, results.go: markers of what stands beside calls, and of blocks.
//   - quotation.go, option.go, thought.go: what the text to the left says.
//   - quoted.go, sections.go, gates.go: what doesn't count, and what opens nothing.
//   - place.go, json.go, document.go: what bodies know, and how they begin.
//   - section.go, token.go, named*.go: calls between tokens, a name before their
//     JSON arguments, and the section around them.
//   - frame*.go: the sections of a message, and the header that says what they are.
//   - python.go: where calls that are written as code may begin.
//
// docs/architecture.md follows one output from its first byte to its events.
// The quotation rules, and what becomes of candidates that fail, are those of
// docs/formats; they hold for every family.
package engine
