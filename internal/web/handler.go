package web

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

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

// A Config says what calls over HTTP may take.
type Config struct {
	// RPC answers the calls. It is a server of its own, so that it can be stopped as HTTP wants it.
	RPC    *grpc.Server
	Gate   *admit.Gate
	Turns  *admit.Turns
	Memory *admit.Memory
	// MaxMessageBytes is the longest message, MaxStreamBytes the longest output of a stream.
	MaxMessageBytes, MaxStreamBytes int
	// ListedOrigin reports whether pages of the request's origin may call; nil if no other origin's may.
	ListedOrigin func(*http.Request) bool
	// Listed is how many elements a list of a message in JSON may have, see wire.CountJSON.
	Listed int
	// ReceiveTimeout is how long the body of a call may take to come, if it is one message.
	ReceiveTimeout time.Duration
	// Invalid makes the error of a field of a message that isn't as it should be.
	Invalid func(field, description string) error
	// Log has the panics.
	Log *slog.Logger
}

// A Handler admits calls that come over HTTP as the gate admits those that come over
// gRPC, has Connect's library read them, and makes them in the gRPC server.
type Handler struct {
	config  Config
	methods map[string]*method
	errors  *connect.ErrorWriter
	pace    *admit.Pace // of the bodies
}

// NewHandler returns a handler of all methods of the gRPC server.
func NewHandler(c Config) (*Handler, error) {
	h := &Handler{
		config: c, methods: map[string]*method{}, errors: connect.NewErrorWriter(),
		pace: admit.NewPace(c.Turns.Slots()),
	}
	for name := range c.RPC.GetServiceInfo() {
		d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
		if err != nil {
			return nil, err
		}
		list := d.(protoreflect.ServiceDescriptor).Methods()
		for i := range list.Len() {
			m, err := newMethod(list.Get(i), &h.config)
			if err != nil {
				return nil, err
			}
			h.methods[m.path] = m
		}
	}
	return h, nil
}

// ServeHTTP makes one call.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := &call{remote: r.RemoteAddr, tls: r.TLS, host: r.Host}
	ctx := context.WithValue(peer.NewContext(r.Context(), call.peer()), callKey{}, call)
	method := h.methods[r.URL.Path]
	if method == nil {
		h.config.Gate.Refuse(ctx, r.URL.Path, status.New(codes.Unimplemented, "unknown method"))
		http.NotFound(w, r)
		return
	}
	if st := h.foreign(r); st != nil {
		h.config.Gate.Refuse(ctx, r.URL.Path, st)
		_ = h.errors.Write(w, r, connectError(st.Err())) // the client may be gone
		return
	}
	call.begin(w, r, h, method.unary)
	defer call.end()
	if method.unary || r.ProtoMajor < 2 {
		call.body.allow(h.config.ReceiveTimeout)
	}
	ctx, err := h.config.Gate.Admit(ctx, &tap.Info{FullMethodName: r.URL.Path, Header: metadataOf(r.Header)}, call)
	if err != nil {
		_ = h.errors.Write(w, r, connectError(err)) // the client may be gone
		return
	}
	defer admit.Of(ctx).End()
	call.admitted(ctx, h.config.Memory)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // from here on the admission bounds it
	noted := &notedWriter{ResponseWriter: w}
	call.failed = h.serve(noted, r.WithContext(ctx), method, call)
	if r.ProtoMajor >= 2 {
		call.ends()
		noted.Flush() // what is left of the answer, while it counts
	}
	if st := call.refused(noted); st.Code() != codes.OK {
		h.config.Gate.Refuse(ctx, r.URL.Path, st)
	}
}

func (h *Handler) serve(w http.ResponseWriter, r *http.Request, method *method, call *call) (err error) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			panic(p) // it isn't a fault, but ends the connection
		default:
			err = connectError(admit.Recovered(r.Context(), h.config.Log, p))
			_ = h.errors.Write(w, r, err) // the client may be gone, or the answer under way
		}
	}()
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
