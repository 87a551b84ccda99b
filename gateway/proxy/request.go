package proxy

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/httpfix"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/internal/admit"
)

// An exchange is a request and the response to it.
type exchange struct {
	proxy    *Proxy
	started  time.Time
	api      gateway.API
	calls    bool            // its response can hold calls
	request  gateway.Request // nil: its response is passed on as it comes
	caller   *http.Request
	writer   *responseWriter
	text     string        // the body, if it was read
	raw      string        // as it came: it may be compressed
	whole    bool          // it was read, and can be sent again
	model    string        // empty: it isn't known
	identity string        // the name of the caller's token
	sender   *admit.Caller // for whom memory is counted
	account  admit.Account
	route    *route
	attempts int
	spent    float64 // the cost of the attempts
}

// offersTools reports whether the request is known to offer tools: then the response is to be fixed.
func (x *exchange) offersTools() bool { return x.request != nil }

// label says in headers which upstream responds.
func (x *exchange) label(h http.Header, upstream string) {
	h.Set("X-Toolparser-Upstream", upstream)
	h.Set("X-Toolparser-Attempts", strconv.Itoa(x.attempts))
}

// identify finds whose token a request has. ok is false if it needs one and has none.
func (x *exchange) identify(r *http.Request) (ok bool) {
	if x.proxy.tokens == nil {
		return true
	}
	x.identity, ok = x.proxy.tokens.Get().Find(r.Header.Values(authorization))
	return ok
}

// isRead reports whether the body of a request is to be read.
func (x *exchange) isRead(r *http.Request) bool {
	if !httpfix.CanDecode(r.Header) {
		return false
	}
	if x.calls {
		return true
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return (x.proxy.byModel || x.proxy.withholds || x.proxy.fallsBack) && r.Method == http.MethodPost && kind == "application/json"
}

// receive reads the body of a request, and puts it back. One that is too long, or can't be
// read, passes through. The error is that it didn't arrive in time, or that there is no memory for it.
func (x *exchange) receive(w http.ResponseWriter, r *http.Request) error {
	body, control := r.Body, http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(x.proxy.config.ReceiveTimeout)) // without deadlines the client decides
	budget := httpfix.HoldFunc(func(text, other int) error { return x.account.Note(httpfix.KeptWeight*text + other) })
	raw, err := httpfix.ReadWithin(budget, body, x.proxy.config.MaxRequestBytes, r.ContentLength)
	_ = control.SetReadDeadline(time.Time{})
	if err != nil {
		r.Body = httpfix.Rejoin(raw, body, err)
		if errors.Is(err, os.ErrDeadlineExceeded) || httpfix.IsFull(err) {
			return err
		}
		return nil
	}
	text, err := httpfix.Decode(budget, r.Header, raw, x.proxy.config.MaxRequestBytes)
	if err != nil {
		r.Body = httpfix.Rejoin(raw, body, nil)
		if httpfix.IsFull(err) {
			return err
		}
		return nil
	}
	x.text, x.raw, x.whole = text, raw, true
	if !x.calls {
		x.model = jsonedit.Read(text).Member("model").Str
	} else {
		if x.request, x.model, err = httpfix.ReadRequest(x.api, text); err != nil {
			x.proxy.logger.ErrorContext(r.Context(), "request", "fault", err)
		}
		httpfix.LogOddTools(r.Context(), x.proxy.logger, text)
	}
	for _, r := range x.proxy.routes {
		if r.config.matches(x.model) {
			x.route = r
			break
		}
	}
	return nil
}

// outgoing makes the request for an upstream of r, which it may change.
func (x *exchange) outgoing(r *http.Request, s *stop) *http.Request {
	if len(x.route.stops) > 1 {
		r.Header = r.Header.Clone()
	}
	r.Header = s.headers(r.Header)
	if !s.forwards {
		r.Trailer = nil
	}
	r.URL, r.Host = target(s.upstream.base, s.upstream.isHost() && !s.upstream.unversioned.Load(), x.caller), ""
	r.URL.RawQuery = s.query(r.URL.RawQuery)
	s.authorize(r.Header, x.caller.Header, httpfix.IsAnthropic(x.caller.URL.Path, x.caller.Header) && (x.identity != "" || x.caller.Header.Get(authorization) == ""))
	if x.offersTools() {
		r.Header.Set("Accept-Encoding", httpfix.AcceptEncoding(r.Header))
	}
	if x.whole && x.raw != "" {
		body := x.renamed(x.healed(r.Context(), s), s.upstream.rename(x.model))
		if body == x.text {
			body = x.raw
		} else {
			r.Header.Del("Content-Encoding")
		}
		r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(strings.NewReader(body)), int64(len(body)), nil
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body)), nil }
	}
	return r
}

// renamed is the request's body, a text, with another model.
func (x *exchange) renamed(text, model string) string {
	if model == x.model {
		return text
	}
	edits := jsonedit.New(text)
	edits.SetString(jsonedit.Read(text).Member("model"), model)
	return edits.String()
}
