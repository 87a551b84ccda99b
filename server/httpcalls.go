package server

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// httpCalls admit calls that come over HTTP as the gate admits those that come over
// gRPC, have Connect's library read them, and make them in the gRPC server.
type httpCalls struct {
	config   Config
	gate     *gate
	events   *events
	memory   *memory
	methods  map[string]*httpMethod
	errors   *connect.ErrorWriter
	messages int // the longest message
}

func newHTTPCalls(s *Server, rpc *grpc.Server) (*httpCalls, error) {
	h := &httpCalls{
		config: s.config, gate: s.gate, events: &s.events, memory: s.memory,
		methods:  map[string]*httpMethod{},
		errors:   connect.NewErrorWriter(),
		messages: 2 * s.config.MaxRequestBytes, // as gRPC's own bound: see Service.checkRequest
	}
	for name := range rpc.GetServiceInfo() {
		d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
		if err != nil {
			return nil, err
		}
		list := d.(protoreflect.ServiceDescriptor).Methods()
		for i := range list.Len() {
			m, err := newHTTPMethod(list.Get(i), rpc, h.messages)
			if err != nil {
				return nil, err
			}
			h.methods[m.path] = m
		}
	}
	return h, nil
}

// ServeHTTP makes one call.
func (h *httpCalls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := &httpCall{remote: r.RemoteAddr, tls: r.TLS, host: r.Host}
	ctx := context.WithValue(peer.NewContext(r.Context(), call.peer()), httpCallKey{}, call)
	method := h.methods[r.URL.Path]
	if method == nil {
		h.refuse(ctx, r, codes.Unimplemented)
		http.NotFound(w, r)
		return
	}
	ctx, err := h.gate.arrive(ctx, &tap.Info{FullMethodName: r.URL.Path, Header: metadataOf(r.Header)})
	if err != nil {
		_ = h.errors.Write(w, r, connectError(err)) // the client may be gone
		return
	}
	call.begin(w, r, h)
	defer call.end()
	noted := &notedWriter{ResponseWriter: w}
	call.failed = h.serve(noted, r.WithContext(ctx), method, call)
	if code := call.refused(noted); code != codes.OK {
		h.refuse(ctx, r, code)
	}
}

func (h *httpCalls) serve(w http.ResponseWriter, r *http.Request, method *httpMethod, call *httpCall) error {
	if r.Body = call.body; method.unary || r.ProtoMajor < 2 {
		call.body.allow(h.config.StreamIdleTimeout)
	}
	if !method.unary && r.ProtoMajor < 2 {
		// Clients of HTTP/1.1 send all before they read. Connect's library takes no
		// streams from them, lest both sides wait for each other; here neither does.
		body, err := call.body.whole(2 * h.config.MaxStreamBytes)
		if err != nil {
			_ = h.errors.Write(w, r, err) // the client may be gone
			return err
		}
		r.Body, r.ProtoMajor, r.ProtoMinor, r.Proto = body, 2, 0, "HTTP/2.0"
	}
	method.handler.ServeHTTP(w, r)
	return call.failed
}

// refuse notes a call that got no further than here.
func (h *httpCalls) refuse(ctx context.Context, r *http.Request, code codes.Code) {
	h.events.refuse(ctx, r.URL.Path, status.New(code, ""))
}

// An httpCall is what its parts tell one another.
type httpCall struct {
	remote, host string
	tls          *tls.ConnectionState
	body         *httpBody
	controller   *http.ResponseController
	memory       *memory
	// idle is how long the client may take to read an answer; answer what it counts.
	idle   time.Duration
	answer int64
	// made: it came to the gRPC server, which sees to all else. failed is why it
	// didn't, or not to its end.
	made   bool
	failed error
}

type httpCallKey struct{}

func httpCallOf(ctx context.Context) *httpCall {
	return ctx.Value(httpCallKey{}).(*httpCall)
}

// begin reads the call's body under the bounds of calls.
func (c *httpCall) begin(w http.ResponseWriter, r *http.Request, h *httpCalls) {
	c.memory, c.controller, c.idle = h.memory, http.NewResponseController(w), h.config.StreamIdleTimeout
	c.waitForReader(0) // an earlier call on the connection may have set it
	c.body = &httpBody{ReadCloser: r.Body, memory: h.memory, controller: c.controller, most: h.messages + envelopeBytes}
}

// send counts an answer, and bounds how long its client may take to read it.
func (c *httpCall) send(answer *frame) {
	c.answer = int64(len(answer.data))
	c.memory.wire.Add(c.answer)
	c.waitForReader(c.idle)
}

// sent takes it out of the count.
func (c *httpCall) sent() {
	c.memory.wire.Add(-c.answer)
	c.answer = 0
	c.waitForReader(0)
}

// waitForReader bounds how long from now on the client may take to read; 0 for ever.
func (c *httpCall) waitForReader(d time.Duration) {
	var deadline time.Time
	if d > 0 {
		deadline = time.Now().Add(d)
	}
	_ = c.controller.SetWriteDeadline(deadline) // without deadlines the client decides
}

func (c *httpCall) end() {
	c.memory.wire.Add(-c.answer)
	c.body.end()
}

// peer is who calls, as gRPC tells it.
func (c *httpCall) peer() *peer.Peer {
	p := &peer.Peer{Addr: httpAddress(c.remote)}
	if c.tls != nil {
		p.AuthInfo = credentials.TLSInfo{State: *c.tls, CommonAuthInfo: credentials.CommonAuthInfo{SecurityLevel: credentials.PrivacyAndIntegrity}}
	}
	return p
}

// httpAddress is the address of a client.
type httpAddress string

func (httpAddress) Network() string  { return "tcp" }
func (a httpAddress) String() string { return string(a) }

// refused is the code of a call that failed out of the gRPC server's sight.
func (c *httpCall) refused(w *notedWriter) codes.Code {
	err := c.failed
	if err == nil && !c.made {
		err = c.body.failure()
	}
	switch {
	case err != nil:
		return codes.Code(connect.CodeOf(err))
	case c.made:
		return codes.OK
	case w.code == http.StatusMethodNotAllowed, w.code == http.StatusUnsupportedMediaType:
		return codes.Unimplemented
	default:
		return codes.InvalidArgument
	}
}

// A notedWriter knows which status was written.
type notedWriter struct {
	http.ResponseWriter
	code int
}

// WriteHeader notes the status.
func (w *notedWriter) WriteHeader(code int) {
	w.code = code
	w.ResponseWriter.WriteHeader(code)
}

// Unwrap is for http.ResponseController.
func (w *notedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what was written.
func (w *notedWriter) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() } // the client may be gone

// metadataOf is a request's header as gRPC has it.
func metadataOf(header http.Header) metadata.MD {
	md := make(metadata.MD, len(header))
	for key, values := range header {
		md[strings.ToLower(key)] = values
	}
	return md
}

// connectError is a gRPC error as one of Connect's, details included.
func connectError(err error) error {
	st := status.Convert(err)
	wire := connect.NewError(connect.Code(st.Code()), errors.New(st.Message()))
	for _, detail := range st.Proto().GetDetails() {
		if d, err := connect.NewErrorDetail(detail); err == nil {
			wire.AddDetail(d)
		}
	}
	return wire
}
