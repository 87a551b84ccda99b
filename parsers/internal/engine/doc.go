// Package engine is what the families' grammars share: it reads running text,
// knows what is quoted, and hands what may be a call to a candidate, a state
// machine that reads the output from there on.
//
// Where it stands in the output is the business of package cursor. Terms:
//
//   - A [Grammar] is a family as a table: its markers, the shapes of its JSON
//     calls, and what else is its own. A [Candidate] is what is truly its own.
//
// The quotation rules, and what becomes of candidates that fail, are those of
// docs/formats; they hold for every family.
package engine
