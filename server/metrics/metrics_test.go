package metrics_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/test/bufconn"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
	"github.com/toolparser/toolparser/server"
	"github.com/toolparser/toolparser/server/metrics"
)

func testRegistry(t *testing.T) *parsers.Registry {
	t.Helper()
	registry, err := parsers.NewRegistry(&parsers.Family{
		Name:      "toy",
		Formats:   []parsers.Format{{Name: "toy/json"}, {Name: "toy/tag"}},
		NewParser: func() parsers.Parser { return nil },
		NewID:     func(string, int, func(string) bool) string { return "" },
	})
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// scrape returns the lines of the project's own metrics, shortened.
func scrape(t *testing.T, h http.Handler) []string {
	t.Helper()
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	var lines []string
	for line := range strings.Lines(recorder.Body.String()) {
		if name, ok := strings.CutPrefix(line, "toolparser_"); ok && !strings.HasPrefix(name, "build_info{") {
			lines = append(lines, strings.TrimSpace(name))
		}
	}
	return lines
}

func TestOutcomes(t *testing.T) {
	call := func(repairs ...parsers.Repair) parsers.ToolCall {
		return parsers.ToolCall{Format: "toy/json", Key: "name", Repairs: repairs}
	}
	invalid := func(r parsers.Reason) *parsers.InvalidToolCall {
		return &parsers.InvalidToolCall{Format: "toy/tag", Reason: r}
	}
	for _, test := range []struct {
		name   string
		result parsers.Result
		want   []string
	}{
		{"none", parsers.Result{}, []string{
			`outputs_total{family="toy",format="none",outcome="none",shape="none"} 1`,
		}},
		{"called", parsers.Result{ToolCalls: []parsers.ToolCall{call(), call()}}, []string{
			`outputs_total{family="toy",format="toy/json",outcome="called",shape="name"} 1`,
			`tool_calls_total{family="toy",format="toy/json",outcome="called",shape="name"} 2`,
		}},
		{"one of two repaired", parsers.Result{ToolCalls: []parsers.ToolCall{call(), call(parsers.Repair{})}}, []string{
			`outputs_total{family="toy",format="toy/json",outcome="repaired",shape="name"} 1`,
			`tool_calls_total{family="toy",format="toy/json",outcome="called",shape="name"} 1`,
			`tool_calls_total{family="toy",format="toy/json",outcome="repaired",shape="name"} 1`,
		}},
		{"accepted next to malformed", parsers.Result{
			InvalidToolCalls: []*parsers.InvalidToolCall{invalid(parsers.ReasonMalformed)}, ToolCalls: []parsers.ToolCall{call()},
		}, []string{
			`outputs_total{family="toy",format="toy/json",outcome="called",shape="name"} 1`,
			`tool_calls_total{family="toy",format="toy/json",outcome="called",shape="name"} 1`,
			`tool_calls_total{family="toy",format="toy/tag",outcome="malformed",shape="none"} 1`,
		}},
		{"a format that the family does not list", parsers.Result{ToolCalls: []parsers.ToolCall{{Format: "toy/new"}}}, []string{
			`outputs_total{family="toy",format="other",outcome="called",shape="none"} 1`,
			`tool_calls_total{family="toy",format="other",outcome="called",shape="none"} 1`,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := metrics.New(testRegistry(t))
			test.result.Family = "toy"
			m.ObserveResult(context.Background(), &test.result)
			if diff := cmp.Diff(test.want, scrape(t, m.Handler())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInvalidReasons(t *testing.T) {
	for reason, outcome := range map[parsers.Reason]string{
		parsers.ReasonMalformed:        "malformed",
		parsers.ReasonIncomplete:       "incomplete",
		parsers.ReasonMissingArguments: "missing_arguments",
		parsers.ReasonUnknownTool:      "unknown_tool",
		parsers.ReasonLowConfidence:    "low_confidence",
		parsers.ReasonAlternative:      "alternative",
		parsers.ReasonLimit:            "limit",
		parsers.ReasonQuoted:           "quoted",
		99:                             "other",
	} {
		m := metrics.New(testRegistry(t))
		m.ObserveResult(context.Background(), &parsers.Result{
			Family: "toy", InvalidToolCalls: []*parsers.InvalidToolCall{{Format: "toy/tag", Reason: reason}},
		})
		want := fmt.Sprintf(`outputs_total{family="toy",format="toy/tag",outcome=%q,shape="none"} 1`, outcome)
		if got := scrape(t, m.Handler()); got[0] != want {
			t.Errorf("got %s, want %s", got[0], want)
		}
	}
}

// TestLabelsAreClosed reports thousands of formats, shapes and families.
func TestLabelsAreClosed(t *testing.T) {
	m := metrics.New(testRegistry(t))
	for i := range 5000 {
		m.ObserveResult(context.Background(), &parsers.Result{Family: "toy", ToolCalls: []parsers.ToolCall{
			{Format: fmt.Sprint("toy/", i), Key: fmt.Sprint("key", i)},
		}})
		m.ObserveResult(context.Background(), &parsers.Result{Family: fmt.Sprint("family", i)})
	}
	if n := len(scrape(t, m.Handler())); n > 2*70 {
		t.Errorf("%d series", n)
	}
}

func TestListen(t *testing.T) {
	m := metrics.New(testRegistry(t))
	endpoint, err := metrics.Listen(context.Background(), "127.0.0.1:0", m, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + endpoint.Addr().String() + "/metrics"
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if !strings.Contains(string(body), "go_goroutines") {
		t.Errorf("got %.200s", body)
	}
	if _, err := metrics.Listen(context.Background(), endpoint.Addr().String(), m, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("an address in use is no error")
	}
	endpoint.Close()
	if _, err := http.Get(url); err == nil {
		t.Error("it still serves")
	}
}

// serve serves what m reports until the test ends.
func serve(t *testing.T, registry *parsers.Registry, m *metrics.Metrics, config server.Config) toolparserv1.ToolParserServiceClient {
	t.Helper()
	srv, err := server.New(registry, append(m.Options(), server.WithConfig(config))...)
	if err != nil {
		t.Fatal(err)
	}
	m.Watch(srv)
	listener := bufconn.Listen(1 << 20)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, listener) }()
	conn, err := grpc.NewClient("passthrough:///bufconn", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return toolparserv1.NewToolParserServiceClient(conn)
}

func TestIdentitiesAreCounted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte("gateway a-token-of-the-gateway"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := metrics.New(testRegistry(t))
	client := serve(t, testRegistry(t), m, server.Config{TokensFile: file})
	for _, token := range []string{"a-token-of-the-gateway", "nope"} {
		_, _ = client.ListFamilies(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+token), &toolparserv1.ListFamiliesRequest{})
	}
	lines := strings.Join(scrape(t, m.Handler()), "\n")
	for _, want := range []string{
		`identity_calls_total{grpc_code="OK",identity="gateway"} 1`,
		`refused_total{grpc_code="Unauthenticated"} 1`,
		"connections 1",
	} {
		if !strings.Contains(lines, want) {
			t.Errorf("no %s in\n%s", want, lines)
		}
	}
}

// TestTimesOfCalls: the times of unary calls and of the messages of streams are there, and
// those of streams are not, which last as long as their clients like.
func TestTimesOfCalls(t *testing.T) {
	registry, err := parsers.NewRegistry(llama3.Family())
	if err != nil {
		t.Fatal(err)
	}
	m := metrics.New(registry)
	client := serve(t, registry, m, server.Config{})
	ctx := t.Context()
	if _, err := client.ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{Family: "llama3"}); err != nil {
		t.Fatal(err)
	}
	start := &toolparserv1.StreamStart{Family: "llama3"}
	stream, err := client.StreamToolCalls(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []*toolparserv1.StreamToolCallsRequest{
		{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: start}},
		{Input: &toolparserv1.StreamToolCallsRequest_Delta{Delta: "Hello."}},
	} {
		_ = stream.Send(request) // Recv has the error
		if _, err := stream.Recv(); err != nil {
			t.Fatal(err)
		}
	}
	_ = stream.CloseSend()
	if _, err := stream.Recv(); err != nil { // the result
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	many, err := client.MultiplexToolCalls(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_ = many.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: []*toolparserv1.MultiplexInput{
		{Output: 1, Input: &toolparserv1.MultiplexInput_Start{Start: start}},
		{Output: 1, Input: &toolparserv1.MultiplexInput_Delta{Delta: "Hello."}},
	}})
	if _, err := many.Recv(); err != nil {
		t.Fatal(err)
	}
	_ = many.CloseSend()
	for err == nil {
		_, err = many.Recv()
	}
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	scraped := recorder.Body.String()
	for _, want := range []string{
		`grpc_server_handling_seconds_bucket{grpc_method="ParseToolCalls",grpc_service="toolparser.v1.ToolParserService",grpc_type="unary",le="1e-05"} `,
		`grpc_server_handling_seconds_count{grpc_method="ParseToolCalls",grpc_service="toolparser.v1.ToolParserService",grpc_type="unary"} 1`,
		`toolparser_stream_message_seconds_bucket{grpc_method="StreamToolCalls",le="1e-05"} `,
		`toolparser_stream_message_seconds_count{grpc_method="StreamToolCalls"} 3`,
		`toolparser_stream_message_seconds_count{grpc_method="MultiplexToolCalls"} 2`,
	} {
		if !strings.Contains(scraped, "\n"+want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(scraped, `grpc_server_handling_seconds_count{grpc_method="StreamToolCalls"`) {
		t.Error("how long streams lasted is among the times of calls")
	}
}

func TestInitializeMetrics(t *testing.T) {
	m := metrics.New(testRegistry(t))
	srv, err := server.New(testRegistry(t), m.Options()...)
	if err != nil {
		t.Fatal(err)
	}
	m.InitializeMetrics(srv)
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	want := `grpc_server_handled_total{grpc_code="OK",grpc_method="StreamToolCalls",grpc_service="toolparser.v1.ToolParserService",grpc_type="bidi_stream"} 0`
	if !strings.Contains(recorder.Body.String(), want) {
		t.Error("the methods' metrics don't exist from the start")
	}
}
