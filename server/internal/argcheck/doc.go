// Package argcheck checks the arguments of tool calls against the JSON Schemas of their tools. Schemas and
// arguments come from strangers: nothing is fetched, and both compiling and checking have budgets.
//
// The files, each before those that it uses:
//
//   - checker.go: one check at a time
//   - check.go: the checks of one request, with a budget for all of them
//   - cache.go: what is kept of schemas from one request to the next
//   - schema.go: a schema, compiled when it is first needed
//   - pattern.go: the schema's regular expressions, within bounds
//   - bounds.go: what compiling would take
//   - cost.go: what a check would take
//   - json.go: JSON is decoded, piece by piece if it is long
//   - violations.go: what is reported of arguments that don't match
//   - number.go: numbers that would take too long to compare
//   - limits.go: all limits
//
// A [Cache] and a [Checker] are safe for concurrent use. A [Check] is used by one goroutine at a time.
package argcheck
