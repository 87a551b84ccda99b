package metrics

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// latencyBuckets are the upper bounds, in seconds, of the histograms of how long an answer
// takes: a chunk and a short output take microseconds, a request of many MiB seconds.
var latencyBuckets = []float64{
	.00001, .000025, .00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30,
}

// calls are the metrics of gRPC servers, under the names that all have. Those of a method
// are found once. The middleware's own provider finds them by their labels for every
// message, of which a stream has hundreds: 15 % more for each.
type calls struct {
	started, handled, received, sent *prometheus.CounterVec
	seconds, messages                *prometheus.HistogramVec
	identities                       *prometheus.CounterVec
	// epoch is what the times of messages count from.
	epoch time.Time

	mu sync.Mutex // of those who add a method
	// methods is replaced by a larger one.
	methods atomic.Pointer[map[methodName]*method]
}

// A methodName names a method as calls are reported: the full name would be put together
// for every call.
type methodName struct{ service, method string }

// A method has its metrics.
type method struct {
	kind                    interceptors.GRPCType
	name                    methodName
	started, received, sent prometheus.Counter
	handled                 [codes.Unauthenticated + 1]prometheus.Counter
	// seconds is nil for streams: how long one lasts is its client's doing.
	seconds prometheus.Observer
	// messages is nil but for streams that answer each message before they read the next one.
	messages prometheus.Observer
}

func newCalls() *calls {
	vec := func(name, help string, more ...string) *prometheus.CounterVec {
		labels := append([]string{"grpc_type", "grpc_service", "grpc_method"}, more...)
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	c := &calls{
		started:    vec("grpc_server_started_total", "Calls that have started."),
		handled:    vec("grpc_server_handled_total", "Calls that have ended, by their code.", "grpc_code"),
		received:   vec("grpc_server_msg_received_total", "Messages received."),
		sent:       vec("grpc_server_msg_sent_total", "Messages sent."),
		identities: identityCalls(),
		epoch:      time.Now(),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "grpc_server_handling_seconds", Help: "Duration of unary calls, in seconds.", Buckets: latencyBuckets,
		}, []string{"grpc_type", "grpc_service", "grpc_method"}),
		messages: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "toolparser_stream_message_seconds", Buckets: latencyBuckets,
			Help: "Time from a message of a stream to its response, in seconds. A message is a start, a chunk or a finish. A message of a multiplexed stream has those of all its outputs.",
		}, []string{"grpc_method"}),
	}
	c.methods.Store(&map[methodName]*method{})
	return c
}

func (c *calls) collectors() []prometheus.Collector {
	return []prometheus.Collector{c.started, c.handled, c.received, c.sent, c.seconds, c.messages, c.identities}
}

// method is the one of a name.
func (c *calls) method(name methodName, kind interceptors.GRPCType) *method {
	if m := (*c.methods.Load())[name]; m != nil {
		return m
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	methods := maps.Clone(*c.methods.Load())
	if methods[name] == nil {
		methods[name] = c.newMethod(name, kind)
		c.methods.Store(&methods)
	}
	return methods[name]
}

func (c *calls) newMethod(name methodName, kind interceptors.GRPCType) *method {
	labels := []string{string(kind), name.service, name.method}
	m := &method{
		kind: kind, name: name,
		started:  c.started.WithLabelValues(labels...),
		received: c.received.WithLabelValues(labels...),
		sent:     c.sent.WithLabelValues(labels...),
	}
	if kind == interceptors.Unary {
		m.seconds = c.seconds.WithLabelValues(labels...)
	}
	switch "/" + name.service + "/" + name.method {
	case toolparserv1.ToolParserService_StreamToolCalls_FullMethodName, toolparserv1.ToolParserService_MultiplexToolCalls_FullMethodName:
		m.messages = c.messages.WithLabelValues(name.method)
	}
	for _, code := range interceptors.AllCodes {
		m.handled[code] = c.handled.WithLabelValues(append(labels, code.String())...)
	}
	return m
}

// ServerReporter counts a call.
func (c *calls) ServerReporter(ctx context.Context, call interceptors.CallMeta) (interceptors.Reporter, context.Context) {
	m := c.method(methodName{call.Service, call.Method}, call.Typ)
	m.started.Inc()
	return &countedCall{calls: c, method: m, identity: server.Identity(ctx)}, ctx
}

// A countedCall is one call.
type countedCall struct {
	calls    *calls
	method   *method
	identity string
	// received is when the last message came, after calls.epoch.
	received time.Duration
}

// PostCall counts the end of the call.
func (c *countedCall) PostCall(err error, took time.Duration) {
	code := status.Code(err)
	if int(code) < len(c.method.handled) {
		c.method.handled[code].Inc()
	} else {
		m := c.method
		c.calls.handled.WithLabelValues(string(m.kind), m.name.service, m.name.method, code.String()).Inc()
	}
	if c.method.seconds != nil {
		c.method.seconds.Observe(took.Seconds())
	}
	if c.identity != "" {
		c.calls.identities.WithLabelValues(c.identity, code.String()).Inc()
	}
}

// PostMsgSend counts a message that was sent. To hand it over took as long as given, which
// is up to the client where it doesn't read, and isn't part of the time to answer.
func (c *countedCall) PostMsgSend(_ any, err error, took time.Duration) {
	if err != nil {
		return
	}
	c.method.sent.Inc()
	if c.method.messages != nil {
		c.method.messages.Observe((time.Since(c.calls.epoch) - took - c.received).Seconds())
	}
}

// PostMsgReceive counts one that was received. The end of a client's messages isn't one,
// but may be answered.
func (c *countedCall) PostMsgReceive(_ any, err error, _ time.Duration) {
	if err == nil {
		c.method.received.Inc()
	}
	if c.method.messages != nil {
		c.received = time.Since(c.calls.epoch)
	}
}
