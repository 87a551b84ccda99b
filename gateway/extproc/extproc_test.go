package extproc_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/extproc"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

const (
	noTools   = `{"model":"qwen3","messages":[]}`
	fixed     = `{"choices":[{"index":0,"message":{"content":null,"tool_calls":[{"id":"ID","type":"function","function":{"name":"get_weather","arguments":"{\"city\": \"Oslo\"}"}}]},"finish_reason":"tool_calls"}]}`
	liveFixed = apitest.LiveHello +
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"ID\",\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\": \\\"Oslo\\\"}\"}}]},\"finish_reason\":null}]}\n\n" +
		"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n" + apitest.LiveDone
)

var events = http.Header{"Content-Type": {"text/event-stream; charset=utf-8"}}

var generatedID = regexp.MustCompile(`call_[0-9A-Za-z]{24}`)

func stable(text string) string { return generatedID.ReplaceAllString(text, "ID") }

// inEachMode runs a test with each way in which Envoy can be configured.
func inEachMode(t *testing.T, test func(t *testing.T, config *extprocv3.ProtocolConfiguration)) {
	t.Helper()
	for name, config := range configurations {
		t.Run(name, func(t *testing.T) { test(t, config) })
	}
}

func TestCallInTextBecomesOne(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		got := standard(t).run(trip{
			config: config, request: apitest.Pieces(apitest.Ask, 10), response: apitest.Pieces(apitest.Called, 7),
			header: http.Header{"Content-Type": {"application/json"}, "Content-Length": {strconv.Itoa(len(apitest.Called))}, "Etag": {"x"}},
		})
		if stable(got.response) != fixed || got.request != apitest.Ask {
			t.Errorf("the request is %s, the response %s", got.request, got.response)
		}
		want := map[string]any{"method": "parsed", "family": "hermes", "calls": 1.0, "repairs": 0.0, "confidence": 1.0}
		for key, value := range want {
			if got.metadata[key] != value {
				t.Errorf("the metadata %s is %v, want %v", key, got.metadata[key], value)
			}
		}
		length, method := strconv.Itoa(len(got.response)), "parsed"
		if config == late { // the headers had to leave before the body came
			length, method = "", ""
		} else if got.header.Get("Etag") != "" {
			t.Error("another body has the same tag")
		}
		if got.header.Get("Content-Length") != length || got.header.Get("X-Toolparser-Method") != method {
			t.Errorf("the headers are %v", got.header)
		}
	})
}

func TestStreamedCallBecomesOneHoweverItIsCut(t *testing.T) {
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n"} {
		t.Run(name, func(t *testing.T) {
			inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
				s := standard(t)
				lines := func(text string) string { return strings.ReplaceAll(text, "\n", end) }
				stream := lines(": PROCESSING\n\n" + apitest.LiveHello + apitest.LiveCall + apitest.LiveStop + apitest.LiveDone)
				for n := 1; n < 2*len(stream); n += max(1, n/3) {
					got := s.run(trip{config: config, header: events, request: []string{apitest.Ask}, response: apitest.Pieces(stream, n)})
					if want := lines(": PROCESSING\n\n" + liveFixed); stable(got.response) != want {
						t.Fatalf("in pieces of %d bytes: got %q, want %q", n, got.response, want)
					}
					if got.metadata["method"] != "parsed" {
						t.Errorf("the metadata is %v", got.metadata)
					}
				}
			})
		})
	}
}

// Whatever needs no fix comes through byte for byte.
func TestPassesThrough(t *testing.T) {
	for name, test := range map[string]struct {
		contentType, body, request string
		inEnvoy                    bool // where the mode allows it
	}{
		"plain text":                   {"application/json", apitest.Plain, apitest.Ask, false},
		"a request without tools":      {"application/json", apitest.Called, noTools, true},
		"tool_choice none":             {"application/json", apitest.Called, `{` + strings.Replace(apitest.Tools, `"tools"`, `"functions"`, 1) + `,"function_call":"none"}`, true},
		"a request that is no JSON":    {"application/json", apitest.Called, `{`, true},
		"a stream of text":             {"text/event-stream", ": hi\r\n\r\n" + apitest.LiveHello + apitest.LiveStop + apitest.LiveDone, apitest.Ask, false},
		"a stream without tools":       {"text/event-stream", apitest.LiveCall + apitest.LiveStop, noTools, true},
		"HTML":                         {"text/html", "<html><tool_call></html>", apitest.Ask, true},
		"HTML said to be JSON":         {"application/json", "<html><tool_call></html>", apitest.Ask, false},
		"an error with status 200":     {"application/json", `{"error":{"message":"<tool_call>"}}`, apitest.Ask, false},
		"an error in a stream":         {"text/event-stream", apitest.LiveHello + "data: {\"error\":{\"message\":\"x\"}}\n\n", apitest.Ask, false},
		"invalid UTF-8":                {"application/json", "{\"choices\":[{\"message\":{\"content\":\"\xff\"}}]}", apitest.Ask, false},
		"a long response":              {"application/json", `{"x":"` + strings.Repeat("x", server.DefaultMaxStreamBytes) + `"}`, apitest.Ask, false},
		"a long event":                 {"text/event-stream", "data: {\"x\":\"" + strings.Repeat("x", 33<<20) + "\"}\n\n" + apitest.LiveCall, apitest.Ask, false},
		"a text, not a stream":         {"text/plain", "error: <tool_call>", apitest.AskLive, false},
		"a text that ends early":       {"text/plain", "dat", apitest.AskLive, false},
		"a text, no stream asked for":  {"text/plain", "data: <tool_call>\n\n", apitest.Ask, true},
		"an image":                     {"image/png", "\x89PNG", apitest.Ask, true},
		"a usage chunk behind the end": {"text/event-stream", apitest.LiveHello + apitest.LiveStop + "data: {\"choices\":[],\"usage\":{\"total_tokens\":3}}\n\n" + apitest.LiveDone, apitest.Ask, false},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && len(test.body) > 1<<20 {
				t.Skip("tens of megabytes take long with the race detector")
			}
			inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
				got := standard(t).run(trip{
					config: config, request: apitest.Pieces(test.request, 9), response: apitest.Pieces(test.body, max(5, len(test.body)/7)),
					header: http.Header{"Content-Type": {test.contentType}, "X-Own": {"a", "b"}},
				})
				if got.response != test.body || got.request != test.request {
					t.Errorf("the request is %s, the response %.100q, %d bytes", got.request, got.response, len(got.response))
				}
				if want := test.inEnvoy && config == late; got.inEnvoy != want {
					t.Errorf("the body stays in Envoy: %v", got.inEnvoy)
				}
				if len(got.header["X-Own"]) != 2 {
					t.Errorf("the headers are %v", got.header)
				}
			})
		})
	}
}

func TestOtherStatusAndPathsPassThrough(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := standard(t)
		for name, one := range map[string]trip{
			"an error":             {status: "429", request: []string{apitest.Ask}},
			"another path":         {path: "/v1/embeddings", request: []string{noTools}},
			"no body of a request": {},
		} {
			one.config, one.response = config, []string{apitest.Called}
			if got := s.run(one); got.response != apitest.Called || got.inEnvoy != (config == late) {
				t.Errorf("%s: got %q, in Envoy: %v", name, got.response, got.inEnvoy)
			}
		}
	})
}

func TestNoBodyAtAll(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		if got := standard(t).run(trip{config: config, request: []string{apitest.Ask}}); got.response != "" {
			t.Errorf("got %q", got.response)
		}
	})
}

func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return b.String()
}

func TestACompressedResponse(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := standard(t)
		for name, test := range map[string]struct{ kind, body, want string }{
			"fixed":    {"application/json", apitest.Called, fixed},
			"streamed": {"text/event-stream", apitest.LiveHello + apitest.LiveCall + apitest.LiveStop + apitest.LiveDone, liveFixed},
		} {
			got := s.run(trip{config: config, request: []string{apitest.Ask}, response: apitest.Pieces(zipped(test.body), 11), header: http.Header{"Content-Type": {test.kind}, "Content-Encoding": {"gzip"}}})
			if stable(got.response) != test.want || got.header.Get("Content-Encoding") != "" {
				t.Errorf("%s: got %q with %v", name, got.response, got.header)
			}
		}
		got := s.run(trip{config: config, request: []string{apitest.Ask}, response: []string{"\x01\x02"}, header: http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"compress"}}})
		if got.response != "\x01\x02" || got.header.Get("Content-Encoding") != "compress" {
			t.Errorf("in a way that can't be read: %q, %v", got.response, got.header)
		}
	})
}

// A stream is one by its body, if the request asked for one: its type may be wrong.
func TestEventsAreReadWhateverTheirType(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := standard(t)
		stream := apitest.LiveHello + apitest.LiveCall + apitest.LiveStop + apitest.LiveDone
		for _, kind := range []string{"application/json", "text/plain", ""} {
			for ask, want := range map[string]string{apitest.AskLive: liveFixed, apitest.Ask: stream} {
				got := s.run(trip{config: config, request: []string{ask}, response: apitest.Pieces(stream, 3), header: http.Header{"Content-Type": {kind}}})
				if stable(got.response) != want || got.header.Get("Content-Type") != kind {
					t.Errorf("%q: got %q, %v", kind, got.response, got.header)
				}
			}
		}
	})
}

// Where the headers can wait, a body that isn't what it says passes. Where they can't, they have said
// that it isn't compressed; so the client gets the API's error.
func TestAResponseThatOnlySaysItIsCompressed(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		got := standard(t).run(trip{config: config, request: []string{apitest.Ask}, response: []string{apitest.Called}, header: http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}})
		if config == late {
			if !strings.HasPrefix(got.response, `{"error":{"message":"the response of the upstream can't be decompressed"`) {
				t.Errorf("got %q", got.response)
			}
		} else if got.response != apitest.Called || got.header.Get("Content-Encoding") != "gzip" {
			t.Errorf("got %q, %v", got.response, got.header)
		}
	})
}

// The upstream is asked for what can be read, where tools are offered or can't be known yet.
func TestUpstreamIsAskedForIdentity(t *testing.T) {
	s := standard(t)
	for _, test := range []struct {
		config        *extprocv3.ProtocolConfiguration
		request, want string
	}{
		{late, apitest.Ask, "identity"}, {late, noTools, "identity"}, {duplex, apitest.Ask, "identity"}, {duplex, noTools, "br"},
	} {
		if got := s.run(trip{config: test.config, accept: "br", request: []string{test.request}, response: []string{apitest.Plain}}); got.accept != test.want {
			t.Errorf("%s: the upstream is asked for %q, want %q", test.request, got.accept, test.want)
		}
	}
}

func TestTrailersFollowTheBody(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := standard(t)
		for _, request := range []string{apitest.Ask, noTools} {
			want := apitest.Called
			if request == apitest.Ask {
				want = fixed
			}
			got := s.run(trip{config: config, trailers: true, request: apitest.Pieces(request, 20), response: apitest.Pieces(apitest.Called, 20)})
			if stable(got.response) != want || got.request != request {
				t.Errorf("the request is %s, the response %s", got.request, got.response)
			}
		}
	})
}

// What follows the end of a stream isn't part of it, and the upstream may keep the connection open.
func TestTheEndOfAStreamLeavesAtOnce(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		e := standard(t).open(t.Context(), trip{config: config, request: []string{apitest.Ask}, header: events, response: []string{"x"}})
		e.doRequest()
		e.sendResponseHeaders()
		e.takeResponseHeaders(e.receive())
		body := func(text string, last bool) {
			e.send(&extprocv3.ProcessingRequest{Request: &extprocv3.ProcessingRequest_ResponseBody{ResponseBody: &extprocv3.HttpBody{Body: []byte(text), EndOfStream: last}}})
		}
		body(apitest.LiveHello+apitest.LiveStop+apitest.LiveDone, false)
		got := ""
		for got != apitest.LiveHello+apitest.LiveStop+apitest.LiveDone {
			got += string(e.receive().GetResponseBody().GetResponse().GetBodyMutation().GetStreamedResponse().GetBody())
		}
		body("data: more\n\n", true)
		e.takeResponseBody()
		if e.out.response != "" {
			t.Errorf("behind the end came %q", e.out.response)
		}
	})
}

// An upstream may answer before it has the request; the tools aren't known then.
func TestAResponseBeforeTheRequestEnded(t *testing.T) {
	for _, config := range []*extprocv3.ProtocolConfiguration{late, duplex} {
		e := standard(t).open(t.Context(), trip{config: config, request: apitest.Pieces(apitest.Ask, 30), response: []string{apitest.Called}})
		e.sendRequestHeaders()
		e.sendRequestBody(0)
		e.sendResponseHeaders()
		e.takeRequestHeaders(e.receive())
		if m := e.receive(); m.GetRequestBody() == nil {
			t.Fatalf("the request's body got %v", m)
		}
		e.takeResponseHeaders(e.receive())
		if config == late {
			if e.receive() != nil {
				t.Error("the stream goes on")
			}
			continue
		}
		e.sendResponseBody()
		e.takeResponseBody()
		if e.out.response != apitest.Called {
			t.Errorf("got %q", e.out.response)
		}
	}
}

func TestALongRequestPassesThrough(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := start(t, apitest.Registry(), extproc.Config{MaxRequestBytes: 100, MaxResponseBytes: 1 << 20}, server.Config{})
		request := strings.Replace(apitest.Ask, `"tools"`, `"tool\u0073"`, 1)
		got := s.run(trip{config: config, request: apitest.Pieces(request, 30), response: []string{apitest.Called}})
		if got.response != apitest.Called || got.request != request {
			t.Errorf("the request is %s, the response %s", got.request, got.response)
		}
	})
}

func TestObservationIsLeft(t *testing.T) {
	s := standard(t)
	stream, err := s.client.Process(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_ = stream.Send(&extprocv3.ProcessingRequest{ObservabilityMode: true, Request: &extprocv3.ProcessingRequest_RequestHeaders{RequestHeaders: &extprocv3.HttpHeaders{}}})
	if m, err := stream.Recv(); err != io.EOF { //nolint:errorlint // gRPC returns it itself
		t.Errorf("got %v, %v", m, err)
	}
}

// A processing mode in which nothing can be fixed costs the fix, and is logged once.
func TestAModeThatDoesNotFitIsLogged(t *testing.T) {
	for _, mode := range []*extprocv3.ProtocolConfiguration{
		nil,
		{RequestBodyMode: modev3.ProcessingMode_STREAMED, ResponseBodyMode: modev3.ProcessingMode_BUFFERED},
		{RequestBodyMode: modev3.ProcessingMode_FULL_DUPLEX_STREAMED},
	} {
		s := standard(t)
		for range 2 {
			e := s.open(t.Context(), trip{config: mode, request: []string{apitest.Ask}})
			e.sendRequestHeaders()
			e.takeRequestHeaders(e.receive())
			_ = e.stream.CloseSend()
		}
		if n := strings.Count(s.log.String(), "Envoy's processing mode doesn't allow to fix responses"); n != 1 {
			t.Errorf("%v: logged %d times: %s", mode, n, s.log)
		}
	}
}

// broken is a parser that panics.
type broken struct{}

func (broken) Parse([]byte)                           { panic("what the output says") }
func (broken) Finish(parsers.FinishReason)            { panic("what the output says") }
func (broken) Reset(*parsers.Config, parsers.Handler) {}

func TestAPanicCostsOnlyTheFix(t *testing.T) {
	registry := families.Registry()
	err := registry.Register(&parsers.Family{
		Name: "broken", Description: "Panics.", Formats: []parsers.Format{{Name: "broken/none", Description: "None.", Example: "none"}},
		NewParser: func() parsers.Parser { return broken{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := start(t, registry, extproc.Config{Policy: gateway.Policy{Family: "broken"}}, server.Config{})
		stream := apitest.LiveHello + apitest.LiveCall + apitest.LiveStop + apitest.LiveDone
		for _, one := range []trip{{response: apitest.Pieces(apitest.Called, 9)}, {response: apitest.Pieces(stream, 9), header: events}} {
			one.config, one.request = config, []string{apitest.Ask}
			if got := s.run(one); got.response != strings.Join(one.response, "") {
				t.Errorf("got %q", got.response)
			}
		}
		if log := s.log.String(); !strings.Contains(log, "panic: a value of type string") || strings.Contains(log, "what the output says") {
			t.Errorf("the log is %s", log)
		}
	})
}

func TestLogHasNothingThatWasCarried(t *testing.T) {
	s := standard(t)
	s.run(trip{config: late, request: []string{apitest.Ask}, response: []string{apitest.Called}, path: "/v1/chat/completions?key=s3cret"})
	got := s.log.String()
	if !strings.Contains(got, "msg=response status=200 method=parsed") {
		t.Errorf("the log is %q", got)
	}
	for _, secret := range []string{"s3cret", "Oslo", "city", "get_weather"} {
		if strings.Contains(got, secret) {
			t.Errorf("the log has %q: %s", secret, got)
		}
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestAClientThatLeavesEndsTheStream(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := standard(t)
		ctx, leave := context.WithCancel(t.Context())
		e := s.open(ctx, trip{config: config, request: []string{apitest.Ask}, header: events, response: []string{apitest.LiveHello}, trailers: true})
		e.trailers = false
		e.doRequest()
		e.sendResponseHeaders()
		e.takeResponseHeaders(e.receive())
		leave()
		eventually(t, "the stream ends", func() bool { return strings.Contains(s.log.String(), "code=Canceled") })
	})
}

func TestAToken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("envoy 0123456789abcdef\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, apitest.Registry(), extproc.Config{}, server.Config{TokensFile: file})
	stream, err := s.client.Process(t.Context())
	if err == nil {
		_, err = stream.Recv()
	}
	if status.Code(err) != codes.Unauthenticated {
		t.Errorf("without a token: %v", err)
	}
	e := s.open(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer 0123456789abcdef"), trip{config: late, request: []string{apitest.Ask}, response: []string{apitest.Called}})
	e.doRequest()
	e.doResponse()
	if stable(e.out.response) != fixed {
		t.Errorf("with one: %s", e.out.response)
	}
}

func TestStreamsAreBounded(t *testing.T) {
	s := start(t, apitest.Registry(), extproc.Config{}, server.Config{MaxStreams: 1})
	e := s.open(t.Context(), trip{config: late, request: []string{apitest.Ask}})
	e.doRequest()
	stream, err := s.client.Process(t.Context())
	if err == nil {
		_, err = stream.Recv()
	}
	if status.Code(err) != codes.ResourceExhausted || !strings.Contains(err.Error(), "--max-streams") {
		t.Errorf("got %v", err)
	}
}

func TestAnIdleStreamEnds(t *testing.T) {
	s := start(t, apitest.Registry(), extproc.Config{}, server.Config{StreamIdleTimeout: 50 * time.Millisecond})
	e := s.open(t.Context(), trip{config: late, request: []string{apitest.Ask}})
	e.doRequest()
	if _, err := e.stream.Recv(); status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
}

// Memory that is missing costs the fix, and not the response.
func TestMemoryIsBounded(t *testing.T) {
	inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
		s := start(t, apitest.Registry(), extproc.Config{}, server.Config{MaxMemory: 8 << 20})
		long := strings.Repeat("x", 4<<20)
		for name, one := range map[string]trip{
			"a request":  {request: apitest.Pieces(strings.Replace(apitest.Ask, `"messages":[]`, `"messages":["`+long+`"]`, 1), 1<<14), response: []string{apitest.Called}},
			"a response": {request: []string{apitest.Ask}, response: apitest.Pieces(strings.Replace(apitest.Called, "<tool_call>", long+"<tool_call>", 1), 1<<14)},
			"a stream":   {request: []string{apitest.Ask}, response: apitest.Pieces(strings.Replace(apitest.LiveCall, "<tool_call>", long+"<tool_call>", 1)+apitest.LiveStop, 1<<14), header: events},
		} {
			one.config = config
			e := s.open(t.Context(), one)
			e.doRequest()
			if name == "a request" && config == late { // the processor gives it up
				if e.receive() != nil {
					t.Errorf("%s: the stream goes on", name)
				}
				continue
			}
			e.doResponse()
			if e.out.response != strings.Join(one.response, "") {
				t.Errorf("%s: got %d bytes", name, len(e.out.response))
			}
		}
		if got := s.run(trip{config: config, request: []string{apitest.Ask}, response: []string{apitest.Called}}); stable(got.response) != fixed {
			t.Errorf("afterwards: %s", got.response)
		}
	})
}

// A stream that is open when the server drains comes to its end; new ones find none.
func TestDrain(t *testing.T) {
	s := start(t, apitest.Registry(), extproc.Config{}, server.Config{ShutdownTimeout: time.Minute})
	e := s.open(t.Context(), trip{config: late, request: []string{apitest.Ask}, response: []string{apitest.Called}})
	e.doRequest()
	s.stop()
	eventually(t, "the server drains", func() bool { return strings.Contains(s.log.String(), "draining") })
	e.doResponse()
	if stable(e.out.response) != fixed {
		t.Errorf("got %s", e.out.response)
	}
	for e.receive() != nil {
		t.Error("more came")
	}
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	s.ended <- nil
}

func TestHealthKnowsTheService(t *testing.T) {
	s := standard(t)
	got, err := healthv1.NewHealthClient(s.conn).Check(t.Context(), &healthv1.HealthCheckRequest{Service: extprocv3.ExternalProcessor_ServiceDesc.ServiceName})
	if err != nil || got.GetStatus() != healthv1.HealthCheckResponse_SERVING {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestAnUnknownFamilyIsAnErrorAtTheStart(t *testing.T) {
	_, err := server.New(apitest.Registry(), extproc.Option(extproc.Config{Policy: gateway.Policy{Family: "nothing"}}, nil))
	if err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("got %v", err)
	}
}

// Choices without end are bounded as in the proxy: those beyond that pass at once, and wait for no other one's end.
func TestManyChoices(t *testing.T) {
	var stream strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&stream, "data: {\"choices\":[{\"index\":%d,\"delta\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}\n\n", i)
	}
	stream.WriteString(apitest.LiveDone)
	got := standard(t).run(trip{config: late, request: []string{apitest.Ask}, response: apitest.Pieces(stream.String(), 1000), header: events})
	came, went := strings.SplitAfter(stream.String(), "\n\n"), strings.SplitAfter(got.response, "\n\n")
	slices.Sort(came)
	if slices.Sort(went); !slices.Equal(came, went) {
		t.Errorf("got %d bytes, want %d", len(got.response), stream.Len())
	}
}

// Calls become those of each API, streamed or not, and errors of an upstream pass.
func TestOtherAPIs(t *testing.T) {
	const (
		parameters = `{"type":"object","properties":{"city":{"type":"string"}}}`
		askMessage = `{"model":"qwen3","messages":[],"tools":[{"name":"get_weather","input_schema":` + parameters + `}]}`
		askItem    = `{"model":"qwen3","input":"Hi","tools":[{"type":"function","name":"get_weather","parameters":` + parameters + `}]}`
		message    = `{"type":"message","id":"m","content":[{"type":"output_text","text":"` + apitest.CallText + `"}]}`
		failure    = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"y\"}}\n\n"
	)
	event := func(kind, more string) string {
		return "event: " + kind + "\ndata: {\"type\":\"" + kind + "\"," + more + "}\n\n"
	}
	messageStream := event("message_start", `"message":{"model":"qwen3"}`) + event("content_block_start", `"index":0,"content_block":{"type":"text","text":""}`) +
		event("content_block_delta", `"index":0,"delta":{"type":"text_delta","text":"`+apitest.CallText+`"}`) + event("content_block_stop", `"index":0`) +
		event("message_delta", `"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}`) + event("message_stop", `"x":1`)
	itemStream := event("response.created", `"response":{"output":[]}`) + event("response.output_text.delta", `"item_id":"m","output_index":0,"content_index":0,"delta":"`+apitest.CallText+`"`) +
		event("response.completed", `"response":{"status":"completed","output":[`+message+`]}`)
	for name, test := range map[string]struct {
		path, request string
		header        http.Header
		response      string
		has           []string // none: it passes
	}{
		"a message":           {"/v1/messages?beta=true", askMessage, nil, `{"content":[{"type":"text","text":"` + apitest.CallText + `"}],"stop_reason":"end_turn"}`, []string{`"type":"tool_use"`, `"input":{"city": "Oslo"}`, `"stop_reason":"tool_use"`}},
		"a streamed message":  {"/v1/messages", askMessage, events, messageStream, []string{`"type":"tool_use"`, `"type":"input_json_delta","partial_json":"{\"city\": \"Oslo\"}"`, `"stop_reason":"tool_use"`, "event: message_stop\n"}},
		"a failed message":    {"/v1/messages", askMessage, events, messageStream[:80] + "\n\n" + failure, nil},
		"a count of tokens":   {"/v1/messages/count_tokens", askMessage, nil, `{"input_tokens":7}`, nil},
		"a response":          {"/v1/responses", askItem, nil, `{"status":"completed","output":[` + message + `]}`, []string{`"type":"function_call"`, `"arguments":"{\"city\": \"Oslo\"}"`}},
		"a streamed response": {"/v1/responses", askItem, events, itemStream, []string{"event: response.function_call_arguments.done\n", `"arguments":"{\"city\": \"Oslo\"}"`, "event: response.completed\n"}},
		"a failed response":   {"/v1/responses", askItem, events, failure, nil},
		"an older response":   {"/v1/responses/resp_1/cancel", askItem, nil, `{"output":[` + message + `]}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			inEachMode(t, func(t *testing.T, config *extprocv3.ProtocolConfiguration) {
				got := standard(t).run(trip{config: config, path: test.path, header: test.header, request: apitest.Pieces(test.request, 50), response: apitest.Pieces(test.response, 11)})
				if test.has == nil && got.response != test.response || test.has != nil && strings.Contains(got.response, "<tool_call>") || got.request != test.request {
					t.Errorf("the request is %s, the response %q", got.request, got.response)
				}
				for _, want := range test.has {
					if !strings.Contains(got.response, want) {
						t.Errorf("no %s in %q", want, got.response)
					}
				}
			})
		})
	}
}
