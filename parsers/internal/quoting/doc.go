// Package quoting decides whether what begins at a place of running text counts there. For that it knows what the
// text to the left quotes, and what is a thought. It also passes over text that needn't be looked at. What begins
// something is opened above: this package says what is due.
//
// It has three parts, each above the ones behind it:
//
//   - Skipper: which text needn't be looked at.
//   - Quoting: what opens and closes a quotation or a thought.
//   - Prose: whether what begins at a place counts there.
//
// The files, each before the files that it calls:
//
//   - skipper.go: which text needn't be looked at.
//   - quoting.go: what opens and closes a quotation or a thought.
//   - around.go: inline code of an earlier line, and the sentence around JSON.
//   - common.go: where calls in the common formats, and in forms that belong to no model, may begin.
//   - prose.go: what counts where, and where something may begin.
package quoting
