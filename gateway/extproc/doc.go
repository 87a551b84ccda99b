// Package extproc puts the gateway into Envoy: the service envoy.service.ext_proc.v3.ExternalProcessor,
// to which Envoy's filter ext_proc sends requests and responses, and which sends back what becomes of
// them. Upstreams, retries and load balancing stay Envoy's. docs/connect/envoy.md says how to configure it.
//
// # One exchange
//
// Envoy opens a stream for each HTTP request. How much it sends there depends on the filter's processing mode,
// which its first message names:
//
//   - The request's body may come in any mode. It is read to find the tools. Where Envoy goes on only with
//     what it gets back (FULL_DUPLEX_STREAMED), the whole body is read before its headers are answered, and its history is healed; in
//     other modes the body is never changed.
//   - The response's body must come as FULL_DUPLEX_STREAMED. If the mode is NONE, the answer to the response's headers asks for
//     that, for responses that can hold calls alone: all others stay within Envoy, and their stream ends.
//     In this mode headers leave before the body is known, so they don't say how a response got its calls.
//
// A response in any other mode, or whose request isn't for an API or offers no tools, passes as it came.
//
// Files, in reading order: processor.go, the service; request.go, what the request offers; response.go, the
// response; observer.go, what is reported of it; body.go, its body as it comes; answers.go, the messages to Envoy, and what an exchange holds; headers.go.
package extproc
