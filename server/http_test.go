package server_test

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

const (
	parseMethod  = toolparserv1.ToolParserService_ParseToolCalls_FullMethodName
	streamMethod = toolparserv1.ToolParserService_StreamToolCalls_FullMethodName
	batchMethod  = toolparserv1.ToolParserService_BatchParseToolCalls_FullMethodName
	muxMethod    = toolparserv1.ToolParserService_MultiplexToolCalls_FullMethodName
)

// A runningHTTP is a server on an HTTP listener. Its gRPC client is one of that
// listener too, which takes gRPC as well: so what holds over gRPC is seen to hold.
type runningHTTP struct {
	*running
	url   string
	http1 *http.Client
	http2 *http.Client
}

func startHTTP(t testing.TB, families []*parsers.Family, config server.Config, opts ...server.Option) *runningHTTP {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &runningHTTP{
		running: startOn(t, server.HTTP(l), families, append(opts, server.WithConfig(config))...),
		url:     "http://" + l.Addr().String(),
	}
	r.conn = dial(t, l.Addr().String())
	r.client = toolparserv1.NewToolParserServiceClient(r.conn)
	r.http1, r.http2 = httpClient(t, false, nil), httpClient(t, true, nil)
	return r
}

func httpClient(t testing.TB, http2 bool, config *tls.Config) *http.Client {
	transport := &http.Transport{Protocols: new(http.Protocols), TLSClientConfig: config}
	transport.Protocols.SetHTTP1(!http2)
	transport.Protocols.SetHTTP2(http2 && config != nil)
	transport.Protocols.SetUnencryptedHTTP2(http2 && config == nil)
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// protocols are all that the listener speaks.
var protocols = []struct {
	name    string
	options []connect.ClientOption
}{
	{"connect", nil},
	{"connect json", []connect.ClientOption{connect.WithProtoJSON()}},
	{"grpc", []connect.ClientOption{connect.WithGRPC()}},
	{"grpc-web", []connect.ClientOption{connect.WithGRPCWeb()}},
	{"grpc-web json", []connect.ClientOption{connect.WithGRPCWeb(), connect.WithProtoJSON()}},
}

// overHTTP makes a unary call.
func overHTTP[Req, Res any](ctx context.Context, r *runningHTTP, client *http.Client, method string, request *Req, options ...connect.ClientOption) (*connect.Response[Res], error) {
	return connect.NewClient[Req, Res](client, r.url+method, options...).CallUnary(ctx, connect.NewRequest(request))
}

func (r *runningHTTP) parse(t testing.TB, request *toolparserv1.ParseToolCallsRequest, options ...connect.ClientOption) error {
	t.Helper()
	_, err := overHTTP[toolparserv1.ParseToolCallsRequest, toolparserv1.ParseToolCallsResponse](testContext(t), r, r.http2, parseMethod, request, options...)
	return err
}

// wantConnect checks an error's code, and returns its message and details.
func wantConnect(t *testing.T, err error, want codes.Code) (string, []proto.Message) {
	t.Helper()
	wire, ok := errors.AsType[*connect.Error](err)
	if !ok || codes.Code(wire.Code()) != want {
		t.Fatalf("got error %v, want %v", err, want)
	}
	var details []proto.Message
	for _, d := range wire.Details() {
		value, err := d.Value()
		if err != nil {
			t.Fatal(err)
		}
		details = append(details, value)
	}
	return wire.Message(), details
}

// post sends JSON as curl does, and returns the status and the answer.
func (r *runningHTTP) post(t testing.TB, path, contentType, body string, header ...string) (int, string, http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(testContext(t), http.MethodPost, r.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := r.http1.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // read to its end
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer), response.Header
}

// wantNothingHeld checks that calls have left nothing behind.
func wantNothingHeld(t *testing.T, r *runningHTTP) {
	t.Helper()
	eventually(t, "nothing is held", func() bool {
		load := r.server.Load()
		return load.Calls == 0 && load.Streams == 0 && load.Bytes == 0
	})
}

func TestHTTPAnswersInEveryProtocol(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	request := &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "Ünïcode 👋 first\n!get_time {\"zone\": \"UTC\"}\n"}
	want, err := r.client.ParseToolCalls(testContext(t), request)
	if err != nil {
		t.Fatal(err)
	}
	for _, protocol := range protocols {
		t.Run(protocol.name, func(t *testing.T) {
			for _, client := range []*http.Client{r.http1, r.http2} {
				if client == r.http1 && protocol.name == "grpc" {
					continue // it needs HTTP/2
				}
				got, err := overHTTP[toolparserv1.ParseToolCallsRequest, toolparserv1.ParseToolCallsResponse](testContext(t), r, client, parseMethod, request, protocol.options...)
				if err != nil || !proto.Equal(got.Msg, want) {
					t.Errorf("got %v, %v", got, err)
				}
			}
			err = r.parse(t, &toolparserv1.ParseToolCallsRequest{Family: "line", PriorToolCalls: -1}, protocol.options...)
			_, details := wantConnect(t, err, codes.InvalidArgument)
			if bad, ok := details[0].(*errdetails.BadRequest); !ok || bad.GetFieldViolations()[0].GetField() != "prior_tool_calls" {
				t.Errorf("details %v", details)
			}
			err = r.parse(t, &toolparserv1.ParseToolCallsRequest{Family: "nope"}, protocol.options...)
			if message, _ := wantConnect(t, err, codes.NotFound); !strings.Contains(message, `no family is named "nope"`) {
				t.Errorf("message %q", message)
			}
			families, err := overHTTP[toolparserv1.ListFamiliesRequest, toolparserv1.ListFamiliesResponse](testContext(t), r, r.http2,
				toolparserv1.ToolParserService_ListFamilies_FullMethodName, &toolparserv1.ListFamiliesRequest{}, protocol.options...)
			if err != nil || len(families.Msg.GetFamilies()) != 3 || families.Header().Get("toolparser-max-concurrent-streams") != "1024" {
				t.Errorf("families %v, %v", families, err)
			}
		})
	}
}

func TestHTTPPlainJSON(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	for _, test := range []struct {
		name, path, contentType, body string
		status                        int
		want                          string
	}{
		{"a request", parseMethod, "application/json", `{"family": "line", "model_output": "a\n!f {}\n"}`, 200, `"toolsCalled":true`},
		{"names of JSON", parseMethod, "application/json", `{"family": "line", "modelOutput": "!f {}"}`, 200, `"toolsCalled":true`},
		{"with a charset", parseMethod, "application/json; charset=utf-8", `{"family": "line"}`, 200, `"result":{}`},
		{"an unknown field", parseMethod, "application/json", `{"famly": "line"}`, 400, `"not a ParseToolCallsRequest in JSON: (line 1:2): unknown field \"famly\""`},
		{"no JSON", parseMethod, "application/json", `family=line`, 400, `"code":"invalid_argument"`},
		{"nothing", parseMethod, "application/json", ``, 400, "an empty request is {}"},
		{"a wrong family", parseMethod, "application/json", `{"family": "nope"}`, 404, `"code":"not_found"`},
		{"health", "/grpc.health.v1.Health/Check", "application/json", `{}`, 200, `"SERVING"`},
		{"no method", "/toolparser.v1.ToolParserService/Nope", "application/json", `{}`, 404, ""},
		{"no type that is known", parseMethod, "text/plain", `{}`, 415, "this Content-Type is not supported: use application/json"},
		{"no page, unless asked for", "/", "application/json", `{}`, 404, ""},
	} {
		status, answer, _ := r.post(t, test.path, test.contentType, test.body)
		squeezed := strings.NewReplacer(`": "`, `":"`, `": {`, `":{`, `": t`, `":t`).Replace(answer)
		if status != test.status || !strings.Contains(squeezed, test.want) {
			t.Errorf("%s: %d %s", test.name, status, answer)
		}
	}
	response, err := http.Get(r.url + parseMethod)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // it was only read
	if text, err := io.ReadAll(response.Body); response.StatusCode != http.StatusMethodNotAllowed || !strings.HasPrefix(string(text), "a call is a POST, ") {
		t.Errorf("a GET: %d %s %v", response.StatusCode, text, err)
	}
	// Who wants to know sees each of those that failed before the service.
	eventually(t, "all are counted", func() bool {
		refused := r.server.Load().Refused
		return refused["InvalidArgument"] == 3 && refused["Unimplemented"] == 4
	})
}

// TestHTTPHalfACodePoint: protojson calls it the end of the text, or an unknown escape.
func TestHTTPHalfACodePoint(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	for _, body := range []string{`{"model_output": "\ud83d"}`, `{"model_output": "\ude00 and more text"}`} {
		status, answer, _ := r.post(t, parseMethod, "application/json", body)
		if want := "in JSON: a string has half of a surrogate pair, which is no text"; status != 400 || !strings.Contains(answer, want) {
			t.Errorf("%s: %d %s", body, status, answer)
		}
	}
}

// TestHTTPSchemaIsAString: tools are mostly written as vendors' APIs have them.
func TestHTTPSchemaIsAString(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	body := `{"family": "line", "tools": [{"function": {"name": "f", "parameters": {"type": "object"}}}]}`
	status, answer, _ := r.post(t, parseMethod, "application/json", body)
	if want := "string field parameters: {; write the schema as a string of JSON"; status != 400 || !strings.Contains(answer, want) {
		t.Errorf("%d %s", status, answer)
	}
}

func TestHTTPStreams(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	requests := []*toolparserv1.StreamToolCallsRequest{
		startRequest("line"), deltaRequest("a\n!f {\"x\""), deltaRequest(": 1}\nb"), finishRequest(toolparserv1.FinishReason_FINISH_REASON_STOP),
	}
	want, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "a\n!f {\"x\": 1}\nb"})
	if err != nil {
		t.Fatal(err)
	}
	for _, protocol := range protocols {
		t.Run(protocol.name, func(t *testing.T) {
			stream := connect.NewClient[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse](r.http2, r.url+streamMethod, protocol.options...).CallBidiStream(testContext(t))
			for i, request := range requests { // in lockstep: each answer is awaited
				if err := stream.Send(request); err != nil {
					t.Fatal(err)
				}
				answer, err := stream.Receive()
				if err != nil || (answer.GetResult() != nil) != (i == len(requests)-1) {
					t.Fatalf("answer %d: %v, %v", i, answer, err)
				}
				if result := answer.GetResult(); result != nil && !proto.Equal(result, want) {
					t.Errorf("got %v, want %v", result, want)
				}
			}
			_ = stream.CloseRequest()
			if _, err := stream.Receive(); !errors.Is(err, io.EOF) {
				t.Errorf("the end: %v", err)
			}
			_ = stream.CloseResponse()
		})
	}
}

// envelope is a message of a Connect stream.
func envelope(message string) string {
	return string(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message)))) + message
}

// envelopes are the messages of an answer, the last of which says how it ended.
func envelopes(t *testing.T, answer string) (messages []string) {
	t.Helper()
	for len(answer) > 0 {
		n := 5 + binary.BigEndian.Uint32([]byte(answer[1:5]))
		if answer[0] == 2 != (int(n) == len(answer)) {
			t.Fatalf("an end in the middle: %q", answer)
		}
		messages, answer = append(messages, answer[5:n]), answer[n:]
	}
	return messages
}

// TestHTTPStreamsOverHTTP1: a client that sends all and then reads is answered, as
// browsers do it; with answers far longer than what the sockets take.
func TestHTTPStreamsOverHTTP1(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	const deltas = 1000
	delta := `{"delta": "` + strings.Repeat("x", 10_000) + `\n"}`
	body := envelope(`{"start": {"family": "line"}}`) + strings.Repeat(envelope(delta), deltas) + envelope(`{"finish": {}}`)
	status, answer, _ := r.post(t, streamMethod, "application/connect+json", body)
	messages := envelopes(t, answer)
	if status != 200 || len(messages) != deltas+3 || !strings.Contains(messages[deltas+1], `"result"`) || messages[deltas+2] != "{}" {
		t.Errorf("status %d, %d messages, the last %.200s", status, len(messages), messages[len(messages)-1])
	}
	wantNothingHeld(t, r)
}

func TestHTTPBatch(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	var body strings.Builder
	for range 100 {
		body.WriteString(envelope(`{"id": "i", "request": {"family": "line", "model_output": "!f {}"}}`))
	}
	_, answer, _ := r.post(t, batchMethod, "application/connect+json", body.String())
	if messages := envelopes(t, answer); len(messages) != 101 || messages[100] != "{}" {
		t.Errorf("%d messages: %.200s", len(messages), answer)
	}
}

// TestHTTPMultiplexes: over HTTP/2 in lockstep, over HTTP/1.1 all at once.
func TestHTTPMultiplexes(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	requests := []*toolparserv1.MultiplexToolCallsRequest{
		{Inputs: []*muxInput{muxStart(1, "line"), muxStart(2, "line"), muxDelta(2, "text\n")}},
		{Inputs: []*muxInput{muxDelta(1, "!f {\"x\": 1}\n"), muxStart(3, "nope")}},
		{Inputs: []*muxInput{muxFinish(1), muxFinish(2)}},
	}
	stream := openMux(t, r.running)
	var want []*toolparserv1.MultiplexToolCallsResponse
	for _, request := range requests {
		want = append(want, &toolparserv1.MultiplexToolCallsResponse{Outputs: mustMux(t, stream, request.GetInputs()...)})
	}
	for _, protocol := range protocols {
		t.Run(protocol.name, func(t *testing.T) {
			stream := connect.NewClient[toolparserv1.MultiplexToolCallsRequest, toolparserv1.MultiplexToolCallsResponse](r.http2, r.url+muxMethod, protocol.options...).CallBidiStream(testContext(t))
			for i, request := range requests {
				if err := stream.Send(request); err != nil {
					t.Fatal(err)
				}
				if got, err := stream.Receive(); err != nil || !proto.Equal(got, want[i]) {
					t.Errorf("answer %d: %v, %v, want %v", i, got, err, want[i])
				}
			}
			_ = stream.CloseRequest()
			if _, err := stream.Receive(); !errors.Is(err, io.EOF) {
				t.Errorf("the end: %v", err)
			}
			_ = stream.CloseResponse()
		})
	}
	var body strings.Builder
	for _, request := range requests {
		body.WriteString(envelope(protojson.Format(request)))
	}
	status, answer, _ := r.post(t, muxMethod, "application/connect+json", body.String())
	messages := envelopes(t, answer)
	if status != 200 || len(messages) != len(requests)+1 || messages[len(requests)] != "{}" {
		t.Fatalf("status %d, %q", status, messages)
	}
	for i, message := range messages[:len(requests)] {
		got := new(toolparserv1.MultiplexToolCallsResponse)
		if err := protojson.Unmarshal([]byte(message), got); err != nil || !proto.Equal(got, want[i]) {
			t.Errorf("over HTTP/1.1, answer %d: %s, %v", i, message, err)
		}
	}
}

// TestHTTPListsAreBounded: those of a request in JSON, before it is decoded.
func TestHTTPListsAreBounded(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{})
	empty := func(n int) string { return "[{}" + strings.Repeat(",{}", n-1) + "]" }
	for _, test := range []struct{ path, body, want string }{
		{parseMethod, `{"family": "line", "tools": ` + empty(1024) + `}`, `tools[0].function.name: empty`},
		{parseMethod, `{"family": "line", "tools": ` + empty(1025) + `}`, `tools: more than 1024`},
		{parseMethod, `{"family": "line", "\u0074ools": ` + empty(300_000) + `}`, `tools: more than 1024`},
		{parseMethod, `{"options": {"formats": [""` + strings.Repeat(`,""`, 1024) + `]}}`, `options.formats: more than 1024`},
		{batchMethod, envelope(`{"request": {"tools": ` + empty(1025) + `}}`), `request.tools: more than 1024`},
		{muxMethod, envelope(`{"inputs": ` + empty(16_385) + `}`), `inputs: more than 16384`},
		{muxMethod, envelope(`{"inputs": [{}, {"start": {"tools": ` + empty(262_145) + `}}]}`), `inputs[1].start.tools: more than 262144`},
		{parseMethod, `{"family": "line", "nope": ` + empty(300_000) + `}`, `unknown field`},
	} {
		contentType := "application/json"
		if test.path != parseMethod {
			contentType = "application/connect+json"
		}
		_, answer, _ := r.post(t, test.path, contentType, test.body)
		if !strings.Contains(answer, "invalid_argument") || !strings.Contains(answer, test.want) {
			t.Errorf("%s %.60s: %.300s, want %s", test.path, test.body, answer, test.want)
		}
	}
}

func TestHTTPMessagesAreBounded(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{MaxRequestBytes: 1000, MaxStreamBytes: 1000})
	long := strings.Repeat("x", 1<<20)
	for _, protocol := range protocols {
		before := r.server.Load().Refused["ResourceExhausted"]
		err := r.parse(t, &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: long}, protocol.options...)
		if message, _ := wantConnect(t, err, codes.ResourceExhausted); !strings.Contains(message, "2000") {
			t.Errorf("%s: %s", protocol.name, message)
		}
		stream := connect.NewClient[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse](r.http2, r.url+streamMethod, protocol.options...).CallBidiStream(testContext(t))
		_ = stream.Send(startRequest("line"))
		_ = stream.Send(deltaRequest(long))
		for err = nil; err == nil; {
			_, err = stream.Receive()
		}
		wantConnect(t, err, codes.ResourceExhausted)
		eventually(t, protocol.name+": both are counted", func() bool { return r.server.Load().Refused["ResourceExhausted"] == before+2 })
		err = r.parse(t, &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: long[:1500]}, protocol.options...)
		if message, _ := wantConnect(t, err, codes.ResourceExhausted); !strings.Contains(message, "1000") {
			t.Errorf("%s: the service's own bound: %s", protocol.name, message)
		}
	}
	if _, answer, _ := r.post(t, parseMethod, "application/json", `{"model_output": "`+long+`"}`); !strings.Contains(answer, `"message":"the message is over the limit of 2000 bytes (twice --max-request-bytes of the server)"`) {
		t.Errorf("reported: %s", answer)
	}
	if status, _, _ := r.post(t, streamMethod, "application/connect+json", strings.Repeat(envelope(`{"delta": "x"}`), 1000)); status != 200 {
		t.Errorf("an error in a stream is in its end, not %d", status)
	}
	wantNothingHeld(t, r)
	if log := r.log.String(); !strings.Contains(log, `msg="refused call" method=`+parseMethod+" ") || !strings.Contains(log, `code=ResourceExhausted error="the message is over the limit of 2000 bytes (twice --max-request-bytes of the server)"`) {
		t.Errorf("log:\n%s", log)
	}
}

func TestHTTPIsCounted(t *testing.T) {
	var unary, streams int
	r := startHTTP(t, testRegistry(t).Families(), server.Config{}, server.WithServerOptions(
		grpc.ChainUnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
			unary++
			if md, _ := metadata.FromIncomingContext(ctx); len(md.Get("traceparent")) != 1 {
				t.Errorf("metadata %v", md)
			}
			return handler(ctx, req)
		}),
		grpc.ChainStreamInterceptor(func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
			streams++
			return handler(srv, stream)
		}),
	))
	r.post(t, parseMethod, "application/json", `{"family": "line", "model_output": "!f {}"}`, "Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	r.post(t, streamMethod, "application/connect+json", envelope(`{"start": {"family": "line"}}`))
	if unary != 1 || streams != 1 {
		t.Errorf("%d unary calls, %d streams", unary, streams)
	}
	eventually(t, "both are logged, with their client", func() bool {
		return strings.Count(r.log.String(), `msg="finished call"`) == 2 && strings.Count(r.log.String(), "peer=127.0.0.1:") == 2
	})
	if load := r.server.Load(); load.Connections != 1 || len(load.Refused) == 0 || load.Refused["Internal"]+load.Refused["Canceled"] != 0 {
		t.Errorf("load %+v", load)
	}
	r.http1.CloseIdleConnections()
	eventually(t, "the connection is gone", func() bool { return r.server.Load().Connections == 0 })
}

func TestHTTPOrigins(t *testing.T) {
	preflight := func(r *runningHTTP, origin string) string {
		request, _ := http.NewRequestWithContext(testContext(t), http.MethodOptions, r.url+parseMethod, nil)
		request.Header.Set("Origin", origin)
		request.Header.Set("Access-Control-Request-Method", "POST")
		request.Header.Set("Access-Control-Request-Headers", "authorization,connect-protocol-version,content-type")
		response, err := r.http1.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response.Header.Get("Access-Control-Allow-Origin")
	}
	closed := startHTTP(t, testRegistry(t).Families(), server.Config{})
	if got := preflight(closed, "https://example.org"); got != "" {
		t.Errorf("closed: %q", got)
	}
	open := startHTTP(t, testRegistry(t).Families(), server.Config{HTTPListen: []string{"127.0.0.1:0"}, HTTPOrigins: []string{"https://example.org"}})
	if got := preflight(open, "https://example.org"); got != "https://example.org" {
		t.Errorf("the origin: %q", got)
	}
	if got := preflight(open, "https://example.com"); got != "" {
		t.Errorf("another origin: %q", got)
	}
	_, _, header := open.post(t, parseMethod, "application/json", `{"family": "line"}`, "Origin", "https://example.org")
	if header.Get("Access-Control-Allow-Origin") != "https://example.org" {
		t.Errorf("header %v", header)
	}
}

// TestHTTPRefusesPagesOfOtherOrigins: a page of another origin gets no answer, also where its browser asks for no
// permission first. The server's own page, and programs that are no browser, do.
func TestHTTPRefusesPagesOfOtherOrigins(t *testing.T) {
	const body = `{"family": "line"}`
	own := startHTTP(t, testRegistry(t).Families(), server.Config{HTTPListen: []string{"127.0.0.1:0"}})
	host := strings.TrimPrefix(own.url, "http://")
	for _, test := range []struct {
		header []string
		want   int
	}{
		{nil, http.StatusOK},
		{[]string{"Origin", "http://" + host}, http.StatusOK},
		{[]string{"Origin", "http://" + host, "Sec-Fetch-Site", "same-origin"}, http.StatusOK},
		{[]string{"Origin", "https://evil.example"}, http.StatusForbidden},
		{[]string{"Origin", "null"}, http.StatusForbidden},
		{[]string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
	} {
		code, answer, _ := own.post(t, parseMethod, "application/json", body, test.header...)
		if code != test.want {
			t.Errorf("%v: %d %s, want %d", test.header, code, answer, test.want)
		}
		if code == http.StatusForbidden && !(strings.Contains(answer, `"permission_denied"`) && strings.Contains(answer, "--http-origins")) {
			t.Errorf("%v: %s", test.header, answer)
		}
	}
	if n := own.server.Load().Refused[codes.PermissionDenied.String()]; n != 3 {
		t.Errorf("%d calls are counted as refused, want 3", n)
	}
	if line := `msg="refused call" method=` + parseMethod; !strings.Contains(own.log.String(), line) {
		t.Errorf("the log has no line for a refused page: %s", own.log.String())
	}
	for origins, want := range map[string]int{"https://evil.example": http.StatusOK, "*": http.StatusOK, "https://good.example": http.StatusForbidden} {
		listed := startHTTP(t, testRegistry(t).Families(), server.Config{HTTPListen: []string{"127.0.0.1:0"}, HTTPOrigins: []string{origins}})
		if code, answer, _ := listed.post(t, parseMethod, "application/json", body, "Origin", "https://evil.example"); code != want {
			t.Errorf("with %s: %d %s, want %d", origins, code, answer, want)
		}
	}
}

func TestHTTPConfig(t *testing.T) {
	for _, test := range []struct {
		config server.Config
		want   string
	}{
		{server.Config{HTTPListen: []string{"0.0.0.0:80"}}, `http listen "0.0.0.0:80": other machines reach it: want tls cert and tls key, or insecure listen`},
		{server.Config{HTTPListen: []string{"nope"}}, "want host:port"},
		{server.Config{HTTPOrigins: []string{"https://a.example"}}, "http origins needs http listen"},
		{server.Config{HTTPListen: []string{"127.0.0.1:0"}, HTTPOrigins: []string{"a.example", "https://a.example/path", "https://a.example:8443", "*"}}, `http origins "a.example"`},
	} {
		err := test.config.Validate()
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "8443") {
			t.Errorf("%+v: %v", test.config, err)
		}
	}
}

func TestHTTPOldConnectionsEnd(t *testing.T) {
	r := startHTTP(t, testRegistry(t).Families(), server.Config{MaxConnectionAge: time.Millisecond})
	eventually(t, "the client is asked to connect anew", func() bool {
		response, err := r.http1.Post(r.url+"/grpc.health.v1.Health/Check", "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		return response.Close
	})
}

// TestHTTPPage: the page is there if asked for, and so are the calls.
func TestHTTPPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "gateway "+oldToken+"\n")
	for _, asked := range []bool{false, true} {
		r := startHTTP(t, testRegistry(t).Families(), server.Config{HTTPListen: []string{"127.0.0.1:0"}, Page: asked, TokensFile: file})
		for _, path := range []string{"/", "/page/main.js"} {
			response, err := r.http1.Get(r.url + path)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if (response.StatusCode == http.StatusOK) != asked {
				t.Errorf("asked for: %v, %s: %d", asked, path, response.StatusCode)
			}
		}
		if status, _, _ := r.post(t, parseMethod, "application/json", `{"family": "line"}`); status != http.StatusUnauthorized {
			t.Errorf("a call without a token: %d", status)
		}
	}
	if err := (server.Config{Page: true}).Validate(); err != nil {
		t.Errorf("the page without an address: %v", err)
	}
}
