// Package prose decides whether what begins at a place of running text counts there. For that it knows what the
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
//   - flow.go: which chunks needn't be looked at.
//   - fenceline.go: the line that opens a fence.
//   - thought.go, quoting.go, option.go: what the text to the left says.
//   - search.go: long text that is passed over.
//   - dull.go: what text needn't stop at after all.
//   - python.go: where Python calls begin.
//   - prose.go, line.go, pythonplaces.go: what counts where; where something may begin.
//   - quotation.go: what quotes the position.
package prose
