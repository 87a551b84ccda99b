// Package look looks once more at each call that was read, whatever body read it, before it is reported. A body
// decides by the bytes that it comes to. Here, the complete call is at hand, and so is the text after it.
//
// A call that doesn't pass is doubtful: it has a confidence of 0.4 at most. It is malformed if no reading
// of it is sensible. The questions are few, and each is asked only if the body noted something, or if
// the call has a repair. So a call in which nothing is odd costs a few comparisons.
//
// The files, each before the files that it calls:
//
//   - look.go: which questions are asked.
//   - types.go: whether a container is where the schema excludes it.
//   - quotes.go: whether a string with quotes that weren't escaped may end elsewhere.
//   - behind.go: whether an argument follows the call.
//   - around.go: whether what is around the call quotes it.
//   - structure.go: whether a value holds structure of the call.
//   - name.go: whether the name is one, and whether the arguments name the call again.
package look
