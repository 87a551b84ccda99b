// Package apis is the HTTP side of the gateway, which gateway/proxy and gateway/extproc share:
// which requests are for which API, and how the response to one is fixed on its way.
//
// Files, in reading order: apis.go; read.go, bodies that are read and put back; response.go, one
// response; stream.go, the body of a response that is streamed.
package apis

import (
	"net/http"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/openai"
	"github.com/toolparser/toolparser/internal/panics"
)

// An endpoint is a path, behind the version, whose responses can hold calls.
type endpoint struct {
	path string
	api  gateway.API
}

var endpoints = []endpoint{
	{"/chat/completions", openai.Chat{}},
}

// Of is the API of a request, whose path has no query; nil if its response holds no calls.
func Of(method, path string) gateway.API {
	if method != http.MethodPost {
		return nil
	}
	for _, e := range endpoints {
		if strings.HasSuffix(path, e.path) {
			return e.api
		}
	}
	return nil
}

// Default is the API in which errors are reported to requests that are for none.
func Default() gateway.API { return endpoints[0].api }

// ReadRequest reads the body of a request; nil if it offers no tools, so that there is nothing to
// fix. An error is a panic, which costs the fix.
func ReadRequest(api gateway.API, body string) (request gateway.Request, err error) {
	defer func() {
		if v := recover(); v != nil {
			request, err = nil, panics.Error(v)
		}
	}()
	if r := api.ReadRequest(body); r.Offered().Tools.Given() {
		return r, nil
	}
	return nil, nil
}
