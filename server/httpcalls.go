package server

import (
	"context"
	"net/http"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/tap"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/toolparser/toolparser/internal/admit"
)

// httpCalls admit calls that come over HTTP as the gate admits those that come over
// gRPC, have Connect's library read them, and make them in the gRPC server.
type httpCalls struct {
	config   Config
	gate     *admit.Gate
	memory   *admit.Memory
	methods  map[string]*httpMethod
	errors   *connect.ErrorWriter
	messages int // the longest message
}

func newHTTPCalls(s *Server, rpc *grpc.Server) (*httpCalls, error) {
	h := &httpCalls{
		config: s.config, gate: s.gate, memory: s.service.memory,
		methods:  map[string]*httpMethod{},
		errors:   connect.NewErrorWriter(),
		messages: maxMessage(s.config), // as gRPC's own bound
	}
	for name := range rpc.GetServiceInfo() {
		d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
		if err != nil {
			return nil, err
		}
		list := d.(protoreflect.ServiceDescriptor).Methods()
		for i := range list.Len() {
			m, err := newHTTPMethod(list.Get(i), rpc, s.service, h.messages)
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
		h.gate.Refuse(ctx, r.URL.Path, status.New(codes.Unimplemented, "unknown method"))
		http.NotFound(w, r)
		return
	}
	call.begin(w, r, h, method.unary)
	defer call.end()
	if method.unary || r.ProtoMajor < 2 {
		call.body.allow(h.config.ReceiveTimeout)
	}
	ctx, err := h.gate.Admit(ctx, &tap.Info{FullMethodName: r.URL.Path, Header: metadataOf(r.Header)}, call)
	if err != nil {
		_ = h.errors.Write(w, r, connectError(err)) // the client may be gone
		return
	}
	defer admit.Of(ctx).End()
	call.body.account = h.memory.Account(ctx)
	noted := &notedWriter{ResponseWriter: w}
	call.failed = h.serve(noted, r.WithContext(ctx), method, call)
	if st := call.refused(noted); st.Code() != codes.OK {
		h.gate.Refuse(ctx, r.URL.Path, st)
	}
}

func (h *httpCalls) serve(w http.ResponseWriter, r *http.Request, method *httpMethod, call *httpCall) error {
	r.Body = call.body
	if !method.unary && r.ProtoMajor < 2 {
		// Clients of HTTP/1.1 send all before they read. Connect's library takes no
		// streams from them, so that the two sides don't wait for each other; here neither does.
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

// metadataOf is a request's header as gRPC has it.
func metadataOf(header http.Header) metadata.MD {
	md := make(metadata.MD, len(header))
	for key, values := range header {
		md[strings.ToLower(key)] = values
	}
	return md
}
