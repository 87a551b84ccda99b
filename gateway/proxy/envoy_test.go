package proxy_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/toolparser/toolparser/gateway/extproc"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/internal/envoytest"
	"github.com/toolparser/toolparser/server"
)

// In Envoy, too, a client is never worse off than with a plain forwarder: all scripts of chat completions, in both modes of the filter.
// What is held back is lost where the upstream breaks off: Envoy resets the connection to the client at once.
func TestNeverWorseInEnvoy(t *testing.T) {
	s := newStage(t)
	for _, mode := range []modev3.ProcessingMode_BodySendMode{modev3.ProcessingMode_NONE, modev3.ProcessingMode_FULL_DUPLEX_STREAMED} {
		fronts := map[string]*httptest.Server{} // by the policy
		for _, r := range allRuns(t) {
			if r.api != apiChat {
				continue
			}
			front := fronts[r.policy]
			if front == nil {
				front = newEnvoy(t, s, mode, extproc.Config{Policy: apitest.PolicyOf(t, r.policy)})
				fronts[r.policy] = front
			}
			t.Run(mode.String()+"/"+r.name, func(t *testing.T) {
				const wait = 10 * time.Second
				c := &comparison{run: &r, forwarder: s.play(t, r.withComments(), s.forwarder.URL, wait), proxy: s.play(t, &r, front.URL, wait)}
				if r.end == endBreak {
					broken := r
					broken.end = endReset
					c.run = &broken
				}
				if c.all(); len(c.wrong) > 0 {
					t.Errorf("%s\nwith the forwarder: %s\n%s\nin Envoy: %s\n%s", strings.Join(c.wrong, "\n"), c.forwarder, c.forwarder.raw, c.proxy, c.proxy.raw)
				}
			})
		}
	}
}

// An envoy stands for Envoy with the filter ext_proc, in front of a stage's upstream.
type envoy struct {
	client   extprocv3.ExternalProcessorClient
	upstream http.RoundTripper
	base     string
	mode     *extprocv3.ProtocolConfiguration
}

// newEnvoy starts an external processor, and an envoy that asks it.
func newEnvoy(t *testing.T, s *stage, mode modev3.ProcessingMode_BodySendMode, config extproc.Config) *httptest.Server {
	t.Helper()
	config.MaxRequestBytes, config.MaxResponseBytes = server.DefaultMaxRequestBytes, server.DefaultMaxStreamBytes
	log := slog.New(slog.DiscardHandler)
	processor, err := server.New(apitest.Registry(), server.WithLogger(log), extproc.Option(config, log))
	if err != nil {
		t.Fatal(err)
	}
	listener := bufconn.Listen(1 << 20)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- processor.Serve(ctx, listener) }()
	conn, err := grpc.NewClient("passthrough:///envoy", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	e := &envoy{
		client: extprocv3.NewExternalProcessorClient(conn), upstream: &http.Transport{DisableKeepAlives: true, DisableCompression: true},
		base: s.base(), mode: &extprocv3.ProtocolConfiguration{RequestBodyMode: modev3.ProcessingMode_STREAMED, ResponseBodyMode: mode},
	}
	if mode == modev3.ProcessingMode_FULL_DUPLEX_STREAMED {
		e.mode.RequestBodyMode = mode
	}
	front := httptest.NewServer(e)
	t.Cleanup(func() {
		front.Close()
		_ = conn.Close()
		stop()
		processor.Stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return front
}

// ServeHTTP takes a request through the filter, to the upstream, and its response back.
func (e *envoy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	x := &filtered{envoy: e, w: w}
	var err error
	if x.stream, err = e.client.Process(ctx); err != nil {
		panic(http.ErrAbortHandler)
	}
	body, _ := io.ReadAll(r.Body) // the client has sent all of it
	request, _ := http.NewRequestWithContext(ctx, r.Method, e.base+r.URL.Path, nil)
	request.Header = r.Header.Clone()
	sent := x.request(request, body)
	request.Body, request.ContentLength = io.NopCloser(strings.NewReader(sent)), int64(len(sent))
	response, err := e.upstream.RoundTrip(request)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer func() { _ = response.Body.Close() }()
	x.response(response, cancel)
}

// A filtered exchange is a request on its way through the filter.
type filtered struct {
	*envoy
	w      http.ResponseWriter
	stream grpc.BidiStreamingClient[extprocv3.ProcessingRequest, extprocv3.ProcessingResponse]
	left   bool // the processor has ended the stream: all else passes
}

// send sends a message. One that comes after the processor's end is lost.
func (x *filtered) send(m *extprocv3.ProcessingRequest) { _ = x.stream.Send(m) }

// receive is the next answer; nil if the processor has ended the stream well.
func (x *filtered) receive() *extprocv3.ProcessingResponse {
	if x.left {
		return nil
	}
	m, err := x.stream.Recv()
	if err == io.EOF { //nolint:errorlint // gRPC's own
		x.left = true
		return nil
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return m
}

// request sends a request through the filter, and returns its body.
func (x *filtered) request(r *http.Request, body []byte) string {
	h := r.Header.Clone()
	h[":method"], h[":path"] = []string{r.Method}, []string{r.URL.Path}
	x.send(&extprocv3.ProcessingRequest{ProtocolConfig: x.mode, Request: &extprocv3.ProcessingRequest_RequestHeaders{RequestHeaders: &extprocv3.HttpHeaders{Headers: envoytest.HeaderMap(h)}}})
	piece := &extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_RequestBody{RequestBody: &extprocv3.HttpBody{Body: body, EndOfStream: true}}}
	if x.mode.GetRequestBodyMode() != modev3.ProcessingMode_FULL_DUPLEX_STREAMED {
		envoytest.Mutate(r.Header, x.receive().GetRequestHeaders().GetResponse())
		if !x.left {
			x.send(piece)
			x.receive()
		}
		return string(body)
	}
	x.send(piece)
	envoytest.Mutate(r.Header, x.receive().GetRequestHeaders().GetResponse())
	var sent strings.Builder
	for ended := false; !ended; {
		streamed := x.receive().GetRequestBody().GetResponse().GetBodyMutation().GetStreamedResponse()
		sent.Write(streamed.GetBody())
		ended = streamed.GetEndOfStream() || x.left
	}
	return sent.String()
}

// response sends a response through the filter to the client.
func (x *filtered) response(r *http.Response, cancel func()) {
	h := r.Header.Clone()
	h[":status"] = []string{strconv.Itoa(r.StatusCode)}
	x.send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_ResponseHeaders{ResponseHeaders: &extprocv3.HttpHeaders{Headers: envoytest.HeaderMap(h)}}})
	late := x.mode.GetResponseBodyMode() != modev3.ProcessingMode_FULL_DUPLEX_STREAMED
	var sending sync.WaitGroup
	defer sending.Wait()
	defer cancel()
	start := func() {
		sending.Go(func() {
			if !x.sendBody(r.Body) {
				cancel() // Envoy resets both sides
			}
		})
	}
	if !late {
		start()
	}
	answer := x.receive()
	asked := answer.GetModeOverride().GetResponseBodyMode() == modev3.ProcessingMode_FULL_DUPLEX_STREAMED
	envoytest.Mutate(r.Header, answer.GetResponseHeaders().GetResponse())
	for name, values := range r.Header {
		x.w.Header()[name] = values
	}
	if len(r.Header["Content-Type"]) == 0 {
		x.w.Header()["Content-Type"] = nil // net/http would guess one
	}
	x.w.WriteHeader(r.StatusCode)
	if late && !asked {
		if _, err := io.Copy(flushing{x.w}, r.Body); err != nil {
			panic(http.ErrAbortHandler)
		}
		return
	}
	if late {
		start()
	}
	for ended := false; !ended; {
		streamed := x.receive().GetResponseBody().GetResponse().GetBodyMutation().GetStreamedResponse()
		if x.left {
			panic(http.ErrAbortHandler) // it must send back all of a body
		}
		_, _ = flushing{x.w}.Write(streamed.GetBody()) // the client may have left
		ended = streamed.GetEndOfStream()
	}
}

// sendBody sends a body to the processor, and reports whether it came to its end.
func (x *filtered) sendBody(body io.Reader) (whole bool) {
	buffer := make([]byte, 4<<10)
	for {
		n, err := body.Read(buffer)
		ended := errors.Is(err, io.EOF)
		if n > 0 || ended {
			x.send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_ResponseBody{
				ResponseBody: &extprocv3.HttpBody{Body: append([]byte(nil), buffer[:n]...), EndOfStream: ended},
			}})
		}
		if err != nil {
			return ended
		}
	}
}

// flushing is a client that gets what is written at once.
type flushing struct{ w http.ResponseWriter }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if err == nil {
		err = http.NewResponseController(f.w).Flush()
	}
	return n, err
}
