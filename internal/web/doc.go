// Package web serves the methods of a gRPC server over HTTP, as Connect, gRPC-Web and JSON, within the limits of
// package admit. It finds methods and messages by their descriptors, and knows no service.
//
// Connect's library reads and writes the HTTP protocols. The messages go to the gRPC server in memory, so all
// that is true of a call over gRPC is true of it.
//
// The files, each before those that it uses:
//
//   - handler.go: admits a call
//   - method.go: hands its messages on, and its answers back
//   - json.go: decodes and encodes JSON, in turns
//   - loopback.go: makes calls in the gRPC server
//   - call.go: what the parts of a call tell one another
//   - body.go: a request's body, bounded and counted
//   - frame.go: messages as they are
//   - errors.go: errors of gRPC as those of Connect
//   - origins.go: refuses calls of other origins' pages
//   - ownnames.go: refuses requests that name another host
//
// A [Handler] is safe for concurrent use.
package web
