// Package httpfix is the HTTP side of the gateway, which gateway/proxy and gateway/extproc share:
// which requests are for which API, and how the response to one is fixed on its way.
//
// Files, in reading order: httpfix.go; response.go, one response; stream.go, the body of a response that is streamed; spent.go, what is
// left of it where the fix was given up; read.go, bodies that are read and put back; exchange.go, a request and what its response may
// take; header.go, what headers say of a body; decode.go, bodies that are compressed.
package httpfix

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/openai"
	"github.com/toolparser/toolparser/gateway/openai/responses"
	"github.com/toolparser/toolparser/internal/logthin"
	"github.com/toolparser/toolparser/internal/panics"
)

// Of is the API that a request is to, and whether its response can hold calls. What isn't known is
// treated as a request to OpenAI's API. path has no query.
func Of(method, path string, header http.Header) (api gateway.API, calls bool) {
	post := method == http.MethodPost
	switch {
	case IsAnthropic(path, header):
		return anthropic.Messages{}, post && strings.HasSuffix(path, messages)
	case strings.HasSuffix(path, "/responses"):
		return responses.API{}, post
	default:
		return openai.Chat{}, post && strings.HasSuffix(path, "/chat/completions")
	}
}

const (
	// Version is what the paths of the proxy begin with; an upstream's base URL has its own.
	Version = "/v1"
	// messages is the path of Anthropic's Messages API behind the version. There are others below it.
	messages = "/messages"
	// maxLogged is the longest text of a request's problem in a log, in bytes.
	maxLogged = 200
)

// IsAnthropic reports whether a request is one to Anthropic's API, whatever it is about: its clients
// say so in a header.
func IsAnthropic(path string, header http.Header) bool {
	path = strings.TrimPrefix(path, Version)
	return header.Get("Anthropic-Version") != "" || path == messages || strings.HasPrefix(path, messages+"/")
}

// ReadRequest reads the body of a request: which model it is for, and, if it offers tools, what is needed to
// fix the response; else request is nil. An error is a panic, which costs the fix.
func ReadRequest(api gateway.API, body string) (request gateway.Request, model string, err error) {
	defer func() {
		if v := recover(); v != nil {
			request, err = nil, panics.Error(v)
		}
	}()
	r := api.ReadRequest(body)
	model = r.Offered().Model
	if r.Offered().Tools.Given() {
		return r, model, nil
	}
	return nil, model, nil
}

// LogOddTools logs that tools of a request aren't understood: nothing else says so.
func LogOddTools(ctx context.Context, log *slog.Logger, body string) {
	if !log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	if odd, why := gateway.OddTools(body); odd > 0 && why != nil {
		log.LogAttrs(ctx, slog.LevelDebug, "tools", slog.Int("not_understood", odd), slog.String("first", logthin.Clip(why.Error(), maxLogged)))
	}
}
