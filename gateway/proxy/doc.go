// Package proxy puts the gateway between a client and the API of a model: an HTTP handler that
// passes every request on to an upstream and fixes the tool calls of its response.
//
// A request that offers no tools, or is for another path, passes through httputil.ReverseProxy, and so does its
// response: no parser is made for it. Of the others the body is read, and the response goes
// through gateway/openai, gateway/openai/responses or gateway/anthropic on its way.
//
// Files, in reading order: config.go; proxy.go, the handler; target.go, where a request goes;
// exchange.go, one request and the response to it; stream.go, the body of a response that is streamed; failure.go,
// what an upstream did wrong, in words.
package proxy
