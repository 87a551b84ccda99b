// Package enclosing decides what is around calls, and what of it is missing: sections and wrappers, their tokens and
// tags, the messages of frames, the delimiters between calls. It opens no call.
//
// The files, each before the files that it calls:
//
//   - enclosing.go: what follows an opening or a call, and what ends one.
//   - frameheader.go, frames.go: messages in marked sections, their headers with the tool's name, and what is
//     before them.
//   - wrappers.go: the tag around calls in tags, and the tokens before them.
//   - sections.go: sections of calls.
package enclosing
