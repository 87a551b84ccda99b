// Package around decides what is around calls, and what of it is missing: sections and wrappers, their tokens and
// tags, the messages of frames, the delimiters between calls. It opens no call.
//
// The files, each before the files that it calls:
//
//   - around.go: what follows a call, and what ends one.
//   - ahead.go: what follows an opening.
//   - argumentsfence.go: the fence around the arguments of a call.
//   - frameheader.go, frames.go: messages in marked sections, their headers, and what is before them.
//   - framename.go: the tool that a header names.
//   - wrappers.go: the tag around calls in tags, and the tokens before them.
//   - sections.go: sections of calls.
package around
