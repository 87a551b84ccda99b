package metrics

import (
	"context"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/server"
)

// calls are the metrics of gRPC servers, under the names that all have. Those of a
// method are looked up once: a library that looked them up by their labels for every
// message, which a stream has hundreds of, took a tenth of the time of a short call.
type calls struct {
	started, handled, received, sent *prometheus.CounterVec
	seconds                          *prometheus.HistogramVec
	identities                       *prometheus.CounterVec

	mu sync.Mutex // of those who add a method
	// methods is replaced by a larger one, by the full name of a method.
	methods atomic.Pointer[map[string]*method]
}

// A method has its metrics.
type method struct {
	kind, service, name     string
	started, received, sent prometheus.Counter
	seconds                 prometheus.Observer
	handled                 [codes.Unauthenticated + 1]prometheus.Counter
}

func newCalls() *calls {
	vec := func(name, help string, more ...string) *prometheus.CounterVec {
		labels := append([]string{"grpc_type", "grpc_service", "grpc_method"}, more...)
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	c := &calls{
		started:    vec("grpc_server_started_total", "Calls that were begun."),
		handled:    vec("grpc_server_handled_total", "Calls that have ended, by their code.", "grpc_code"),
		received:   vec("grpc_server_msg_received_total", "Messages received."),
		sent:       vec("grpc_server_msg_sent_total", "Messages sent."),
		identities: identityCalls(),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "grpc_server_handling_seconds", Help: "How long calls took.", Buckets: handlingBuckets,
		}, []string{"grpc_type", "grpc_service", "grpc_method"}),
	}
	c.methods.Store(&map[string]*method{})
	return c
}

func (c *calls) collectors() []prometheus.Collector {
	return []prometheus.Collector{c.started, c.handled, c.received, c.sent, c.seconds, c.identities}
}

// method is the one of a full name, /package.Service/Method.
func (c *calls) method(full string, client, server bool) *method {
	if m := (*c.methods.Load())[full]; m != nil {
		return m
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	methods := maps.Clone(*c.methods.Load())
	if methods[full] == nil {
		methods[full] = c.newMethod(full, client, server)
		c.methods.Store(&methods)
	}
	return methods[full]
}

func (c *calls) newMethod(full string, client, server bool) *method {
	service, name, _ := strings.Cut(strings.TrimPrefix(full, "/"), "/")
	kind := map[[2]bool]string{
		{false, false}: "unary", {true, false}: "client_stream", {false, true}: "server_stream", {true, true}: "bidi_stream",
	}[[2]bool{client, server}]
	m := &method{
		kind: kind, service: service, name: name,
		started:  c.started.WithLabelValues(kind, service, name),
		received: c.received.WithLabelValues(kind, service, name),
		sent:     c.sent.WithLabelValues(kind, service, name),
		seconds:  c.seconds.WithLabelValues(kind, service, name),
	}
	for code := range m.handled {
		m.handled[code] = c.handled.WithLabelValues(kind, service, name, codes.Code(code).String())
	}
	return m
}

// end counts a call that has ended.
func (c *calls) end(ctx context.Context, m *method, begun time.Time, err error) {
	code := status.Code(err)
	if int(code) < len(m.handled) {
		m.handled[code].Inc()
	} else {
		c.handled.WithLabelValues(m.kind, m.service, m.name, code.String()).Inc()
	}
	m.seconds.Observe(time.Since(begun).Seconds())
	if name := server.Identity(ctx); name != "" {
		c.identities.WithLabelValues(name, code.String()).Inc()
	}
}

func (c *calls) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	begun, m := time.Now(), c.method(info.FullMethod, false, false)
	m.started.Inc()
	m.received.Inc()
	response, err := handler(ctx, req)
	if err == nil {
		m.sent.Inc()
	}
	c.end(ctx, m, begun, err)
	return response, err
}

func (c *calls) streaming(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	begun, m := time.Now(), c.method(info.FullMethod, info.IsClientStream, info.IsServerStream)
	m.started.Inc()
	err := handler(srv, &countedStream{stream, m})
	c.end(stream.Context(), m, begun, err)
	return err
}

// A countedStream counts its messages.
type countedStream struct {
	grpc.ServerStream
	method *method
}

// RecvMsg receives a message.
func (s *countedStream) RecvMsg(m any) error {
	err := s.ServerStream.RecvMsg(m)
	if err == nil {
		s.method.received.Inc()
	}
	return err
}

// SendMsg sends one.
func (s *countedStream) SendMsg(m any) error {
	err := s.ServerStream.SendMsg(m)
	if err == nil {
		s.method.sent.Inc()
	}
	return err
}
