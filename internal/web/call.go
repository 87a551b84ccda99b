package web

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/internal/admit"
)

// A call is what its parts tell one another.
type call struct {
	remote, host string
	tls          *tls.ConnectionState
	body         *body
	admission    *admit.Admission
	// json: its messages are in JSON.
	json bool
	// made: it came to the gRPC server, which sees to all else. failed is why it
	// didn't, or not to its end.
	made   bool
	failed error
}

type callKey struct{}

func callOf(ctx context.Context) *call {
	return ctx.Value(callKey{}).(*call)
}

// begin reads the call's body under the bounds of calls.
func (c *call) begin(w http.ResponseWriter, r *http.Request, h *Handler, unary bool) {
	c.json = strings.Contains(r.Header.Get("Content-Type"), "json")
	c.body = &body{ReadCloser: r.Body, controller: http.NewResponseController(w), pace: h.pace, most: h.config.MaxMessageBytes, chunked: slices.Contains(r.TransferEncoding, "chunked")}
	if !unary || strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc") {
		c.body.envelope = envelopeBytes
	}
}

// admitted has the call hold memory.
func (c *call) admitted(ctx context.Context, memory *admit.Memory) {
	c.admission = admit.Of(ctx)
	c.body.ctx, c.body.account = ctx, memory.Account(ctx)
	c.body.admission, c.body.most = c.admission, c.admission.MostMessage(c.body.most)
}

// ends notes that the call's client has only to take what was answered.
func (c *call) ends() { _, _ = c.admission.Send(0) } // it is covered by what an open call counts

// WriteStatus ends the call while its body comes.
func (c *call) WriteStatus(st *status.Status) error {
	c.body.fail(connectError(st.Err()))
	return nil
}

func (c *call) end() { c.body.end() }

// peer is who calls, as gRPC tells it.
func (c *call) peer() *peer.Peer {
	p := &peer.Peer{Addr: address(c.remote)}
	if c.tls != nil {
		p.AuthInfo = credentials.TLSInfo{State: *c.tls, CommonAuthInfo: credentials.CommonAuthInfo{SecurityLevel: credentials.PrivacyAndIntegrity}}
	}
	return p
}

// address is the address of a client.
type address string

func (address) Network() string { return "tcp" }

func (a address) String() string { return string(a) }

// refused is how a call ended that failed out of the gRPC server's sight; OK for one
// that didn't.
func (c *call) refused(w *notedWriter) *status.Status {
	err := c.failed
	if err == nil && !c.made {
		err = c.body.failure()
	}
	switch {
	case err != nil:
		message := ""
		if wire, ok := errors.AsType[*connect.Error](err); ok {
			message = wire.Message()
		}
		return status.New(codes.Code(connect.CodeOf(err)), message)
	case c.made:
		return status.New(codes.OK, "")
	case w.code == http.StatusMethodNotAllowed, w.code == http.StatusUnsupportedMediaType:
		return status.New(codes.Unimplemented, http.StatusText(w.code))
	default:
		return status.New(codes.InvalidArgument, "")
	}
}

// A notedWriter knows which status was written.
type notedWriter struct {
	http.ResponseWriter
	code int
}

// advice is what a response says whose status is all that Connect's handler writes; empty for
// any other status.
func advice(code int) string {
	switch code {
	case http.StatusMethodNotAllowed:
		return "a call is a POST, with a JSON message in its body and Content-Type: application/json\n"
	case http.StatusUnsupportedMediaType:
		return "this Content-Type is not supported: use application/json, or one of those in the header Accept-Post\n"
	default:
		return ""
	}
}

// WriteHeader notes the status.
func (w *notedWriter) WriteHeader(code int) {
	w.code = code
	text := advice(code)
	if text != "" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	}
	w.ResponseWriter.WriteHeader(code)
	if text != "" {
		_, _ = io.WriteString(w.ResponseWriter, text) // the client may be gone
	}
}

// Unwrap is for http.ResponseController.
func (w *notedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what was written.
func (w *notedWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() } // the client may be gone
