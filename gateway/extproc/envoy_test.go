package extproc_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/toolparser/toolparser/gateway/extproc"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/internal/envoytest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A setup is a server with a processor, and a client of it.
type setup struct {
	*testing.T
	log    *apitest.Log
	client extprocv3.ExternalProcessorClient
	conn   *grpc.ClientConn
	stop   func() // begins a drain
	ended  chan error
}

// start starts a server of the registry's families.
func start(t *testing.T, registry *parsers.Registry, config extproc.Config, limits server.Config) *setup {
	t.Helper()
	if config.MaxRequestBytes == 0 {
		config.MaxRequestBytes, config.MaxResponseBytes = server.DefaultMaxRequestBytes, server.DefaultMaxStreamBytes
	}
	s := &setup{T: t, log: &apitest.Log{}, ended: make(chan error, 1)}
	log := slog.New(slog.NewTextHandler(s.log, nil))
	srv, err := server.New(registry, server.WithConfig(limits), server.WithLogger(log), extproc.Option(config, log))
	if err != nil {
		t.Fatal(err)
	}
	listener := bufconn.Listen(1 << 20)
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	go func() { s.ended <- srv.Serve(ctx, listener) }()
	s.conn, err = grpc.NewClient("passthrough:///envoy", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	s.client = extprocv3.NewExternalProcessorClient(s.conn)
	t.Cleanup(func() {
		_ = s.conn.Close()
		stop()
		srv.Stop()
		if err := <-s.ended; err != nil {
			t.Error(err)
		}
	})
	return s
}

// standard is a server as it is without flags but --ext-proc.
func standard(t *testing.T) *setup {
	t.Helper()
	return start(t, apitest.Registry(), extproc.Config{}, server.Config{})
}

// The ways in which Envoy can be configured.
var (
	late   = &extprocv3.ProtocolConfiguration{RequestBodyMode: modev3.ProcessingMode_STREAMED}
	duplex = &extprocv3.ProtocolConfiguration{RequestBodyMode: modev3.ProcessingMode_FULL_DUPLEX_STREAMED, ResponseBodyMode: modev3.ProcessingMode_FULL_DUPLEX_STREAMED}
	mixed  = &extprocv3.ProtocolConfiguration{RequestBodyMode: modev3.ProcessingMode_BUFFERED, ResponseBodyMode: modev3.ProcessingMode_FULL_DUPLEX_STREAMED}
)

var configurations = map[string]*extprocv3.ProtocolConfiguration{"late": late, "duplex": duplex, "mixed": mixed}

// A trip is an HTTP request and its response, as Envoy has them.
type trip struct {
	config   *extprocv3.ProtocolConfiguration
	path     string // default that of chat completions
	accept   string // encodings
	request  []string
	header   http.Header // of the response; its type is JSON by default
	status   string      // default 200
	response []string
	trailers bool // of both
	sized    bool // the request has a Content-Length
}

// An outcome is what Envoy makes of a trip.
type outcome struct {
	accept   string // encodings that the upstream is asked for
	request  string // that it gets
	header   http.Header
	response string
	length   string // the request's Content-Length
	inEnvoy  bool   // the response's body wasn't sent to the processor
	metadata map[string]any
}

// An envoy is one stream of the filter ext_proc. What its peer does wrong fails the test.
type envoy struct {
	*setup
	trip
	stream extprocv3.ExternalProcessor_ProcessClient
	out    outcome
	left   bool // the processor has ended the stream
}

// run makes the trip.
func (s *setup) run(trip trip) outcome {
	s.Helper()
	e := s.open(s.Context(), trip)
	e.doRequest()
	e.doResponse()
	return e.out
}

func (s *setup) open(ctx context.Context, trip trip) *envoy {
	s.Helper()
	if trip.path == "" {
		trip.path = "/v1/chat/completions?x=1"
	}
	if trip.header == nil {
		trip.header = http.Header{"Content-Type": {"application/json"}}
	}
	if trip.status == "" {
		trip.status = "200"
	}
	stream, err := s.client.Process(ctx)
	if err != nil {
		s.Fatal(err)
	}
	return &envoy{setup: s, trip: trip, stream: stream, out: outcome{accept: trip.accept, header: trip.header.Clone()}}
}

// send sends a message; one that comes after the peer's end is lost.
func (e *envoy) send(m *extprocv3.ProcessingRequest) {
	e.Helper()
	if err := e.stream.Send(m); err != nil && !errors.Is(err, io.EOF) {
		e.Error(err)
	}
}

// receive is the next answer; nil if the peer has ended the stream well.
func (e *envoy) receive() *extprocv3.ProcessingResponse {
	e.Helper()
	m, err := e.stream.Recv()
	if errors.Is(err, io.EOF) {
		e.left = true
		return nil
	}
	if err != nil {
		e.Fatal(err)
	}
	for key, value := range m.GetDynamicMetadata().GetFields()["toolparser"].GetStructValue().AsMap() {
		if e.out.metadata == nil {
			e.out.metadata = map[string]any{}
		}
		e.out.metadata[key] = value
	}
	return m
}

func (e *envoy) requestDuplex() bool {
	return e.config.GetRequestBodyMode() == modev3.ProcessingMode_FULL_DUPLEX_STREAMED
}

// doRequest sends the request, and takes what becomes of it.
func (e *envoy) doRequest() {
	e.Helper()
	e.sendRequestHeaders()
	if e.requestDuplex() {
		var sending sync.WaitGroup
		defer sending.Wait()
		sending.Go(func() {
			for i := range e.request {
				e.sendRequestBody(i)
			}
		})
		e.takeRequestHeaders(e.receive())
		for last := len(e.request) == 0; !last; {
			m := e.receive()
			if e.trailers && m.GetRequestTrailers() != nil {
				return
			}
			piece := m.GetRequestBody().GetResponse().GetBodyMutation().GetStreamedResponse()
			if piece == nil {
				e.Fatalf("no piece of the request's body: %v", m)
			}
			e.out.request += string(piece.GetBody())
			last = piece.GetEndOfStream()
		}
		return
	}
	e.takeRequestHeaders(e.receive())
	for i := range e.request {
		e.out.request += e.request[i]
		if e.left {
			continue
		}
		e.sendRequestBody(i)
		if m := e.receive(); m != nil && (m.GetRequestBody() == nil || m.GetRequestBody().GetResponse().GetBodyMutation() != nil) {
			e.Fatalf("a piece of the request's body got %v", m)
		}
		if e.trailers && i == len(e.request)-1 && !e.left {
			if m := e.receive(); m != nil && m.GetRequestTrailers() == nil {
				e.Fatalf("the request's trailers got %v", m)
			}
		}
	}
}

func (e *envoy) sendRequestHeaders() {
	h := http.Header{":method": {"POST"}, ":path": {e.path}, "Content-Type": {"application/json"}, "Authorization": {"Bearer s3cret"}}
	if e.sized {
		e.out.length = strconv.Itoa(len(strings.Join(e.trip.request, "")))
		h.Set("Content-Length", e.out.length)
	}
	if e.accept != "" {
		h.Set("Accept-Encoding", e.accept)
	}
	e.send(&extprocv3.ProcessingRequest{
		ProtocolConfig: e.config,
		Request:        &extprocv3.ProcessingRequest_RequestHeaders{RequestHeaders: &extprocv3.HttpHeaders{Headers: envoytest.HeaderMap(h), EndOfStream: len(e.request) == 0}},
	})
}

// sendRequestBody sends a chunk, and trailers behind the last one.
func (e *envoy) sendRequestBody(i int) {
	e.Helper()
	last := i == len(e.request)-1
	e.send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_RequestBody{
		RequestBody: &extprocv3.HttpBody{Body: []byte(e.request[i]), EndOfStream: last && !e.trailers},
	}})
	if last && e.trailers {
		e.send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_RequestTrailers{RequestTrailers: &extprocv3.HttpTrailers{}}})
	}
}

func (e *envoy) takeRequestHeaders(m *extprocv3.ProcessingResponse) {
	e.Helper()
	if m.GetRequestHeaders() == nil {
		e.Fatalf("the request's headers got %v", m)
	}
	for _, h := range m.GetRequestHeaders().GetResponse().GetHeaderMutation().GetSetHeaders() {
		switch value := string(h.GetHeader().GetRawValue()); h.GetHeader().GetKey() {
		case "accept-encoding":
			e.out.accept = value
		case "content-length":
			e.out.length = value
		default:
			e.Errorf("the request's header %s was changed", h.GetHeader().GetKey())
		}
	}
}

// doResponse sends the response, and takes what becomes of it.
func (e *envoy) doResponse() {
	e.Helper()
	asked := e.config.GetResponseBodyMode() == modev3.ProcessingMode_FULL_DUPLEX_STREAMED
	if e.left || !asked && e.peerLeft() {
		e.pass()
		return
	}
	e.sendResponseHeaders()
	if asked {
		go e.sendResponseBody()
		e.takeResponseHeaders(e.receive())
		e.takeResponseBody()
		return
	}
	m := e.receive()
	if m == nil {
		e.pass()
		return
	}
	e.takeResponseHeaders(m)
	if m.GetModeOverride().GetResponseBodyMode() != modev3.ProcessingMode_FULL_DUPLEX_STREAMED {
		e.pass()
		return
	}
	go e.sendResponseBody()
	e.takeResponseBody()
}

// peerLeft reports whether the processor ends the stream when it has had the request: for a request
// without tools. Others it keeps open, and has nothing to say.
func (e *envoy) peerLeft() bool {
	if strings.Contains(strings.Join(e.request, ""), `"tools"`) {
		return false
	}
	return e.receive() == nil
}

// pass gives the client the body as it is.
func (e *envoy) pass() {
	e.out.inEnvoy = true
	e.out.response = strings.Join(e.response, "")
}

func (e *envoy) sendResponseHeaders() {
	h := e.header.Clone()
	h[":status"] = []string{e.status}
	e.send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_ResponseHeaders{
		ResponseHeaders: &extprocv3.HttpHeaders{Headers: envoytest.HeaderMap(h), EndOfStream: len(e.response) == 0},
	}})
}

func (e *envoy) sendResponseBody() {
	for i, piece := range e.response {
		last := i == len(e.response)-1 && !e.trailers
		_ = e.stream.Send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_ResponseBody{ResponseBody: &extprocv3.HttpBody{Body: []byte(piece), EndOfStream: last}}})
	}
	if e.trailers {
		_ = e.stream.Send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_ResponseTrailers{ResponseTrailers: &extprocv3.HttpTrailers{}}})
	}
}

func (e *envoy) takeResponseHeaders(m *extprocv3.ProcessingResponse) {
	e.Helper()
	if m.GetResponseHeaders() == nil {
		e.Fatalf("the response's headers got %v", m)
	}
	envoytest.Mutate(e.out.header, m.GetResponseHeaders().GetResponse())
}

func (e *envoy) takeResponseBody() {
	e.Helper()
	var body strings.Builder
	defer func() { e.out.response += body.String() }()
	for len(e.response) > 0 {
		m := e.receive()
		if m.GetResponseTrailers() != nil && e.trailers {
			break
		}
		piece := m.GetResponseBody().GetResponse().GetBodyMutation().GetStreamedResponse()
		if piece == nil {
			e.Fatalf("no piece of the response's body: %v", m)
		}
		body.Write(piece.GetBody())
		if piece.GetEndOfStream() {
			if e.trailers {
				e.Error("the body ended before its trailers")
			}
			break
		}
	}
}
