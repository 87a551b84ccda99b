// Package jsonapi parses outputs for callers that have JSON alone: requests and results are the messages of the
// contract in JSON, without protobuf, gRPC and the server. It is what the WebAssembly module consists of, so it
// imports only what is small.
//
// Unlike the server, it has no limits on what one caller may use, reports all repairs and invalid calls, doesn't check
// arguments against schemas, and knows no fallback families.
//
// The files, each before those that it uses:
//
//   - api.go: the calls
//   - request.go: what a request asks for
//   - response.go: results and deltas in JSON
//   - errors.go: what is wrong with a request
package jsonapi
