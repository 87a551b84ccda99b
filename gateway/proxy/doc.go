// Package proxy puts the gateway between a client and the API of a model: an HTTP handler that
// passes every request on to an upstream and fixes the tool calls of its response.
//
// A request that offers no tools, or is for another path, passes through httputil.ReverseProxy, and so does its
// response: no parser is made for it. For all other requests the body is read, and the response goes
// through gateway/httpfix on its way. If it isn't good, the next upstream of the route is asked.
//
// Files, in reading order: proxy.go, the handler; exchange.go, the upstreams that are asked, one after another; attempt.go, what one of
// them makes of a request; live.go, the body of a response that is streamed; signs.go and
// writer.go, the signs of life in it, and who writes to the client; outcome.go, what is logged and counted; record.go, what
// is kept of outputs; memory.go, what all requests may hold; request.go, what is read of a request and sent to an upstream; history.go, its
// earlier calls; withheld.go, what an upstream doesn't get of it;
// target.go and key.go, where a request and a key go; failure.go, what an upstream did wrong, in words; check.go, what is wrong with
// a configuration; route.go; config.go.
package proxy
