package extproc

import (
	"strconv"
	"strings"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/gateway/httpfix"
)

// plainly asks the upstream for a response that isn't compressed: one that is would have to be
// decompressed here, in front of the calls.
var plainly = &extprocv3.CommonResponse{HeaderMutation: &extprocv3.HeaderMutation{
	SetHeaders: []*corev3.HeaderValueOption{set("accept-encoding", "identity")},
}}

// readRequest reads the request, whose headers have come, and has Envoy send it on. If it offers tools, x.request is set. next is a message that came before the request ended; else nil.
func (x *exchange) readRequest() (next *extprocv3.ProcessingRequest, err error) {
	r := requestReader{exchange: x, waits: x.requestMode == modev3.ProcessingMode_FULL_DUPLEX_STREAMED, keeps: true}
	if !r.waits {
		if err := x.send(requestHeaders(plainly)); err != nil {
			return nil, err
		}
	}
	for {
		m, err := x.stream.Recv()
		if err != nil {
			return nil, err
		}
		switch message := m.GetRequest().(type) {
		case *extprocv3.ProcessingRequest_RequestBody:
			err = r.take(message.RequestBody)
			if err == nil && message.RequestBody.GetEndOfStream() {
				return nil, r.end(true)
			}
		case *extprocv3.ProcessingRequest_RequestTrailers:
			if err = r.end(false); err == nil {
				return nil, x.send(requestTrailers())
			}
		case *extprocv3.ProcessingRequest_ResponseHeaders, *extprocv3.ProcessingRequest_ResponseBody, *extprocv3.ProcessingRequest_ResponseTrailers:
			return m, r.release(nil) // the upstream answers what it hasn't read
		}
		if err != nil {
			return nil, err
		}
	}
}

// A requestReader reads the body of a request.
type requestReader struct {
	*exchange
	body   []byte
	healed bool // body isn't what came
	keeps  bool // body is all that came
	waits  bool // its headers haven't been answered, nor has what came of its body been sent on
}

// take takes the next piece.
func (r *requestReader) take(b *extprocv3.HttpBody) error {
	if r.keeps && !r.fits(len(b.GetBody())) {
		r.keeps = false
		if err := r.release(nil); err != nil {
			return err
		}
		r.forget()
	}
	if r.keeps {
		r.body = append(r.body, b.GetBody()...)
	}
	if r.waits {
		return nil
	}
	return r.send(requestBody(sameBody(r.requestMode, b)))
}

// fits reports whether n more bytes may be kept.
func (r *requestReader) fits(n int) bool {
	n += len(r.body)
	if n > r.config.MaxRequestBytes || r.work.Hold(httpfix.KeptWeight*n) != nil {
		return false
	}
	r.requestBytes = n
	return true
}

// forget gives up what was kept.
func (r *requestReader) forget() {
	r.body, r.requestBytes = nil, 0
	_ = r.hold(0, 0) // to hold less is never refused
}

// release sends on what waits, behind its headers.
func (r *requestReader) release(headers *extprocv3.CommonResponse) error {
	if !r.waits {
		return nil
	}
	r.waits = false
	if err := r.send(requestHeaders(headers)); err != nil {
		return err
	}
	for rest := r.body; len(rest) > 0; {
		n := min(len(rest), chunkBytes)
		if err := r.send(requestBody(piece(rest[:n], false))); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// end ends the body. last: Envoy wants to hear that its last piece was the last.
func (r *requestReader) end(last bool) error {
	if r.keeps {
		r.read()
	}
	waited := r.waits
	if r.request == nil {
		defer r.forget()
	}
	if err := r.release(r.headers()); err != nil {
		return err
	}
	if waited && last {
		return r.send(requestBody(piece(nil, true)))
	}
	return nil
}

// headers changes the headers of a request that has been read; nil if they stay.
func (r *requestReader) headers() *extprocv3.CommonResponse {
	var changes []*corev3.HeaderValueOption
	if r.request != nil {
		changes = append(changes, plainly.HeaderMutation.SetHeaders...)
	}
	if r.healed && r.sized {
		changes = append(changes, set("content-length", strconv.Itoa(len(r.body))))
	}
	var removed []string
	if r.healed && len(r.coding[contentEncoding]) > 0 {
		removed = append(removed, strings.ToLower(contentEncoding))
	}
	if changes == nil && removed == nil {
		return nil
	}
	return &extprocv3.CommonResponse{HeaderMutation: &extprocv3.HeaderMutation{SetHeaders: changes, RemoveHeaders: removed}}
}

// heal heals the calls of earlier turns in the text of the body, if that can still be changed.
func (r *requestReader) heal(text string) string {
	if !r.waits {
		return text
	}
	text, report := history.Policy{Mode: r.config.History}.Heal(r.api, text)
	if report.Fault != nil {
		r.log.ErrorContext(r.stream.Context(), "history", "fault", report.Fault.Error())
	}
	if report.Changed() {
		r.body, r.healed = []byte(text), true
		r.observer.ObserveHealed()
		r.log.DebugContext(r.stream.Context(), "history", "calls", report.Calls, "answered", report.Answered, "dropped", report.Dropped)
	}
	return text
}

// read heals the request, and finds what it offers. What fails costs the fix.
func (r *requestReader) read() {
	if r.work.Begin(len(r.body)) != nil {
		return
	}
	defer r.work.End()
	decoding := httpfix.HoldFunc(func(text, other int) error { // what came counts in it, and in the request
		return r.hold(text-r.requestBytes, other)
	})
	text, err := httpfix.Decode(decoding, r.coding, string(r.body), r.config.MaxRequestBytes)
	if err != nil {
		return
	}
	text = r.heal(text)
	request, _, err := httpfix.ReadRequest(r.api, text)
	if err == nil && request != nil {
		r.fixer, err = gateway.New(r.host.Families(), r.config.Policy)
	}
	if err != nil {
		r.log.ErrorContext(r.stream.Context(), "request", "fault", err.Error())
		return
	}
	httpfix.LogOddTools(r.stream.Context(), r.log, text)
	r.request = request
}
